import type { EditorState, TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { isInCode } from './blocks.ts'
import { findTable } from './tables.ts'

// The formats of a web page or a word processor that plain text does not have.
const STRUCTURE =
  /<(?:h[1-6]|[uo]l|table|blockquote|pre|code|img|strong|b|em|i|del|s|strike|sup|sub|hr|input|a(?= [^>]*href))\b|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|line-through|vertical-align:\s*su[pb]|mso-list:\s*l\d/i
const PARAGRAPHS = /<(?:p|div)\b[^]*?<(?:p|div)\b|<br\b/i
const MARKDOWN = /^(?:#{1,6} |[-*+] |\d+\. |> |```|\| )|\*\*\S[^]*\*\*|\[[^\]\n]+\]\([^)\s]+\)/m

// Sheets of styles, comments, and the element that Google Docs puts around each text.
const AROUND = /<style\b[^]*?<\/style>|<!--[^]*?-->|<b\b[^>]*font-weight:\s*normal[^>]*>/gi

/** The parts of a clipboard. */
interface Clipboard {
  html: string
  plain: string
  types: readonly string[]
}

/**
 * Returns true if the HTML of a clipboard says more than its plain text. Code editors copy colours only, and their text
 * is Markdown already.
 */
export function isRich({ html, plain, types }: Clipboard): boolean {
  if (types.some((type) => type.startsWith('vscode')) || isOfCodeEditor(html)) return false
  const meant = html.replace(AROUND, '')
  return STRUCTURE.test(meant) || (PARAGRAPHS.test(meant) && !MARKDOWN.test(plain))
}

// A browser says in which letters the HTML is, and names the classes of a highlighter. An editor does neither.
function isOfCodeEditor(html: string): boolean {
  const [first = ''] = /<(?:pre|div)\b[^>]*>/i.exec(html) ?? []
  if (/^<div/i.test(first))
    return /mono|Consolas|Menlo|Courier/i.test(first) && /white-space:\s*pre/i.test(first)
  const before = html
    .slice(0, html.indexOf(first))
    .replace(/<!--[^]*?-->|<\/?(?:html|head|body|meta http)\b[^>]*>|\s/gi, '')
  return first !== '' && before === '' && !/<code\b|\sclass=/i.test(html)
}

/**
 * Inserts HTML as Markdown at the caret. It inserts the plain text if the script that translates it cannot be loaded, or
 * cannot read it.
 */
export async function pasteRichText(view: EditorView, { html, plain }: Clipboard): Promise<void> {
  const text = await import('./clipboard-to-markdown.ts')
    .then(({ toPastedMarkdown }) => toPastedMarkdown(html, view.state.doc.toString()))
    .catch(() => '')
  view.dispatch(insertPasted(view.state, text || plain))
}

/** Returns the change that puts pasted Markdown in place of the selection, with the empty lines that its blocks need. */
export function insertPasted(state: EditorState, pasted: string): TransactionSpec {
  const { from, to } = state.selection.main
  const change = { from, to, insert: pasted }
  if (findTable(state)) change.insert = toCell(pasted)
  else if (!isInCode(state, { from, to })) setBetween(state, change)
  const { length } = change.insert
  return {
    changes: change,
    selection: { anchor: change.from + length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  }
}

const toCell = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/\\?\|/g, String.raw`\|`)

const LIST = /^(?:[-*+]|\d+[.)]) /
const BLOCK = /^(?:#{1,6} |>|\||```|---$|\[\^[^\]]+\]: |<)/m

function setBetween(state: EditorState, change: { from: number; to: number; insert: string }): void {
  const { from, to, insert } = change
  const line = state.doc.lineAt(from)
  const before = state.sliceDoc(line.from, from)
  const quotes = /^\s*(?:>\s?)+/.exec(before)?.[0] ?? ''
  if (LIST.test(insert) && /^(?:[-*+]|\d+[.)])\s*$/.test(before)) change.from = line.from
  const words = state.sliceDoc(line.from, change.from).slice(quotes.length)
  const lead = isBlockStart(insert) ? toGap(words, readLine(state, line.number - 1), insert) : ''
  const trail = isBlockEnd(insert) ? toTrail(state, to) : ''
  change.insert = `${lead}${insert}${trail}`.replaceAll('\n', `\n${quotes}`)
}

function toTrail(state: EditorState, to: number): string {
  const line = state.doc.lineAt(to)
  const next = readLine(state, line.number + 1)
  return toGap(state.sliceDoc(to, line.to), next, next)
}

const readLine = ({ doc }: EditorState, number: number) =>
  number > 0 && number <= doc.lines ? doc.line(number).text : ''

const isBlockEnd = (text: string) =>
  text.endsWith('```') || isBlockStart(text.split(/\n\n(?=\S)/).at(-1) ?? '')

const isBlockStart = (text: string) => LIST.test(text) || BLOCK.test(text.split('\n', 1)[0] ?? '')

// Returns the line ends between a block and the words in its line, or the line beside it. Items of a list stay together.
function toGap(words: string, beside: string, below: string): string {
  if (words.trim() !== '') return '\n\n'
  return beside.trim() === '' || (LIST.test(beside) && LIST.test(below)) ? '' : '\n'
}
