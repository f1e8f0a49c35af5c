/** The most characters of a note. */
export const NOTE_LENGTH = 2000

/** The most notes on one text. */
export const NOTES_LIMIT = 500

/** A note on a text, or on one of its lines. */
export interface ReviewNote {
  id: string
  /** The name of its writer; null for a deleted person. */
  by: string | null
  madeAt: Date
  /** The line as it was; empty for a note on the whole text. */
  quote: string
  body: string
  /** True if it is done. */
  isSettled: boolean
  /** True if the reader wrote it. */
  isOwn: boolean
}

/** A line of a text with its notes. */
export interface NotedLine {
  /** From 1. */
  number: number
  text: string
  notes: ReviewNote[]
}

/** A text with its notes: at its lines, about the whole, and about lines that are gone. */
export interface NotedText {
  lines: NotedLine[]
  whole: ReviewNote[]
  gone: ReviewNote[]
  /** The number of notes that are not done. */
  open: number
}

/**
 * Puts notes beside the lines of a text. A note stays with the words of its line: if they stand elsewhere now, at the nearest
 * line that has them.
 */
export function placeNotes(content: string, notes: (ReviewNote & { line: number | null })[]): NotedText {
  const lines = content
    .split(/\r?\n/)
    .map((text, index) => ({ number: index + 1, text, notes: [] as ReviewNote[] }))
  const placed: NotedText = { lines, whole: [], gone: [], open: 0 }
  for (const { line, ...note } of notes) {
    if (!note.isSettled) placed.open += 1
    if (line === null) placed.whole.push(note)
    else (findNearest(lines, line, note.quote)?.notes ?? placed.gone).push(note)
  }
  return placed
}

function findNearest(lines: NotedLine[], line: number, quote: string): NotedLine | undefined {
  const alike = lines.filter(({ text }) => text === quote)
  const distance = ({ number }: NotedLine) => Math.abs(number - line)
  return alike.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** A person of the account that a note can name. */
interface Person {
  personId: string
  name: string
}

/** Returns the ids of the people whom a text names as `@name`. A longer name comes before one that it begins with. */
export function findMentioned(body: string, people: Person[]): string[] {
  const byLength = people
    .filter(({ name }) => name.trim() !== '')
    .toSorted((one, other) => other.name.length - one.name.length)
  let rest = body.normalize('NFC').toLowerCase()
  const found: string[] = []
  for (const { personId, name } of byLength) {
    const mark = `@${name.normalize('NFC').toLowerCase()}`
    const namesakes = byLength.some(
      (other) => found.includes(other.personId) && other.name.toLowerCase() === name.toLowerCase(),
    )
    if (!namesakes && !isNamed(rest, mark)) continue
    found.push(personId)
    rest = rest.replaceAll(mark, ' ')
  }
  return found
}

// `@Ann` is not in `@Annette`.
const isNamed = (text: string, mark: string): boolean =>
  text
    .split(mark)
    .slice(1)
    .some((after) => !/^[\p{L}\p{M}\p{N}_]/u.test(after))
