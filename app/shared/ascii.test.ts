import { expect, test } from 'vitest'
import { toAscii } from './ascii.ts'

test.each([
  ['東京', 'Dong  Jing'],
  ['とうきょう', 'toukiyou'],
  ['서울', 'SeoUl'],
  ['मुंबई', 'mumbi'],
  ['กรุงเทพ 10', 'krungethph 10'],
  ['🎉 — !', ''],
  ['', ''],
])('%j is %j in ASCII', (text, ascii) => expect(toAscii(text)).toBe(ascii))

test('a text in ASCII stays short', () => expect(toAscii('﷽'.repeat(100)).length).toBeLessThanOrEqual(300))
