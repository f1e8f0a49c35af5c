import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.server.ts'

const htmlOf = (content: string) => renderMarkdown({ content, baseUrl: null }).html

describe('an image alone in its paragraph', () => {
  test('is a figure, and its title the caption', () => {
    const html = htmlOf('![Boat](/boat.png "The *Ines* at \\"six\\" & later")')
    expect(html).toMatch(/^<figure class="picture is-unsized">/)
    expect(html).toContain('<figcaption>The *Ines* at &quot;six&quot; &amp; later</figcaption></figure>')
    expect(html).not.toContain(' title=')
  })

  test('has no caption without a title', () =>
    expect(htmlOf('![Boat](/boat.png)')).not.toContain('figcaption'))

  test('keeps the size that is known, and has a box of ours and a link to see it whole where it is not', () => {
    const sized = htmlOf('<p><img src="/boat.png" alt="Boat" width="300" height="200"></p>')
    expect(sized).toMatch(
      /^<figure class="picture"><img src="\/boat.png" alt="Boat" width="300" height="200"/,
    )
    for (const size of ['', 'width="300"', 'height="200"', 'width="100%" height="auto"']) {
      const html = htmlOf(`<p><img src="/boat.png" alt="Boat" ${size}></p>`)
      expect(html).toContain(
        'class="picture is-unsized"><a href="/boat.png" rel="noopener" aria-label="Open the image: Boat">',
      )
    }
    expect(htmlOf('![](/boat.png)')).toContain('aria-label="Open the image">')
  })

  test('keeps the link that it has', () => {
    const html = htmlOf('[![Boat](/boat.png)](/fleet)')
    expect(html).toMatch(
      /^<figure class="picture is-unsized"><a href="\/fleet" rel="noopener"><img [^>]*><\/a><\/figure>\s*$/,
    )
  })
})

test('an image within a sentence stays there', () => {
  expect(htmlOf('A ![Boat](/boat.png "x") sails')).toMatch(/^<p>A <img [^>]*title="x"[^>]*> sails<\/p>/)
  expect(htmlOf('![a](a.png) ![b](b.png)')).not.toContain('figure')
})
