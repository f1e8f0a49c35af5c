import { describe, expect, test } from 'vitest'
import { checkTranslation } from './check-translation.ts'
import { findNameRows } from './find-facts.ts'
import type { PublishedText } from './text-features.ts'

const toText = (title: string, content: string, html = toHtml(content)): PublishedText => ({
  title,
  metaDescription: null,
  content,
  html,
})
const toHtml = (content: string) =>
  content
    .split('\n\n')
    .map((line) => `<p>${line.replace(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')}</p>`)
    .join('\n')

const ENGLISH = `The council voted on 3 May 2019 to keep the old ferry, and nobody in the room was surprised. The boat has crossed the sound since 1987, and it costs $1,250.50 a day.

On Monday the mayor, Ada Oduya, called the vote "a good day for the island" and thanked the crew from Germany. See [the minutes](https://council.example/12) for every word that NATO said.`
const GERMAN = `Der Rat stimmte am 3. Mai 2019 dafür, die alte Fähre zu behalten, und niemand im Saal war davon überrascht. Das Boot fährt seit 1987 über den Sund, und es kostet 1.250,50 $ am Tag.

Am Montag nannte die Bürgermeisterin Ada Oduya die Abstimmung „einen guten Tag für die Insel“ und dankte der Mannschaft aus Deutschland. Jedes Wort der NATO-Leute steht in [dem Protokoll](https://council.example/12).`
const source = toText('The ferry stays', ENGLISH)
const check = (content: string, into = 'de') =>
  checkTranslation(source, toText('Die Fähre bleibt', content), { from: 'en', into })

describe('a translation', () => {
  test('has the digits of all numbers, the names, the quotations and the addresses, in its language', () => {
    expect(check(GERMAN)).toEqual([])
  })

  test.each([
    ['a number is another', GERMAN.replace('1987', '1978'), /^Numbers are missing or were changed: 1987/],
    ['a number is new', `${GERMAN} Seit 12 Jahren.`, /^Numbers were added: 12/],
    [
      'names are gone',
      GERMAN.replaceAll(/Ada Oduya |NATO-Leute/g, 'alle '),
      /^Names are missing.*Ada Oduya, NATO/,
    ],
    ['a quotation is gone', GERMAN.replace(/[„“]/g, ''), /^There are 0 quotations instead of 1/],
    ['a link is gone', GERMAN.replace(/\[([^\]]+)\]\([^)]+\)/, '$1'), /^Addresses are missing/],
    ['a link is new', `${GERMAN} [Mehr](https://evil.example)`, /^Addresses were added: https:\/\/evil/],
    ['it is not translated', ENGLISH, /^It is not written in German/],
    ['half of it is gone', GERMAN.slice(0, 90), /Names are missing|^It is \d+ % as long/],
  ])('is refused if %s', (_, content, fault) => {
    expect(check(content).join('\n')).toMatch(fault)
  })

  test('is known by its letters, where these tell the language', () => {
    expect(check(GERMAN, 'ja').join()).toContain('It is not written in Japanese.')
  })

  test('may have its own names for countries, months and days, and endings on others', () => {
    expect(check(GERMAN.replace('Ada Oduya', 'Ada Oduyas Freundin'))).toEqual([])
  })
})

test('names that stand together are one', () => {
  const text = 'Then came Ada Oduya of Bergen. Later Ada Oduya left for the North Sea with NATO.'
  expect(findNameRows(text)).toEqual([['Ada', 'Oduya'], ['Bergen'], ['North', 'Sea'], ['NATO']])
})
