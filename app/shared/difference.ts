/** The part that differs between two texts or lists: from `start` in both, to `end` in the first and `otherEnd` in the second. */
interface Difference {
  start: number
  end: number
  otherEnd: number
}

/** Returns the part between the longest equal start and the longest equal end behind it, in UTF-16 units or items. */
export function findDifference(one: ArrayLike<string>, other: ArrayLike<string>): Difference {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1
  let [end, otherEnd] = [one.length, other.length]
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1])
    [end, otherEnd] = [end - 1, otherEnd - 1]
  return { start, end, otherEnd }
}
