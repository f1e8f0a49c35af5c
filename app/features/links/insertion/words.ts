/** A word with its start and its end in a text. */
interface Word {
  from: number
  to: number
  /** The word in lower case, with plain apostrophes. */
  word: string
}

const LETTER = /[\p{L}\p{N}\p{M}]/u
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const JOINERS = new Set(["'", '’', '-'].map((sign) => sign.charCodeAt(0)))
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

const [UNKNOWN, OTHER, IN_WORD, IN_UNSPACED] = [0, 1, 2, 3]
// The kind of each UTF-16 unit, stored because texts look it up millions of times. Nearly all surrogates are letters,
// so they count as letters.
const kinds = new Uint8Array(0x1_00_00)

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (Number.isNaN(code)) return OTHER
  if (kinds[code] === UNKNOWN) kinds[code] = findKind(String.fromCharCode(code))
  return kinds[code] ?? OTHER
}

function findKind(unit: string): number {
  if (UNSPACED.test(unit)) return IN_UNSPACED
  return LETTER.test(unit) || /[\uD800-\uDFFF]/.test(unit) ? IN_WORD : OTHER
}

/** Returns true if a text has letters of a script without spaces between words. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(text)

/** Returns the words of a text. In scripts without spaces a dictionary separates them. */
export const findWords = (text: string): Word[] => mapWords(text, (word, from, to) => ({ from, to, word }))

/** Calls `make` for each word of a text, and returns the results. */
export function mapWords<Made>(text: string, make: (word: string, from: number, to: number) => Made): Made[] {
  const made: Made[] = []
  let at = 0
  while (at < text.length) {
    const kind = kindAt(text, at)
    const from = at
    at += 1
    if (kind === OTHER) continue
    while (kindAt(text, at) === kind || isJoint(text, at, kind)) at += 1
    const whole = text.slice(from, at)
    if (kind === IN_WORD) made.push(make(toPlain(whole.toLowerCase()), from, at))
    else
      for (const { segment, index } of segmenter.segment(whole))
        made.push(make(segment, from + index, from + index + segment.length))
  }
  return made
}

const isJoint = (text: string, at: number, kind: number) =>
  kind === IN_WORD && JOINERS.has(text.charCodeAt(at)) && kindAt(text, at + 1) === IN_WORD

const toPlain = (word: string) => (word.includes('’') ? word.replaceAll('’', "'") : word)

/** Returns the positions of the ends of sentences. Two sentences count as one if the end between them is unsure. */
export function findSentenceEnds(text: string): number[] {
  const ends: number[] = []
  for (const { 0: end, index } of text.matchAll(SENTENCE_END)) {
    const before = text.slice(Math.max(0, index - 8), index)
    if (end[0] !== '.' || !ABBREVIATION.test(before)) ends.push(index + end.length)
  }
  if (ends.at(-1) !== text.length) ends.push(text.length)
  return ends
}

const SENTENCE_END = /[.!?…]+["'”’»)\]*_]*(?=\s+["'“‘«(*_[]*[\p{Lu}\p{Lo}\p{N}]|\s*$)|[。！？]+[”」』）]*/gu
const ABBREVIATION = /(?:^|[\s(.])(?:\p{L}|[A-Z][a-z]{0,2}|vs|etc|approx|bzw|usw|resp|ca)$/u
