import { expect, test } from 'vitest'
import { toAbsoluteUrl, toSecureAddress } from './addresses.ts'

test.each([
  ['/a.png', 'https://news.example/a.png'],
  ['a.png', 'https://news.example/a.png'],
  ['//cdn.example/a.png', 'https://cdn.example/a.png'],
  ['http://other.example/a b.png', 'http://other.example/a%20b.png'],
  ['javascript:alert(1)', undefined],
  ['data:image/png;base64,AA', undefined],
  ['https://', undefined],
  ['', undefined],
  [null, undefined],
])('the absolute URL of %j is %s', (address, url) =>
  expect(toAbsoluteUrl(address, 'https://news.example')).toBe(url),
)

test.each([
  ['http://a.example/b.png?c', 'https://a.example/b.png?c'],
  ['HTTP://a.example', 'https://a.example'],
  ['https://a.example/b.png', 'https://a.example/b.png'],
  ['http://localhost:3000/b.png', 'http://localhost:3000/b.png'],
  ['/b.png', '/b.png'],
])('a picture at %s is loaded from %s', (address, secure) => expect(toSecureAddress(address)).toBe(secure))
