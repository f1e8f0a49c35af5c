import { describe, expect, test } from 'vitest'
import { NASTY } from '../../../../tests/support/articles.ts'
import { SANS, SERIF, toStack } from './typefaces.server.ts'
import { typeset } from './typeset.server.ts'

const set = (text: string, lang: string | null = null) => typeset(text, toStack(SERIF, text, lang))
const familiesOf = (text: string, lang?: string) => [
  ...new Set([...set(text, lang).cuts].map(({ family }) => family)),
]

const SAMPLES: [script: string, text: string, family: string][] = [
  ['Latin', 'The small instruments, “listening” – 12 € & more…', 'Newsreader'],
  ['Latin with marks', 'Žluťoučký kůň, łódź, İstanbul', 'Newsreader'],
  ['Vietnamese', 'Những dụng cụ nhỏ lắng nghe sông băng', 'Newsreader'],
  ['Cyrillic', 'Маленькие приборы', 'Noto Serif'],
  ['Greek', 'Τα μικρά όργανα', 'Noto Serif'],
  ['Arabic', 'الأجهزة الصغيرة التي تصغي', 'Noto Naskh Arabic'],
  ['Hebrew', 'המכשירים הקטנים', 'Noto Serif Hebrew'],
  ['Devanagari', 'हिमनद की सोच', 'Noto Serif Devanagari'],
  ['Chinese', '冰川上的小仪器', 'Noto Serif SC'],
  ['Japanese', '氷河の声を聴く', 'Noto Serif JP'],
  ['Korean', '빙하가 생각하는 소리', 'Noto Serif KR'],
  ['emoji', '🍲👨‍👩‍👧‍👦1️⃣🇩🇪❤️', 'Noto Emoji'],
]

describe('a text to be drawn', () => {
  test.each(SAMPLES)('has a glyph for each of its characters: %s', (_, text, family) => {
    const { text: drawn, cuts } = set(text)
    expect(drawn.replaceAll('\uFE0F', '')).toBe(text.replaceAll('\uFE0F', ''))
    for (const character of drawn.replaceAll('\u200B', ''))
      expect([...cuts].some((cut) => cut.characters.has(character.codePointAt(0) ?? 0))).toBe(true)
    expect(familiesOf(text)).toContain(family)
  })

  test('in Thai can break between words, which have no spaces', () => {
    expect(set('ธารน้ำแข็งคิด').text).toBe('ธาร\u200Bน้ำ\u200Bแข็ง\u200Bคิด')
  })

  test('has ideographs in the form of its language', () => {
    expect(familiesOf('直', 'ja')).toEqual(['Noto Serif JP'])
    expect(familiesOf('直', 'zh-Hant')).toEqual(['Noto Serif SC'])
    expect(familiesOf('直')).toEqual(['Noto Serif SC'])
    expect(familiesOf('直', 'ko-KR')).toEqual(['Noto Serif KR'])
    expect(familiesOf('直す')).toEqual(['Noto Serif JP'])
  })

  test('uses the typeface of the site for the characters that it has', () => {
    expect([...typeset('Ada 潮', toStack(SANS, '', null)).cuts].map(({ family }) => family)).toEqual([
      'Instrument Sans',
      'Noto Serif SC',
    ])
  })

  test.each(['ქართული სათაური', 'Learning ქართული', '𒀀𒁀', 'ᚠᚢᚦ'])(
    'is left out as a whole if a letter has no glyph: %s',
    (text) => expect(set(text)).toEqual({ text: '', cuts: new Set() }),
  )

  test('loses only a sign without a glyph', () => {
    expect(set('Ice \u{1F7F8} and 🀀 water').text).toBe('Ice and water')
  })

  test('loses marks that no font has together with their letter, and keeps the letter', () => {
    expect(set(`Z${'\u0316\u035C\u0489'.repeat(30)}algo`).text).toBe('Zalgo')
  })

  test('is never read as markup', () => {
    expect(set(NASTY).text).toBe(NASTY.trim().replace(/\s+/g, ' '))
  })
})
