import { describe, expect, test } from 'vitest'
import { compareLines, compareWords } from './compare-lines.ts'

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

function mark(from: string, to: string): string[] {
  const parts = compareWords(from, to)
  const toText = (side: 'from' | 'to') =>
    parts[side].map(({ text, isSame }) => (isSame ? text : `[${text}]`)).join('')
  return [toText('from'), toText('to')]
}

describe('two changed lines', () => {
  test.for([
    ['At noon.', 'At six.', 'At [noon].', 'At [six].'],
    ['One two', 'One and a half two', 'One two', 'One [and a half ]two'],
    ['naïve café', 'naïve cafés', 'naïve [café]', 'naïve [cafés]'],
    ['', 'New.', '', '[New.]'],
    ['Old.', '', '[Old.]', ''],
    ['One.', 'Two.', '[One.]', '[Two.]'],
  ] as const)('have the words marked that differ: %j and %j', ([from, to, one, other]) => {
    expect(mark(from, to)).toEqual([one, other])
  })

  test('of very many equal words are not compared', () => {
    const [from, to] = ['a '.repeat(2000), 'b a '.repeat(2000)]
    expect(compareWords(from, to)).toEqual({
      from: [{ text: from, isSame: false }],
      to: [{ text: to, isSame: false }],
    })
  })
})
