const SHINGLE = 5

// A letter of a script that leaves no spaces counts as a word.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu

/** The words of a text, in lower case. */
export const toWords = (text: string): string[] => text.toLowerCase().match(WORD) ?? []

/** Every five words that stand in a row; a shorter text is one shingle. */
export function toShingles(words: string[]): Set<string> {
  const count = Math.max(1, words.length - SHINGLE + 1)
  return new Set(Array.from({ length: count }, (_, index) => words.slice(index, index + SHINGLE).join(' ')))
}

/** What two sets have in common, from 0 (nothing) to 1 (everything): Jaccard's index. */
export function measureOverlap(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((item) => other.has(item)).length
  const all = one.size + other.size - shared
  return all === 0 ? 1 : shared / all
}
