import { expect, test } from 'vitest'
import { markLinks } from './link-rel.ts'

const MARKED = 'rel="ugc nofollow noopener"'

test.each([
  ['<a href="https://x.example/" rel="noopener">x</a>', `<a href="https://x.example/" ${MARKED}>x</a>`],
  [
    '<a title="a" href="http://x.example/?a=1&amp;b" rel="noopener" id="b">',
    `<a title="a" href="http://x.example/?a=1&amp;b" ${MARKED} id="b">`,
  ],
  ['<a rel="noopener" href="https://x.example/">x</a>', `<a ${MARKED} href="https://x.example/">x</a>`],
  ['<a href="HTTPS://x.example/" rel="noopener">', `<a href="HTTPS://x.example/" ${MARKED}>`],
  ['<a href=" https://x.example/" rel="noopener">', `<a href=" https://x.example/" ${MARKED}>`],
  ['<a href="\u0001https://x.example/" rel="noopener">', `<a href="\u0001https://x.example/" ${MARKED}>`],
  ['<a href="ht\ntps://x.example/" rel="noopener">', `<a href="ht\ntps://x.example/" ${MARKED}>`],
  [
    '<a title=" href=" rel="noopener" id="/" href="http:x.example">',
    `<a title=" href=" ${MARKED} id="/" href="http:x.example">`,
  ],
  [
    '<p><a href="https://a.example" rel="noopener">a</a> <a href="https://b.example" rel="noopener">b</a></p>',
    `<p><a href="https://a.example" ${MARKED}>a</a> <a href="https://b.example" ${MARKED}>b</a></p>`,
  ],
])('a link to another site is marked: %s', (html, marked) => {
  expect(markLinks(html)).toBe(marked)
})

test.each([
  '<a href="/article/tides" rel="noopener">ours</a>',
  '<a rel="noopener" href="notes?at=12:30">ours</a>',
  '<a href="mailto:desk@x.example" rel="noopener">a letter</a>',
  '<a href="#text-fn1">note</a>',
  '<code>&lt;a href="https://x.example" rel="noopener"&gt;</code>',
  '<img src="https://x.example/a.png" alt="a">',
])('nothing else is changed: %s', (html) => {
  expect(markLinks(html)).toBe(html)
})
