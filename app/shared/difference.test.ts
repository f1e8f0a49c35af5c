import { expect, test } from 'vitest'
import { findDifference } from './difference.ts'

test.each([
  ['', '', [0, 0, 0]],
  ['abc', 'abc', [3, 3, 3]],
  ['abc', 'axc', [1, 2, 2]],
  ['abc', 'abbc', [2, 2, 3]],
  ['abbc', 'abc', [2, 3, 2]],
  ['aaa', 'aa', [2, 3, 2]],
  ['', 'new', [0, 0, 3]],
  ['old', '', [0, 3, 0]],
])('%j and %j differ in one part', (one, other, [start, end, otherEnd]) => {
  expect(findDifference(one, other)).toEqual({ start, end, otherEnd })
  expect(findDifference(one.split(''), other.split(''))).toEqual({ start, end, otherEnd })
})
