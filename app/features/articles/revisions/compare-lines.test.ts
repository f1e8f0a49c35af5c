import { expect, test } from 'vitest'
import { compareLines } from './compare-lines.ts'

const join = (stretches: ReturnType<typeof compareLines>, side: 'from' | 'to') =>
  stretches.flatMap((stretch) => stretch[side]).join('\n')

test('lines that are in both texts are beside each other', () => {
  expect(compareLines('a\nb\nc', 'a\nx\ny\nc\nd')).toEqual([
    { at: [0, 0], isSame: true, from: ['a'], to: ['a'] },
    { at: [1, 1], isSame: false, from: ['b'], to: ['x', 'y'] },
    { at: [2, 3], isSame: true, from: ['c'], to: ['c'] },
    { at: [3, 4], isSame: false, from: [], to: ['d'] },
  ])
})

test.each([
  ['', ''],
  ['', 'a'],
  ['a\r\nb', 'a\nb'],
  ['a\nb\n', 'b\na\n'],
])('no line of %j and %j is left out', (from, to) => {
  const stretches = compareLines(from, to)
  expect(join(stretches, 'from')).toBe(from.replaceAll('\r\n', '\n'))
  expect(join(stretches, 'to')).toBe(to.replaceAll('\r\n', '\n'))
})

test('two texts of very many equal lines are not compared by lines', () => {
  const [from, to] = ['x\n'.repeat(100_000), 'x\n'.repeat(100_001)]
  expect(compareLines(from, to)).toHaveLength(1)
})
