/** A place of a merged text: lines, or two groups of lines of which somebody has to choose. */
export type Part = { lines: string[] } | { mine: string[]; theirs: string[] }

/** Returns the lines of a text, each with its line feed. Joined they are the text again. */
export const toLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

interface Link {
  at: number
  place: number
  before: Link | undefined
}

/** Returns the places of a longest common row of lines in both. Most texts differ in the middle alone. */
export function matchLines(one: string[], other: string[]): [at: number, place: number][] {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start += 1
  let end = 0
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1
  const inMiddle = matchMiddle(one.slice(start, one.length - end), other.slice(start, other.length - end))
  return [
    ...Array.from({ length: start }, (_, at): [number, number] => [at, at]),
    ...inMiddle.map(([at, place]): [number, number] => [at + start, place + start]),
    ...Array.from({ length: end }, (_, at): [number, number] => [
      one.length - end + at,
      other.length - end + at,
    ]),
  ]
}

// Hunt and Szymanski, 1977.
function matchMiddle(one: string[], other: string[]): [at: number, place: number][] {
  const places = new Map<string, number[]>()
  for (const [place, line] of other.entries()) {
    const known = places.get(line)
    if (known) known.push(place)
    else places.set(line, [place])
  }
  const ends: Link[] = [] // for each length, the row that ends first in `other`
  for (const [at, line] of one.entries()) {
    for (const place of places.get(line)?.toReversed() ?? []) {
      const length = countBefore(ends, place)
      ends[length] = { at, place, before: ends[length - 1] }
    }
  }
  const matches: [number, number][] = []
  for (let link = ends.at(-1); link; link = link.before) matches.push([link.at, link.place])
  return matches.toReversed()
}

function countBefore(ends: Link[], place: number): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle]?.place ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** Merges two texts that were made from `base` by lines. Lines that both changed differently are a place to choose at. */
export function mergeLines(base: string, mine: string, theirs: string): Part[] {
  const [from, left, right] = [toLines(base), toLines(mine), toLines(theirs)]
  const [inLeft, inRight] = [new Map(matchLines(from, left)), new Map(matchLines(from, right))]
  const parts: Part[] = []
  const start = { from: 0, left: 0, right: 0 }
  for (let at = 0; at <= from.length; at += 1) {
    const isEnd = at === from.length
    const [toLeft, toRight] = isEnd ? [left.length, right.length] : [inLeft.get(at), inRight.get(at)]
    if (toLeft === undefined || toRight === undefined) continue
    parts.push(
      settle(from.slice(start.from, at), left.slice(start.left, toLeft), right.slice(start.right, toRight)),
      { lines: from.slice(at, at + 1) },
    )
    Object.assign(start, { from: at + 1, left: toLeft + 1, right: toRight + 1 })
  }
  return parts
}

function settle(base: string[], mine: string[], theirs: string[]): Part {
  const [from, left, right] = [base.join(''), mine.join(''), theirs.join('')]
  if (left === from || left === right) return { lines: theirs }
  return right === from ? { lines: mine } : { mine, theirs }
}

const AROUND = 2

/** Returns the lines that differ with two lines around them: `-` for those of `before`, `+` for those of `after`. */
export function listDifferences(before: string, after: string): string[] {
  const [one, other] = [toLines(before), toLines(after)]
  const rows: string[] = []
  let [left, right] = [0, 0]
  for (const [at, place] of [...matchLines(one, other), [one.length, other.length] as const]) {
    rows.push(
      ...one.slice(left, at).map((line) => `-${line}`),
      ...other.slice(right, place).map((line) => `+${line}`),
    )
    if (at < one.length) rows.push(` ${one[at]}`)
    ;[left, right] = [at + 1, place + 1]
  }
  const isNear = (_: string, at: number) =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some((row) => !row.startsWith(' '))
  return rows.filter(isNear).map((row) => row.replace(/\n$/, ''))
}
