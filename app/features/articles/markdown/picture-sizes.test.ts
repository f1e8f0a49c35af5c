import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.server.ts'

const htmlOf = (content: string) => renderMarkdown({ content, baseUrl: null, lang: null }).html

describe('an image alone in its paragraph', () => {
  test('becomes a figure, with its title as the caption', () => {
    const html = htmlOf('![Boat](/boat.png "The *Ines* at \\"six\\" & later")')
    expect(html).toMatch(/^<figure class="picture is-unsized">/)
    expect(html).toContain('<figcaption>The *Ines* at &quot;six&quot; &amp; later</figcaption></figure>')
    expect(html).not.toContain(' title=')
  })

  test('has no caption without a title', () =>
    expect(htmlOf('![Boat](/boat.png)')).not.toContain('figcaption'))

  test('keeps its size; without a size it gets a box and a link to the whole image', () => {
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

  test('keeps a link that its author set', () => {
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

describe('an image that was uploaded', () => {
  const id = '01a1fd26-8c97-77b6-8309-db0e57169c42'
  const src = `/uploads/${id}-1200x800.webp`

  test('has a srcset of all stored sizes, its original size, and no link to the whole image', () => {
    const html = htmlOf(`![Boat](${src})`)
    expect(html).toMatch(/^<figure class="picture"><img /)
    expect(html).toContain(
      `srcset="/uploads/${id}-480x320.webp 480w, /uploads/${id}-960x640.webp 960w, ${src} 1200w" sizes=`,
    )
    expect(html).toContain(`width="1200" height="800" src="${src}" alt="Boat" loading="lazy"`)
    expect(html).not.toContain('<a ')
  })

  test('keeps the size that its author gave it', () =>
    expect(htmlOf(`<p><img src="${src}" width="300" height="200"></p>`)).not.toContain('width="1200"'))

  test('keeps its relative URL when the article was first published elsewhere', () => {
    const { html } = renderMarkdown({
      content: `![a](${src}) ![b](/b.png)`,
      baseUrl: 'https://first.example/x',
      lang: null,
    })
    expect(html).toContain(`src="${src}"`)
    expect(html).toContain('src="https://first.example/b.png"')
  })

  test('is an ordinary image if its URL differs in any way', () => {
    for (const other of [`${src}?x`, `https://other.example${src}`, `/uploads/${id}-1200x.webp`, `${src}/..`])
      expect(htmlOf(`![Boat](${other})`)).not.toContain('srcset')
  })
})
