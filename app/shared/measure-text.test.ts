import { expect, test } from 'vitest'
import { measureText } from './measure-text.ts'

test.each([
  ['', 0, 1],
  ['word '.repeat(330), 330, 2],
  ['深'.repeat(1000), 1000, 2],
  ['ตอนเที่ยง '.repeat(220), 440, 2],
])('the text %j is measured', (text, words, minutes) => {
  expect(measureText(text)).toMatchObject({ words, minutes })
})
