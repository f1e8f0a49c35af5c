import { findDifference } from '../../../shared/difference.ts'
import { diffIndices } from 'node-diff3'
import { withLineFeeds } from '../../../shared/text.ts'

const LINE = /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g
const BREAK = /(?:\r\n|\r|\n)$/
// The comparison keeps each pair of equal lines in memory. Beyond this, changed stretches get the usual line break.
const MOST_LINES = 2000

/**
 * Returns the text of a form with the line breaks of the text that it was made from. Lines that did not change keep
 * theirs, and other lines get the most frequent one. So an edit of an imported text changes no other line.
 */
export function keepLineBreaks(before: string, typed: string): string {
  const after = withLineFeeds(typed)
  if (!before.includes('\r')) return after
  const [old, lines] = [before.match(LINE) ?? [], after.match(LINE) ?? []]
  const usual = findUsual(old)
  const same = matchLines(
    old.map((line) => line.replace(BREAK, '\n')),
    lines,
  )
  return lines.map((line, index) => old[same.get(index) ?? -1] ?? line.replace(BREAK, usual)).join('')
}

function findUsual(lines: string[]): string {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const found = BREAK.exec(line)?.[0]
    if (found) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['\n', 0])[0]
}

// Returns the old index of each new line that did not change.
function matchLines(old: string[], lines: string[]): Map<number, number> {
  const { start, end, otherEnd } = findDifference(old, lines)
  const same = new Map<number, number>()
  for (let index = 0; index < start; index += 1) same.set(index, index)
  for (let index = otherEnd; index < lines.length; index += 1) same.set(index, index - otherEnd + end)
  const [oldMiddle, middle] = [old.slice(start, end), lines.slice(start, otherEnd)]
  if (oldMiddle.length > MOST_LINES || middle.length > MOST_LINES) return same
  let [oldAt, at] = [start, start]
  const skip = (count: number) => {
    for (let step = 0; step < count; step += 1) same.set(at + step, oldAt + step)
  }
  for (const { buffer1, buffer2 } of diffIndices(oldMiddle, middle)) {
    skip(start + buffer2[0] - at)
    oldAt = start + buffer1[0] + buffer1[1]
    at = start + buffer2[0] + buffer2[1]
  }
  skip(start + middle.length - at)
  return same
}
