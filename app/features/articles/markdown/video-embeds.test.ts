import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.server.ts'

const render = (content: string) => renderMarkdown({ content, baseUrl: null, lang: null })
const htmlOf = (content: string) => render(content).html
const YOUTUBE =
  '<figure class="embed"><a href="https://www.youtube.com/watch?v=abc_-12" rel="noopener">Watch the video on YouTube</a></figure>'

describe('a video', () => {
  test.each([
    'https://www.youtube.com/watch?v=abc_-12',
    'https://youtube.com/watch?list=x&v=abc_-12&t=10s',
    '<https://m.youtube.com/watch?v=abc_-12>',
    'https://youtu.be/abc_-12?si=x',
    'https://www.youtube.com/shorts/abc_-12',
    '<p><iframe src="https://www.youtube.com/embed/abc_-12"></iframe></p>',
    '<iframe width="560" height="315" src="//www.youtube.com/embed/abc_-12?rel=0" allowfullscreen></iframe>',
  ])('that stands alone becomes a figure with a plain link: %s', (content) =>
    expect(htmlOf(`Before.\n\n${content}\n\nAfter.`).replaceAll('\n', '')).toBe(
      `<p>Before.</p>${YOUTUBE}<p>After.</p>`,
    ),
  )

  test('that stands alone in a div, a figure or a quotation becomes a figure too', () => {
    const frame = '<iframe src="https://www.youtube.com/embed/abc_-12"></iframe>'
    expect(htmlOf(`<div class="video">${frame}</div>`)).toBe(`<div>${YOUTUBE}</div>`)
    expect(htmlOf(`<figure>${frame}<figcaption>c</figcaption></figure>`)).not.toContain('<p>')
    expect(htmlOf('> https://youtu.be/abc_-12').replaceAll('\n', '')).toBe(
      `<blockquote>${YOUTUBE}</blockquote>`,
    )
  })

  test.each([
    'See https://youtu.be/abc_-12 now',
    '[Our talk](https://youtu.be/abc_-12)',
    'a\n<iframe src="https://www.youtube.com/embed/abc_-12"></iframe>\nb',
    '<p>a <b>b</b><iframe src="https://www.youtube.com/embed/abc_-12"></iframe></p>',
    'https://www.youtube.com/@harbour',
    'https://vimeo.com/channels/staffpicks',
    'https://evil.example/watch?v=abc',
    'https://youtu.be.evil.example/abc',
  ])('within a sentence is not a figure, nor is a URL that only looks like a video: %s', (content) => {
    expect(htmlOf(content)).not.toContain('figure')
  })

  test('is not in the excerpt', () => {
    expect(render('https://youtu.be/abc_-12\n\nThe tide turned.').excerpt).toBe('The tide turned.')
  })
})
