import { toExcerpt } from './text.ts'

/** The number of lines of each outcome that are shown. */
export const SHOWN = 50

/** A line of a file that adds nothing, with the reason. */
export interface LeftOut {
  line: number
  label: string
  why: string
}

/** The lines of one outcome. */
export interface Tally {
  count: number
  /** The first 50 of them. */
  first: LeftOut[]
}

const HEADINGS_SHOWN = 20
const HEADING_LENGTH = 40

/** Returns the first 20 headings of a file, shortened for display; `…` replaces the rest. */
export function toHeadings(header: string[]): string[] {
  const named = header.filter((heading) => heading.trim() !== '')
  const shown = named.slice(0, HEADINGS_SHOWN).map((heading) => toExcerpt(heading, HEADING_LENGTH))
  return named.length > HEADINGS_SHOWN ? [...shown, '…'] : shown
}

const LABEL_LENGTH = 200

/** Returns a tally without lines. */
export const makeTally = (): Tally => ({ count: 0, first: [] })

/** Counts a line that adds nothing. Keeps the first 50. */
export function leaveOut(tally: Tally, left: LeftOut): void {
  tally.count += 1
  if (tally.first.length < SHOWN) tally.first.push({ ...left, label: toExcerpt(left.label, LABEL_LENGTH) })
}
