import { expect, test } from 'vitest'
import { toAbsoluteUrl } from './addresses.ts'

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
])('%j is known to other computers as %s', (address, url) =>
  expect(toAbsoluteUrl(address, 'https://news.example')).toBe(url),
)
