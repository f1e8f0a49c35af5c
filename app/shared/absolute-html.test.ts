import { describe, expect, test } from 'vitest'
import { toAbsoluteHtml } from './absolute-html.ts'

const PAGE = 'https://news.example/article/tides'

describe('the URLs in the HTML of a feed', () => {
  test.each([
    ['<a href="/about">', '<a href="https://news.example/about">'],
    ['<a href="boats">', '<a href="https://news.example/article/boats">'],
    ['<a href="#text-fn1">', '<a href="https://news.example/article/tides#text-fn1">'],
    ['<a href="?page=2">', '<a href="https://news.example/article/tides?page=2">'],
    [
      '<img srcset="/a-4x3.webp 4w, /a-8x6.webp 8w">',
      '<img srcset="https://news.example/a-4x3.webp 4w, https://news.example/a-8x6.webp 8w">',
    ],
    ['<img src="//cdn.example/a.png" alt="">', '<img src="https://cdn.example/a.png" alt="">'],
    [
      '<img alt="a" src="/a.png?x=1&amp;y=2" />',
      '<img alt="a" src="https://news.example/a.png?x=1&amp;y=2" />',
    ],
    ['<td data-align="right">', '<td align="right">'],
  ])('become absolute: %s', (html, absolute) => expect(toAbsoluteHtml(html, PAGE)).toBe(absolute))

  test.each([
    '<a href="https://other.example/A b">',
    '<a href="mailto:ines@example.com">',
    '<p>src="/a" &lt;a href="/b"&gt;</p>',
    '<img title="a src=" alt="/b" src="https://news.example/c">',
    '<p title="/about" id="text-a">',
    '<a href="https://[">',
  ])('stay as they are if they are absolute already, or are not URLs: %s', (html) =>
    expect(toAbsoluteHtml(html, PAGE)).toBe(html),
  )

  test('are resolved in every element, and text that looks like one is not', () => {
    const html = '<p><a href="/a">x</a> <img src="/b"> href="/c"</p>'
    expect(toAbsoluteHtml(html, PAGE)).toBe(
      '<p><a href="https://news.example/a">x</a> <img src="https://news.example/b"> href="/c"</p>',
    )
  })
})
