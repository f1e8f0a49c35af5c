import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.server.ts'

const htmlOf = (content: string) => renderMarkdown({ content, baseUrl: null, lang: null }).html
const YOUTUBE =
  '<figure class="embed"><a href="https://www.youtube.com/watch?v=abc_-12" rel="noopener">Watch the video on YouTube</a></figure>\n'

describe('a tag of another generator', () => {
  test.each([
    '{{< youtube abc_-12 >}}',
    '{{< youtube "abc_-12" >}}',
    '{{<youtube id="abc_-12" title="A talk">}}',
    '{{< youtube title="A talk" id=abc_-12 >}}',
    '{% include youtube.html id="abc_-12" %}',
    '{% include "youtube.html", id: "abc_-12" %}',
    '{% youtube abc_-12 %}',
  ])('that shows a video becomes that video: %s', (tag) => expect(htmlOf(tag)).toBe(YOUTUBE))

  test('that shows a Vimeo video becomes that video, and a tag within a sentence becomes a link', () => {
    expect(htmlOf('{{< vimeo id=759138370 title="x" >}}')).toContain(
      'class="embed"><a href="https://vimeo.com/759138370"',
    )
    expect(htmlOf('See {{< youtube abc_-12 >}} now')).toMatch(
      /^<p>See <a href="https:\/\/www.youtube.com\/watch\?v=abc_-12"/,
    )
  })

  test.each([
    ['<div markdown="1">\n[x](/a)\n</div>', '<div>\n<p><a href="/a" rel="noopener">x</a></p>\n</div>'],
    ['<div class="a" markdown = "block">*x*</div>', '<div>\n<p><em>x</em></p>\n</div>'],
    [
      '<aside markdown="1">\n *x*\n  <p markdown="1" class="c">\n- y\n  </p>\n</aside>\n\nz',
      '<p><em>x</em></p>\n<ul>\n<li>y</li>\n</ul>\n<p>z</p>',
    ],
    ['`<p markdown="1">`', '<p><code>&lt;p markdown="1"&gt;</code></p>'],
    ['<div>\n*x*\n</div>', '<div>\n*x*\n</div>'],
  ])('that marks Markdown within HTML is read as Markdown: %s', (text, html) =>
    expect(htmlOf(text).replaceAll(/\n+/g, '\n').trim()).toBe(html),
  )

  test.each([
    ['a {{< figure src="x" >}}b', '<p>a b</p>\n'],
    ['a {% image "x" "y" %}b', '<p>a b</p>\n'],
    ['a {{% note %}}b{{% /note %}}', '<p>a b</p>\n'],
    ['{{< note >}}\nText.\n{{< /note >}}', '<p>Text.</p>\n'],
    ['{{< figure\n\n  src="x" >}}\n\nText.', '<p>Text.</p>\n'],
    ['[x]({{< ref "communities/x y.md" >}})', '<p><a>x</a></p>\n'],
    ['[x]({{ "/" | url }}2016/)', '<p><a href="/2016/" rel="noopener">x</a></p>\n'],
    ['[x]({{ site.baseurl }}/a)', '<p><a href="/a" rel="noopener">x</a></p>\n'],
    ['{{< vimeo hello >}}', ''],
    ['import A from \'./a\'\nimport { B, C } from "b";\n\nText.', '<p>Text.</p>\n'],
    ["export const meta = {\n  title: 'x',\n}\n\nText.", '<p>Text.</p>\n'],
    ['export default function X() {\n  return 1\n}\n\nText.', '<p>Text.</p>\n'],
  ])('of any other kind is removed: %j', (content, html) => expect(htmlOf(content)).toBe(html))

  test.each([
    '`{{< note >}}`',
    '``{% raw %} ` ``',
    '```\n{{< note >}}\n```',
    '- x\n\n  ~~~\n  {% raw %}\n  ~~~',
    '    {{< note >}}',
    '<pre>{{&lt; note &gt;}} {% raw %}</pre>',
    '<p><code>{% raw %}</code></p>',
  ])('stays in code: %j', (content) =>
    expect(htmlOf(content)).toMatch(/<(code|pre)[^>]*>[^]*(\{\{&lt; note &gt;\}\}|\{% raw %\})/),
  )

  test('stays in code that shows MDX', () => {
    expect(htmlOf("```js\nimport a from 'b'\nexport const c = 1\n```").replace(/<[^>]*>/g, '')).toContain(
      "import a from 'b'\nexport const c = 1",
    )
  })

  test.each([
    'Import duties from China rose.',
    'import taxes, and export prices',
    'export { } is rare',
    'A {{reason}} in braces.',
    'An open {{< tag',
  ])('is not found in a text that only looks like one: %s', (content) =>
    expect(htmlOf(content).replaceAll('&lt;', '<')).toContain(content),
  )
})
