// @store none
import { describe, expect, test } from 'vitest'
import { isOldAddress, isOwnAddress } from './own-addresses.ts'

describe('the own address of a page', () => {
  test.each([
    ['/', '/'],
    ['/?page=2', '/'],
    ['/about', '/*'],
    ['/services/roof-repair', '/*'],
    ['/%C3%BCber-uns', '/*'],
    ['/article/tide', '/article/:slug'],
    ['/article/tide.md', '/article/:slug.md'],
    ['/category/open%20sea?page=3', '/category/:category'],
    ['/category/open%20sea/feed.xml', '/category/:category/feed.xml'],
    ['/category/sea/articles.json?page=2', '/category/:category/articles.json'],
    ['/author/Ines%2FAda', '/author/:author'],
    ['/author/.%20', '/author/:author'],
    ['/.well-known/security.txt', '/.well-known/security.txt'],
  ])('is %s for %s', (address, pattern) => expect(isOwnAddress(address, pattern)).toBe(true))

  test.each([
    ['//', '/'],
    ['/about/', '/*'],
    ['/about//', '/*'],
    ['/%61bout', '/*'],
    ['/about?page=2', '/*'],
    ['/about#top', '/*'],
    ['/services/../about', '/*'],
    ['/%c3%bcber-uns', '/*'],
    ['/ARTICLE/tide', '/article/:slug'],
    ['/article/tide///', '/article/:slug'],
    ['/article/tide?page=2', '/article/:slug'],
    ['/article/tide.MD', '/article/:slug.md'],
    ['/article/0199A1B2-0000-7000-8000-000000000000', '/article/:slug'],
    ['/category/SEA', '/category/:category'],
    ['/author/A,B', '/author/:author'],
    ['/feed.xml?page=2', '/feed.xml'],
  ])('is not %s for %s', (address, pattern) => expect(isOwnAddress(address, pattern)).toBe(false))
})

test.each([
  ['/2024/05/tide', true],
  ['/2024/05/tide/', true],
  ['/?p=12', true],
  ['/2024/05/tide//', false],
  ['/2024/05/%74ide', false],
])('an old address is spelled as such: %s, %j', (address, isOne) =>
  expect(isOldAddress(address, '/*')).toBe(isOne),
)
