// @store none
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown.server.ts'

const htmlOf = (content: string) => renderMarkdown({ content, baseUrl: null, lang: null }).html
const fence = (info: string, code: string) => htmlOf(`\`\`\`${info}\n${code}\n\`\`\``)

const block = (length: number) => '`a`;'.repeat(length / 4)

describe('fenced code', () => {
  test.each([
    ['ts', 'const a: number = 1', 'keyword', 'TypeScript'],
    ['python', 'def f(): pass', 'keyword', 'Python'],
    ['{r, echo=FALSE}', 'x <- function(y) 1', 'keyword', 'R'],
    ['{.cpp', 'return 1;', 'keyword', 'C++'],
    ['c++', 'return 1;', 'keyword', 'C++'],
    ['c#', 'return 1;', 'keyword', 'C#'],
    ['rust,ignore', 'fn main() {}', 'keyword', 'Rust'],
    ['html', '<p class="x">y</p>', 'tag', 'HTML'],
    ['toml', 'a = "b"', 'attr', 'TOML'],
    ['sh', 'echo "x"', 'string', 'Bash'],
  ])('of a known language is highlighted and labelled: %s', (...[info, code, colour, label]) => {
    const html = fence(info, code)
    expect(html).toContain(`<span class="hljs-${colour}">`)
    expect(html).toContain(` data-language="${label}"`)
    expect(html).toMatch(/<code class="language-[\w-]+">/)
  })

  test('of an unknown language is not highlighted and has its name as label', () => {
    const html = fence('brainfuck', '++[<b>]')
    expect(html).toBe(
      '<pre data-language="brainfuck" tabindex="0"><code class="language-brainfuck">++[&lt;b&gt;]\n</code></pre>\n',
    )
  })

  test('without a language is not highlighted and has no label', () => {
    for (const info of ['', 'text', 'plain', '<>"\'']) {
      expect(fence(info, 'const a = 1')).not.toContain('hljs')
      expect(fence(info, 'const a = 1')).not.toContain('data-language')
    }
    expect(htmlOf('    const a = 1')).not.toContain('hljs')
  })

  test('shows every character that was written', () => {
    const code = 'a < b && c > d // "quoted" \'single\' &amp; <script>alert(1)</script> ${x}'
    const shown = fence('js', code)
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
    expect(shown.replaceAll('&quot;', '"').replaceAll('&amp;', '&').trim()).toBe(code)
  })

  test('is not highlighted over 20 kB, nor after 200 kB in one text', () => {
    expect(fence('js', block(19_000))).toContain('hljs')
    expect(fence('js', block(21_000))).not.toContain('hljs')
    const blocks = htmlOf(
      Array.from({ length: 20 }, () => `~~~js\n${block(15_000)}\n~~~`).join('\n\n'),
    ).split('</pre>')
    expect(blocks.filter((html) => html.includes('hljs'))).toHaveLength(13)
  })

  test('is the only place for its classes and labels; a text cannot set them elsewhere', () => {
    expect(htmlOf('<span class="hljs-keyword">x</span>')).not.toContain('class')
    expect(htmlOf('<code><span class="hljs-keyword other">x</span></code>')).toContain(
      '<span class="hljs-keyword">',
    )
    expect(htmlOf('<pre data-language="<b>x</b>">x</pre>')).not.toContain('data-language')
    expect(fence('js" onclick="x', 'a')).not.toContain('onclick')
  })
})

const CODE_GROUND = { light: '#f1ecdf', dark: '#0f0d0a' }

test('every colour of code has enough contrast on its background, light and dark', () => {
  expect(readFileSync('app/ui/tokens.css', 'utf8')).toContain(
    `--color-sunk: light-dark(${CODE_GROUND.light}, ${CODE_GROUND.dark})`,
  )
  const css = readFileSync('app/ui/prose-blocks.css', 'utf8')
  const colours = [...css.matchAll(/\.hljs-[^{]*\{\s*color: light-dark\((#\w{6}), (#\w{6})\)/g)]
  expect(colours.length).toBeGreaterThanOrEqual(7)
  for (const [, light = '', dark = ''] of colours) {
    expect(contrast(light, CODE_GROUND.light), light).toBeGreaterThanOrEqual(4.5)
    expect(contrast(dark, CODE_GROUND.dark), dark).toBeGreaterThanOrEqual(4.5)
  }
})

// WCAG 2.2, contrast ratio.
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
