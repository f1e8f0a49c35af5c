import { escapeHtml } from '../../../shared/text.ts'
import { dropNotes } from './author-notes.ts'
import { outside } from './source-texts.ts'
import { computeFilters } from './liquid-filters.ts'
import { showTags, type TagPicture } from './markdown-text.ts'

const CODE = /<(pre|code|script|style|textarea)\b[^>]*>[^]*?<\/\1>/gi
const CODE_TAG = /\{%-?\s*(highlight|codeblock|code)\b([^%\n]*)%\}\n?([^]*?)\n?[ \t]*\{%-?\s*end\1\s*-?%\}/g

/** Returns the HTML of a post without the notes of its author. `said` is the same. */
export function readHtmlNotes(html: string) {
  let notes = 0
  const content = outside(html, CODE, (part) => {
    const { text, count } = dropNotes(part)
    notes += count
    return text
  })
  return { content, said: content, lost: Array<string>(notes).fill('note of the author (never public)') }
}

/**
 * Returns the HTML of a post of Jekyll in which the tags that hold code, a picture or the address of another text are HTML,
 * and the names of its other tags. The code comes first, for nothing in it is a tag.
 */
export function showHtmlTags(html: string): { content: string; lost: string[] } {
  if (!/\{\{|\{%/.test(html)) return { content: html, lost: [] }
  const lost: string[] = []
  const coded = html.replace(CODE_TAG, (_, ...[, attributes = '', code = '']: string[]) => {
    const language = /[\w+#-]+/.exec(attributes)?.[0] ?? ''
    return `<pre><code class="language-${language}">${escapeHtml(code)}</code></pre>`
  })
  return { content: outside(coded, CODE, (part) => showTags(computeFilters(part), lost, drawPicture)), lost }
}

function drawPicture({ address, alt, caption }: TagPicture): string {
  const image = `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">`
  return caption ? `<figure>${image}<figcaption>${escapeHtml(caption)}</figcaption></figure>` : image
}
