import { diffIndices } from 'node-diff3'

/** Two texts to compare, and their labels. */
export interface ComparedTexts {
  from: string
  to: string
  names: [string, string]
}

/** A range of two texts: lines that are in both, or lines of one in place of lines of the other. */
export interface Stretch {
  /** The numbers of its first lines in both texts, from 0. No two stretches have both in common. */
  at: [number, number]
  isSame: boolean
  from: string[]
  to: string[]
}

// The comparison stores each pair of equal lines in memory. Longer texts are shown side by side as a whole.
const MOST_PAIRS = 1_000_000

/** Compares two texts by lines. */
export function compareLines(from: string, to: string): Stretch[] {
  const [one, other] = [from.split(/\r?\n/), to.split(/\r?\n/)]
  if (countPairs(one, other) > MOST_PAIRS) return [{ at: [0, 0], isSame: false, from: one, to: other }]
  const stretches: Stretch[] = []
  let at: [number, number] = [0, 0]
  const add = (isSame: boolean, end: [number, number]) => {
    stretches.push({ at, isSame, from: one.slice(at[0], end[0]), to: other.slice(at[1], end[1]) })
    at = end
  }
  for (const { buffer1, buffer2 } of diffIndices(one, other)) {
    add(true, [buffer1[0], buffer2[0]])
    add(false, [buffer1[0] + buffer1[1], buffer2[0] + buffer2[1]])
  }
  add(true, [one.length, other.length])
  return stretches.filter((stretch) => stretch.from.length + stretch.to.length > 0)
}

/** A part of a text that the other text has too, or not. */
export interface WordPart {
  text: string
  isSame: boolean
}

// A word, a run of spaces, or another character.
const WORDS = /[\p{L}\p{M}\p{N}_]+|\s+|./gsu

/**
 * Compares two texts by words. Returns the parts of each, in order. Texts without a common word are one part each, because
 * common spaces and commas help no reader.
 */
export function compareWords(from: string, to: string): { from: WordPart[]; to: WordPart[] } {
  const [one, other] = [from.match(WORDS) ?? [], to.match(WORDS) ?? []]
  const parts = { from: [] as WordPart[], to: [] as WordPart[] }
  const whole = { from: toParts([[from, false]]), to: toParts([[to, false]]) }
  if (countPairs(one, other) > MOST_PAIRS) return whole
  const [ends, all] = [{ from: 0, to: 0 }, diffIndices(one, other)]
  for (const { buffer1, buffer2 } of [...all, { buffer1: [one.length, 0], buffer2: [other.length, 0] }]) {
    const [start1 = 0, count1 = 0, start2 = 0, count2 = 0] = [...buffer1, ...buffer2]
    parts.from.push(
      ...toParts([
        [one.slice(ends.from, start1).join(''), true],
        [one.slice(start1, start1 + count1).join(''), false],
      ]),
    )
    parts.to.push(
      ...toParts([
        [other.slice(ends.to, start2).join(''), true],
        [other.slice(start2, start2 + count2).join(''), false],
      ]),
    )
    Object.assign(ends, { from: start1 + count1, to: start2 + count2 })
  }
  return parts.from.some(({ text, isSame }) => isSame && /[\p{L}\p{N}]/u.test(text)) ? parts : whole
}

const toParts = (texts: [string, boolean][]): WordPart[] =>
  texts.flatMap(([text, isSame]) => (text === '' ? [] : [{ text, isSame }]))

function countPairs(one: string[], other: string[]): number {
  const counts = new Map<string, number>()
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1)
  return other.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0)
}
