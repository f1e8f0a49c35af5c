import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.server.ts'

const render = (content: string) => renderMarkdown({ content, baseUrl: null, lang: null })
const idsOf = (content: string) =>
  [...render(content).html.matchAll(/<h\d id="([^"]*)"/g)].map((match) => match[1])

describe('a heading', () => {
  test.each([
    ['## The tide', 'text-the-tide'],
    ['## What *is* `git rebase`?', 'text-what-is-git-rebase'],
    ['## Über die Straße', 'text-über-die-straße'],
    ['## 潮汐 与 港口', 'text-潮汐-与-港口'],
    ['## گاه‌شمار دریا', 'text-گاهشمار-دریا'],
    ['## 1 < 2 && "three"', 'text-1--2--three'],
    ['## ***', 'text-section'],
    ['## A[^1]\n\n[^1]: Note.', 'text-a'],
    ['## The tide {#low-water}', 'text-low-water'],
    ['## Ebbe und Flut {#über-см.潮}', 'text-über-см.潮'],
    ['<h2>Raw <em>one</em></h2>', 'text-raw-one'],
    ['<h2 id="own">Raw</h2>', 'text-own'],
    [`## ${'x'.repeat(300)}`, `text-${'x'.repeat(80)}`],
  ])('has an id made of its text: %s', (content, id) =>
    expect(idsOf(content)).toEqual(id === 'text-section' ? ['text-section'] : [id]),
  )

  test('has an id that is unique within the text', () => {
    const ids = idsOf('<p id="a">x</p>\n\n## A\n\n## A\n\n### a!\n\n## A 1\n\n## fn1[^1]\n\n[^1]: Note.')
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(['text-a-1', 'text-a-2', 'text-a-3', 'text-a-1-1', 'text-fn1-1'])
  })

  test('is the target of a link within the text that uses its id', () => {
    expect(render('[down](#how-it-ends)\n\n## How it ends').html).toContain('href="#text-how-it-ends"')
  })

  test('has a permalink beside it, which adds nothing to its accessible name', () => {
    const { html } = render('## The "tide" & <b>more</b>')
    expect(html).toMatch(
      /^<div class="heading"><h2 id="text-the-tide--more">The “tide” &amp; <b>more<\/b><\/h2><a class="permalink" href="#text-the-tide--more" aria-label="Link to: The “tide” &amp; more"><\/a><\/div>\s*$/,
    )
  })

  test('within a link has no permalink, as links cannot hold links', () => {
    const { html } = render('<a href="/x"><h2>T</h2></a>\n\n## U')
    expect(html.match(/class="permalink"/g)).toHaveLength(1)
    expect(html).toContain('<h2 id="text-t">T</h2></a>')
  })

  test('without text has no permalink', () => expect(render('## ![](a.png)').html).not.toContain('permalink'))
})

const long = (headings: string[]) =>
  headings.map((heading) => `${heading}\n\n${'word '.repeat(250)}`).join('\n\n')

const parts = (count: number) =>
  Array.from({ length: count }, (_, part) => `## Part ${part}\n\n${'word '.repeat(5)}`)

describe('the table of contents', () => {
  test('has the h2 and h3 of a long text, as plain text', () => {
    expect(render(long(['# One *and* `two`', '## 潮汐', '### 1 < 2', '#### Deeper', '## Last'])).toc).toEqual(
      [
        { id: 'text-one-and-two', text: 'One and two', level: 2 },
        { id: 'text-潮汐', text: '潮汐', level: 2 },
        { id: 'text-1--2', text: '1 < 2', level: 3 },
        { id: 'text-last', text: 'Last', level: 2 },
      ],
    )
  })

  test('is empty for a text with few headings or few words', () => {
    expect(render(long(['## A', '## B', '## C', '#### D'])).toc).toEqual([])
    expect(render('## A\n\n## B\n\n## C\n\n## D\n\nFew words.').toc).toEqual([])
  })

  test('is empty for a text with more than 200 headings', () => {
    expect(render(parts(200).join('\n\n')).toc).toHaveLength(200)
    expect(render(parts(201).join('\n\n')).toc).toEqual([])
  })

  test('counts the characters of a text without spaces', () => {
    const text = ['一', '二', '三', '四']
      .map((heading) => `## ${heading}\n\n${'潮'.repeat(600)}`)
      .join('\n\n')
    expect(render(text).toc).toHaveLength(4)
  })
})
