import { describe, expect, test } from 'vitest'
import { parseDisplayName, parseNext } from './accounts.ts'

const ORIGIN = 'http://localhost:3000'

describe('signing in leads', () => {
  test.each([
    '/publisher',
    '/',
    '/publisher?published=1&tab=two#top',
    '/article/a%20b',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/authors',
    '/auth/',
    '/@evil.example',
    '/publisher?next=https://evil.example',
    '/https://evil.example',
  ])('to the requested path: %s', (next) => expect(parseNext(next)).toBe(next))

  test.each([
    ['/a/../publisher', '/publisher'],
    ['/./publisher', '/publisher'],
    ['/pub\tli\nsher', '/publisher'],
    ['/a\\b', '/a/b'],
    ['/größe', '/gr%C3%B6%C3%9Fe'],
  ])('to the path as browsers read it: %j', (next, path) => expect(parseNext(next)).toBe(path))

  test.each([
    null,
    '',
    'publisher',
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/a/../\\evil.example',
    '/%2e//evil.example',
    '/%2E%2E//evil.example',
    'https://evil.example/',
    'https:evil.example',
    'http:/evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '@evil.example',
    '.evil.example',
    '?next=/publisher',
    '#top',
  ])('home for anything else: %j', (next) => expect(parseNext(next)).toBe('/'))

  test.each(['/auth', '/auth?next=/publisher', '/auth#top', '/x/../auth', '/au\tth'])(
    'home instead of back to signing in: %j',
    (next) => expect(parseNext(next)).toBe('/'),
  )

  test('to a path of this site for 2000 random inputs', () => {
    const pieces = [
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '\t',
      '\n',
      ' ',
      ':',
      '@',
      '?',
      '#',
      'evil.example',
      'auth',
      'http',
      'javascript',
      'ü',
      '\u2028',
      '\0',
      '[',
      '&',
    ]
    const next = createRandom(20_260)
    const samples = Array.from({ length: 2000 }, (_, index) => {
      const length = 1 + Math.floor(next() * 8)
      const text = Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join('')
      return index % 2 === 0 ? `/${text}` : text
    })
    for (const sample of samples) {
      const path = parseNext(sample)
      expect(path, sample).toMatch(/^\//)
      expect(new URL(path, ORIGIN).origin, sample).toBe(ORIGIN)
      expect(new URL(path, ORIGIN).pathname, sample).not.toBe('/auth')
      expect(parseNext(path), sample).toBe(path)
    }
    expect(new Set(samples.map(parseNext)).size).toBeGreaterThan(200)
  })
})

test.each([
  [' Ines  Halloran ', 'Ines Halloran'],
  ['Robert Vale, Jr.', 'Robert Vale, Jr.'],
  ['', ''],
  ['Ines, Theo', null],
  ['Ines,', null],
  ['x'.repeat(81), null],
  [`${'x'.repeat(78)}👩🏽‍🚀`, null], // its last character would be cut off
])('a display name is that of one author, and is never cut: %j', (typed, name) =>
  expect(parseDisplayName(typed)).toBe(name),
)

/** Returns a generator of numbers from 0 to 1 that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
