import type { MarkdownIt } from 'markdown-it'

const TRIGGER = /\{\{|\{%|^(?:import|export)\s|\smarkdown\s*=/m

/**
 * A markdown-it plugin that removes the tags of Hugo and Jekyll, and the import and export lines of MDX. A video's tag
 * becomes a link to it. HTML that kramdown marks with `markdown="1"` is read as Markdown. Code is left as it is, and so
 * is the stored Markdown.
 */
export function dropTemplateTags(markdown: MarkdownIt): void {
  markdown.core.ruler.after('normalize', 'template_tags', (state) => {
    if (!TRIGGER.test(state.src)) return
    const isCode = findCodeLines(markdown, state.src)
    const parts: { isCode: boolean; lines: string[] }[] = []
    for (const [index, line] of state.src.split('\n').entries()) {
      const last = parts.at(-1)
      if (last && last.isCode === isCode.has(index)) last.lines.push(line)
      else parts.push({ isCode: isCode.has(index), lines: [line] })
    }
    state.src = parts
      .map((part) => (part.isCode ? part.lines.join('\n') : withoutTags(part.lines.join('\n'))))
      .join('\n')
  })
}

function findCodeLines(markdown: MarkdownIt, text: string): Set<number> {
  const tokens: Parameters<typeof markdown.block.parse>[3] = []
  markdown.block.parse(text, markdown, {}, tokens)
  const lines = new Set<number>()
  for (const { type, map } of tokens) {
    if (!map || (type !== 'fence' && type !== 'code_block')) continue
    for (let line = map[0]; line < map[1]; line += 1) lines.add(line)
  }
  return lines
}

const MDX_IMPORT =
  /^import\s(?:[\w$*\s,]{0,200}(?:\{[^{}]{0,2000}\})?\s{0,20}from\s{1,20})?(?:'[^'\n]*'|"[^"\n]*");?[ \t]*$/gm
const MDX_EXPORT =
  /^export\s+(?:(?:const|let|var)\s+[\w$]+\s*=|(?:default\s+)?(?:async\s+)?(?:function|class)\b|default\s+[{(\w$]+;?[ \t]*$|(?:\{[^{}]{0,2000}\}|\*.*)\s{0,20}from\s|\{[\w$,\s]{0,2000}\};?[ \t]*$).*(?:\n.+)*/gm

const HOLDS_MARKDOWN = /\smarkdown\s*=\s*["']?(?:1|block|span)\b/i
const CODE_OR_TAG =
  /(`+)[^`]+\1|<(\/?)(address|article|aside|blockquote|dd|details|div|dt|figcaption|figure|li|p|section|summary|td|th)\b([^>]*)>/gi

// In Markdown an HTML block ends at an empty line, so empty lines are added around the content. The tags of a paragraph
// are removed: the content gets paragraphs of its own.
function openHtml(text: string): string {
  if (!HOLDS_MARKDOWN.test(text)) return text
  let isParagraphOpen = false
  return text.replace(CODE_OR_TAG, (tag, ...groups: string[]) => {
    const [ticks, slash, name = '', attributes = ''] = groups
    if (ticks) return tag
    const isOpened = HOLDS_MARKDOWN.test(attributes)
    if (name.toLowerCase() === 'p') {
      const isOurs = slash ? isParagraphOpen : isOpened
      isParagraphOpen = !slash && isOpened
      return isOurs ? '\n\n' : tag
    }
    if (slash) return `\n\n${tag}\n\n`
    return isOpened ? `${tag}\n\n` : tag
  })
}

const OPENING = /`+|<(?:pre|code)\b|\{\{[<%]|\{\{|\{%/gi
const CLOSING: Record<string, string> = {
  '<pre': '</pre>',
  '<code': '</code>',
  '{{<': '>}}',
  '{{%': '%}}',
  '{{': '}}',
  '{%': '%}',
}

// One pass from tag to tag. A missing closing tag is searched for only once, so that a text of opening tags alone stays
// fast.
function withoutTags(text: string): string {
  const missing = new Set<string>()
  let kept = ''
  let done = 0
  const plain = openHtml(text.replace(MDX_IMPORT, '').replace(MDX_EXPORT, ''))
  for (const { 0: found, index } of plain.matchAll(OPENING)) {
    const opening = found.toLowerCase()
    if (index < done || missing.has(opening)) continue
    const end = findEnd(plain, index + opening.length, opening)
    if (end === -1 && opening in CLOSING) missing.add(opening)
    const whole = plain.slice(index, end)
    const replacement = opening.startsWith('{') ? toReplacement(whole) : whole
    if (end === -1 || replacement === undefined) continue
    kept += plain.slice(done, index) + replacement
    done = end
  }
  return kept + plain.slice(done)
}

/** Returns where a tag ends, or -1. Code in backticks ends with the same number of backticks, in the same paragraph. */
function findEnd(text: string, from: number, opening: string): number {
  const closing = CLOSING[opening]
  if (closing) {
    const at = text.indexOf(closing, from)
    return at === -1 ? -1 : at + closing.length
  }
  RUN_OR_PARAGRAPH.lastIndex = from
  for (let run = RUN_OR_PARAGRAPH.exec(text); run; run = RUN_OR_PARAGRAPH.exec(text)) {
    if (!run[0].startsWith('`')) return -1
    if (run[0].length === opening.length) return RUN_OR_PARAGRAPH.lastIndex
  }
  return -1
}

const RUN_OR_PARAGRAPH = /`+|\n[ \t]*\n/g

const VIDEO_TAG =
  /^\{[{%][<%]?\s*(?:include\s+)?["']?(youtube|vimeo)[\w.-]*["']?[\s,]+(?:[^]*?\bid\s*[=:]\s*)?["']?([\w-]{3,})/i
const QUOTED_ADDRESS = /^\{\{-?\s*(["'])(.*?)\1\s*\|\s*(?:relative_|absolute_)?url\b/
const EXPRESSION = /^\{\{-?\s*(?:(?:site|page)\.|["'])|\|\s*(?:relative_|absolute_)?url\b/

/** Returns the text that replaces a tag; undefined if the author may want to show the tag itself. */
function toReplacement(tag: string): string | undefined {
  const [, platform, id = ''] = VIDEO_TAG.exec(tag) ?? []
  if (platform?.toLowerCase() === 'youtube') return `<https://www.youtube.com/watch?v=${id}>`
  if (/^\d+$/.test(id)) return `<https://vimeo.com/${id}>`
  if (!/^\{\{[^<%]/.test(tag)) return ''
  return QUOTED_ADDRESS.exec(tag)?.[2] ?? (EXPRESSION.test(tag) ? '' : undefined)
}
