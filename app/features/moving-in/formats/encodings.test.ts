import { expect, test } from 'vitest'
import { listSamples } from './encodings.ts'

// Letters of ISO-8859-2 (Latin-2) that other encodings have at other places.
const LATIN_2: Record<string, number> = {
  Ź: 0xac,
  ó: 0xf3,
  ł: 0xb3,
  Ż: 0xaf,
  ą: 0xb1,
  ź: 0xbc,
  ś: 0xb6,
  ę: 0xea,
}
const toLatin2 = (text: string) =>
  Uint8Array.from(Array.from(text, (letter) => LATIN_2[letter] ?? letter.codePointAt(0) ?? 0))

const TEXT = `${'It is a long way. '.repeat(20)}Źródło rzeki\nŻółta łódź płynęła o świcie, dotarła do źródła.`

test('a text is shown in each encoding that it may have, once', () => {
  const samples = listSamples(toLatin2(TEXT), ['ISO-8859-2', 'iso-8859-2', 'UTF-8', 'no-such-one'])
  expect(samples[0]).toEqual({
    encoding: 'iso-8859-2',
    text: expect.stringMatching(/^Źródło rzeki Żółta łódź/) as string,
  })
  expect(new Set(samples.map(({ encoding }) => encoding)).size).toBe(samples.length)
  expect(new Set(samples.map(({ text }) => text)).size).toBe(samples.length)
  expect(samples.map(({ encoding }) => encoding)).toContain('windows-1250')
  expect(samples.map(({ encoding }) => encoding)).not.toContain('utf-8')
})

test('a sample shows the first word of each letter, so that similar encodings differ', () => {
  const words = Array.from({ length: 40 }, () => 'plain words here').join(' ')
  const samples = listSamples(toLatin2(`Żółw ${words} ${words} łódź ${words} świt`), [
    'windows-1250',
    'iso-8859-2',
  ])
  const byName = new Map(samples.map(({ encoding, text }) => [encoding, text]))
  expect(byName.get('iso-8859-2')).toMatch(/^Żółw .* \.\.\. łódź \.\.\. świt$/)
  expect(byName.get('windows-1250')).not.toContain('świt')
})

test('bytes of an encoding with several bytes for a letter are not shown in those that they cannot be', () => {
  const japanese = Uint8Array.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]) // of Shift_JIS
  const samples = listSamples(japanese, ['Shift_JIS'])
  expect(samples[0]).toEqual({ encoding: 'shift_jis', text: '日本語' })
})
