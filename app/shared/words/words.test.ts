import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sayIn, toScriptWords, WORDS } from './say.ts'
import { SCRIPT_TEXTS, type Text, TEXTS } from './texts.ts'

const listNames = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted().join(' ')
const languages = Object.entries(WORDS)

test.each(languages)('the words in %s are whole', (language, words) => {
  expect(Object.keys(words).toSorted()).toEqual([...TEXTS].toSorted())
  const wrong = TEXTS.filter((text) => !words[text] || listNames(words[text]) !== listNames(text))
  expect(wrong).toEqual([])
  expect(words['Latest News']).not.toBe('Latest News')
  expect(JSON.parse(toScriptWords(sayIn(language as keyof typeof WORDS)) ?? '')).toMatchObject({
    'Link copied': words['Link copied'],
  })
})

test('English says the texts themselves', () => {
  const say = sayIn()
  expect(TEXTS.map((text) => say(text))).toEqual(TEXTS)
  expect(say('Explore {n} articles in {category}', { n: 1234, category: '{n}' })).toBe(
    'Explore 1234 articles in {n}',
  )
  expect(toScriptWords(say)).toBeUndefined()
})

test('numbers are grouped as in the language', () => {
  expect(sayIn('de')('{n} results', { n: 1234 })).toBe('1.234 Ergebnisse')
  expect(sayIn('ar')('{n} min read', { n: 12 })).toContain('12')
})

test('scripts say texts that have words in each language', () => {
  const scripts = ['site', 'after-load', 'search'].map((name) =>
    readFileSync(`app/${name}-script.js`, 'utf8'),
  )
  const said = scripts.flatMap((code) =>
    [...code.matchAll(/(?:say|tell)\(\s*'([^']+)'/g)].map(([, text]) => text),
  )
  expect(said.length).toBeGreaterThan(10)
  expect(said.filter((text) => !SCRIPT_TEXTS.includes(text as (typeof SCRIPT_TEXTS)[number]))).toEqual([])
  // Some are said by a constant.
  const code = scripts.join('\n')
  expect(SCRIPT_TEXTS.filter((text) => !code.includes(`'${text}'`))).toEqual([])
})

// Words of the desk, whose language is English, and of previews for authors.
const OF_DESK = [
  'Your first steps',
  'What you write appears here, as readers will see it.',
  'Back to the import',
]
OF_DESK.push('Draft from', 'Ctrl K')

describe('a view of public pages', () => {
  test.each(globSync('app/features/site/pages/*.tsx'))('%s has no words of its own', (path) => {
    const code = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '')
    const found = [
      ...[...code.matchAll(/(?:aria-label|placeholder|title)="([^"]*[a-z][^"]*)"/g)].map(([, text]) => text),
      ...[...code.matchAll(/^\s+([A-Z][a-z]+(?: [A-Za-z]+)*[.…]?)\s*$/gm)].map(([, text]) => text),
      ...[...code.matchAll(/<\w+[^<>]*[^=]>([A-Z][A-Za-z .]+)</g)].map(([, text]) => text),
    ]
    expect(found.filter((text = '') => !OF_DESK.some((known) => text.startsWith(known)))).toEqual([])
  })
})

test('all texts are different', () => expect(new Set<Text>(TEXTS).size).toBe(TEXTS.length))
