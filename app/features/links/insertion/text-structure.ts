import type { Token } from 'markdown-it'
import { findForeignLines, findLineStarts } from './foreign-lines.ts'
import { findHrefs, followTags, type OpenTags } from './html-tags.ts'
import { unescapeAddress } from './parse-text.ts'

/** A paragraph of running text that may get a link. */
export interface Passage {
  /** The text as it is written, without the marks before its lines, such as those of a list. */
  text: string
  /** The start of each line, in `text` and in the Markdown. */
  lines: { from: number; at: number }[]
  /** True if it is the first paragraph of the article. */
  isFirst: boolean
}

/** The parts of an article's Markdown that matter for links. */
export interface TextStructure {
  passages: Passage[]
  headings: string[]
  /** The addresses of all links as they are written, also those in raw HTML. */
  hrefs: string[]
  /** The visible text outside of links and code. */
  plain: string[]
}

/** Reads an article's Markdown from its tokens. */
export function extractStructure(content: string, tokens: Token[]): TextStructure {
  const reading: TextStructure = { passages: [], headings: [], hrefs: [], plain: [] }
  const starts = findLineStarts(content)
  const lines = { content, starts, foreign: findForeignLines(content, starts) }
  const state = { reading, lines, blocks: [] as string[], open: new Map(), isFirst: true, isContents: false }
  for (const token of tokens) {
    if (token.nesting === 1) state.blocks.push(token.type)
    else if (token.nesting === -1) state.blocks.pop()
    else if (token.type === 'html_block') readHtml(token.content, state)
    else if (token.type === 'inline') readInline(token, state)
  }
  return reading
}

interface State {
  reading: TextStructure
  lines: Lines
  /** The open blocks, the outermost first. */
  blocks: string[]
  open: OpenTags
  /** True if no paragraph was read yet. */
  isFirst: boolean
  /** True if the last heading was that of a table of contents. */
  isContents: boolean
}

const CONTENTS =
  /^\W*(?:table of contents|contents|toc|on this page|inhalt\w*|sommaire|índice|indice|目录|目次)\W*$/i
const FIRST_WORDS = 3

function readInline(token: Token, state: State): void {
  const { reading, blocks, lines } = state
  const isInHtml = state.open.size > 0
  readChildren(token.children ?? [], state)
  if (blocks.includes('heading_open')) {
    reading.headings.push(token.content)
    state.isContents = CONTENTS.test(token.content)
    return
  }
  const isFirst = state.isFirst && countWords(toVisible(token)) >= FIRST_WORDS
  if (isFirst) state.isFirst = false
  if (isInHtml || state.isContents || !isRunningText(blocks, token)) return
  const passage = toPassage(token, lines)
  if (passage) reading.passages.push({ ...passage, isFirst })
}

function readChildren(children: Token[], state: State): void {
  const { hrefs, plain } = state.reading
  let linkDepth = 0
  for (const { type, nesting, content, attrs } of children) {
    if (type === 'link_open') hrefs.push(String(attrs?.find(([name]) => name === 'href')?.[1]))
    if (type === 'link_open' || type === 'link_close') linkDepth += nesting
    else if (type === 'html_inline') readHtml(content, state)
    else if (type === 'text' && linkDepth === 0) plain.push(content)
  }
}

function readHtml(html: string, { reading, open }: State): void {
  reading.hrefs.push(...findHrefs(html).map(unescapeAddress))
  followTags(open, html)
}

const TEXT_BLOCKS = new Set(['paragraph_open', 'list_item_open', 'bullet_list_open', 'ordered_list_open'])
// Marks of template tags and formulas. The text beside them may not be text for readers.
const FOREIGN = /\{\{|\}\}|\{%|%\}|\{:|\$\$|\\[([]|^(?:import|export)\s/
const LIST_WORDS = 12

// Tables, notes and quotations are left out, because quotations are the words of others. A short list item is no
// sentence.
function isRunningText(blocks: string[], { content, children }: Token): boolean {
  if (blocks.at(-1) !== 'paragraph_open' || !blocks.every((type) => TEXT_BLOCKS.has(type))) return false
  const hasHtmlOrBareLink = children?.some(
    ({ type, markup }) => type === 'html_inline' || markup === 'linkify',
  )
  if (hasHtmlOrBareLink || FOREIGN.test(content)) return false
  return blocks.length === 1 || /[.!?。！？]["”’)]*$/.test(content) || countWords(content) >= LIST_WORDS
}

const TEMPLATE_TAG = /\{[{%][^{}]{0,500}[%}]\}|^(?:import|export)\s.*/g

/** Returns the letters of an inline text that readers see, without template tags. */
const toVisible = ({ children }: Token) =>
  (children ?? [])
    .map(({ type, content }) => (type === 'text' ? content : ' '))
    .join('')
    .replaceAll(TEMPLATE_TAG, '')

const countWords = (text: string) => text.match(/\p{L}+/gu)?.length ?? 0

interface Lines {
  content: string
  starts: number[]
  foreign: Set<number>
}

// Each line of the text is the end of a line of the Markdown. If it is not, as with some tabs, its position is unknown.
function toPassage(inline: Token, { content, starts, foreign }: Lines): Omit<Passage, 'isFirst'> | undefined {
  const { content: text, map } = inline
  if (!map) return undefined
  const lines: Passage['lines'] = []
  let from = 0
  for (const [index, line] of text.split('\n').entries()) {
    const number = map[0] + index
    const start = starts[number]
    if (start === undefined || foreign.has(number)) return undefined
    const whole = content.slice(start, starts[number + 1]).trimEnd()
    const part = line.trimEnd()
    if (!whole.endsWith(part)) return undefined
    lines.push({ from, at: start + whole.length - part.length })
    from += line.length + 1
  }
  return { text, lines }
}
