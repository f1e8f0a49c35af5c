// @store none
import { describe, expect, test } from 'vitest'
import { parsePagePath, toPagePath } from './placement.ts'

describe('the path of a page', () => {
  test.each([
    ['/about', '/about'],
    ['About', '/about'],
    [' /legal/imprint/ ', '/legal/imprint'],
    ['a1-b2', '/a1-b2'],
  ])('is stored as it is read: %s', (typed, path) => expect(parsePagePath(typed)).toEqual({ ok: true, path }))

  test.each([
    '',
    '/',
    '//evil.example',
    '/a b',
    '/a.html',
    '/über',
    '/-a',
    '/a--b',
    '/a?b',
    '/a#b',
    `/${'a'.repeat(100)}`,
  ])('is refused with other characters: %s', (typed) =>
    expect(parsePagePath(typed)).toEqual({ ok: false, reason: 'path-wrong' }),
  )

  test.each([
    '/article/x',
    '/auth',
    '/publisher',
    '/manage-sites/about',
    '/search',
    '/uploads',
    '/face',
    '/articles',
    '/v1/about',
    '/assets/about',
    '/known-host',
  ])('is refused if the product has it: %s', (typed) =>
    expect(parsePagePath(typed)).toEqual({ ok: false, reason: 'path-reserved' }),
  )
})

test.each([
  ['https://old.example/About/', 'x', '/about'],
  ['https://old.example/company/team', 'x', '/company/team'],
  ['https://old.example/?page_id=2', 'about', '/about'],
  ['https://old.example/search/', 'find', '/find'],
  ['', '%E6%BD%AE', undefined],
])('a page of another system at %s with the name %s gets the path %s', (address, name, path) => {
  expect(toPagePath(address, name)).toBe(path)
})
