const SHINGLE = 5

// In scripts without spaces each letter counts as a word.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu

/** Returns the words of a text, in lower case. */
export const toWords = (text: string): string[] => text.toLowerCase().match(WORD) ?? []

/** Returns all sequences of five words (shingles); a shorter text is one shingle. */
export function toShingles(words: string[]): Set<string> {
  const count = Math.max(1, words.length - SHINGLE + 1)
  return new Set(Array.from({ length: count }, (_, index) => words.slice(index, index + SHINGLE).join(' ')))
}

/** Returns the share that two sets have in common, from 0 (nothing) to 1 (all): the Jaccard index. */
export function measureOverlap(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((item) => other.has(item)).length
  const all = one.size + other.size - shared
  return all === 0 ? 1 : shared / all
}
