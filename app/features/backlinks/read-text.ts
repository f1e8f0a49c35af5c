import type { Token } from 'markdown-it'
import { findForeignLines, findLineStarts } from './foreign-lines.ts'
import { findHrefs, followTags, type OpenTags } from './html-tags.ts'
import { unescapeAddress } from './parse-text.ts'

/** A paragraph of running text that may get a link. */
export interface Passage {
  /** As it is written, without what stands before its lines, such as the marks of a list. */
  text: string
  /** Where each of its lines begins, in `text` and in the Markdown. */
  lines: { from: number; at: number }[]
  /** Whether the article begins with it. */
  isFirst: boolean
}

/** What an article's Markdown holds, as far as links are concerned. */
export interface Reading {
  passages: Passage[]
  headings: string[]
  /** Where links lead, as they are written; those of raw HTML too. */
  hrefs: string[]
  /** Visible text outside of links and code. */
  plain: string[]
}

/** Reads what the parser made of an article's Markdown. */
export function readText(content: string, tokens: Token[]): Reading {
  const reading: Reading = { passages: [], headings: [], hrefs: [], plain: [] }
  const starts = findLineStarts(content)
  const lines = { content, starts, foreign: findForeignLines(content, starts) }
  const state = { reading, lines, around: [] as string[], open: new Map(), isFirst: true, isContents: false }
  for (const token of tokens) {
    if (token.nesting === 1) state.around.push(token.type)
    else if (token.nesting === -1) state.around.pop()
    else if (token.type === 'html_block') readHtml(token.content, state)
    else if (token.type === 'inline') readInline(token, state)
  }
  return reading
}

interface State {
  reading: Reading
  lines: Lines
  /** The blocks that the parser is in, from the outside to the inside. */
  around: string[]
  open: OpenTags
  /** Whether the first paragraph is still to come. */
  isFirst: boolean
  /** Whether what follows is a table of contents. */
  isContents: boolean
}

const CONTENTS =
  /^\W*(?:table of contents|contents|toc|on this page|inhalt\w*|sommaire|índice|indice|目录|目次)\W*$/i
const FIRST_WORDS = 3

function readInline(token: Token, state: State): void {
  const { reading, around, lines } = state
  const isInHtml = state.open.size > 0
  readChildren(token.children ?? [], state)
  if (around.includes('heading_open')) {
    reading.headings.push(token.content)
    state.isContents = CONTENTS.test(token.content)
    return
  }
  const isFirst = state.isFirst && countWords(toVisible(token)) >= FIRST_WORDS
  if (isFirst) state.isFirst = false
  if (isInHtml || state.isContents || !isRunningText(around, token)) return
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

const AROUND = new Set(['paragraph_open', 'list_item_open', 'bullet_list_open', 'ordered_list_open'])
// Marks of other generators and of formulas: what stands beside them may mean something else than it says.
const FOREIGN = /\{\{|\}\}|\{%|%\}|\{:|\$\$|\\[([]|^(?:import|export)\s/
const LIST_WORDS = 12

// Not in tables, notes and quoted passages: those say what somebody else wrote. A short item of a list is no sentence.
function isRunningText(around: string[], { content, children }: Token): boolean {
  if (around.at(-1) !== 'paragraph_open' || !around.every((type) => AROUND.has(type))) return false
  const isOdd = children?.some(({ type, markup }) => type === 'html_inline' || markup === 'linkify')
  if (isOdd || FOREIGN.test(content)) return false
  return around.length === 1 || /[.!?。！？]["”’)]*$/.test(content) || countWords(content) >= LIST_WORDS
}

const TEMPLATE_TAG = /\{[{%][^{}]{0,500}[%}]\}|^(?:import|export)\s.*/g

/** The letters of an inline text that readers see, tags of other generators left out. */
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

// A line of the text is the end of a line of the Markdown. Where it is not, as with some tabs, the place is unsure.
function toPassage(inline: Token, { content, starts, foreign }: Lines): Omit<Passage, 'isFirst'> | undefined {
  const { content: text, map } = inline
  if (!map) return undefined
  const lines: Passage['lines'] = []
  let from = 0
  for (const [index, line] of text.split('\n').entries()) {
    const number = map[0] + index
    const start = starts[number] ?? 0
    const whole = content.slice(start, starts[number + 1]).trimEnd()
    const said = line.trimEnd()
    if (foreign.has(number) || !whole.endsWith(said)) return undefined
    lines.push({ from, at: start + whole.length - said.length })
    from += line.length + 1
  }
  return { text, lines }
}
