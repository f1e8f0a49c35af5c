import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import markdownSource from 'highlight.js/lib/languages/markdown'
import nginx from 'highlight.js/lib/languages/nginx'
import php from 'highlight.js/lib/languages/php'
import powershell from 'highlight.js/lib/languages/powershell'
import python from 'highlight.js/lib/languages/python'
import r from 'highlight.js/lib/languages/r'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import scss from 'highlight.js/lib/languages/scss'
import shell from 'highlight.js/lib/languages/shell'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import type { MarkdownIt } from 'markdown-it'

const LANGUAGES = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  markdown: markdownSource,
  nginx,
  php,
  powershell,
  python,
  r,
  ruby,
  rust,
  scss,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
}

for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language)

// Characters to highlight in one block and in one text, so that rendering stays within its 2 s.
const BLOCK_LIMIT = 20_000
const TEXT_LIMIT = 200_000
const PLAIN = new Set(['text', 'txt', 'plain', 'plaintext', 'none'])
/** Labels for languages whose grammar has a less precise name. */
const LABELS: Record<string, string> = { html: 'HTML', xml: 'XML', toml: 'TOML', jsx: 'JSX', tsx: 'TSX' }

/** A markdown-it plugin that highlights fenced code of known languages, and labels every fence that names a language. */
export function highlightCode(markdown: MarkdownIt): void {
  const { escapeHtml, unescapeAll } = markdown.utils
  markdown.core.ruler.push('highlight', (state) => {
    let left = TEXT_LIMIT
    for (const token of state.tokens) {
      if (token.type !== 'fence') continue
      const name = toLanguageName(unescapeAll(token.info))
      const canHighlight = token.content.length <= Math.min(BLOCK_LIMIT, left)
      const code = canHighlight ? highlight(token.content, name) : undefined
      if (code !== undefined) left -= token.content.length
      token.meta = { name, code: code ?? escapeHtml(token.content) } satisfies Fence
    }
  })
  markdown.renderer.rules.fence = (tokens, index) => {
    const { name = '', code = '' } = (tokens[index]?.meta ?? {}) as Partial<Fence>
    if (name === '') return `<pre><code>${code}</code></pre>\n`
    const label = toLabel(name)
    return `<pre${label && ` data-language="${label}"`}><code class="language-${name}">${code}</code></pre>\n`
  }
}

interface Fence {
  name: string
  code: string
}

const highlight = (code: string, language: string): string | undefined =>
  highlighter.getLanguage(language) && highlighter.highlight(code, { language }).value

function toLabel(name: string): string {
  if (PLAIN.has(name)) return ''
  return LABELS[name] ?? highlighter.getLanguage(name)?.name?.split(',')[0] ?? name
}

/** Returns the language of a fence, as `[\w-]`; also of `{.cpp}`, `{r, echo=FALSE}` and `rust,ignore`. Empty for none. */
function toLanguageName(info: string): string {
  const [word = ''] = /[\w+#-]+/.exec(info) ?? []
  return word
    .toLowerCase()
    .replaceAll('++', 'pp')
    .replaceAll('#', 'sharp')
    .replace(/[^\w-]/g, '')
}
