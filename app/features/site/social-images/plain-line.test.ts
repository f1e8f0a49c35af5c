import { describe, expect, test } from 'vitest'
import { toPlainLine } from './plain-line.ts'

describe('a line to be drawn', () => {
  test.each([
    ['A quiet\r\n\t harbour ', 'A quiet harbour'],
    ['nul\0 and \u0008 bell', 'nul and bell'],
    ['half \uD83C of \uDF89 an emoji', 'half of an emoji'],
    ['\uFFFEno\uFFFF characters\u{10FFFF}\uE000', 'no characters'],
    ['\u202Egnp.exe\u2066\u200F', 'gnp.exe'],
    ['soft\u00ADly', 'softly'],
    ['<b>&amp;</b>', '<b>&amp;</b>'],
    ['e\u0301', 'é'],
    ['👨‍👩‍👧', '👨‍👩‍👧'],
    [' \0\u202E ', ''],
  ])('is made of %j as %j', (text, line) => expect(toPlainLine(text)).toBe(line))

  test('ends with an ellipsis after 240 characters', () => {
    expect(toPlainLine('潮'.repeat(240))).toBe('潮'.repeat(240))
    expect(toPlainLine('🎉'.repeat(1_000_000))).toBe(`${'🎉'.repeat(240)}…`)
  })
})
