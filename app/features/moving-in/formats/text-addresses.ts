import { decodeHTML } from 'entities'
import { escapeHtml } from '../../../shared/text.ts'
import { outside } from './source-texts.ts'
import { FENCE } from './markdown-text.ts'

/** An address in a Markdown text. */
export interface TextAddress {
  /** Without the signs and escapes that Markdown and HTML write around it. */
  address: string
  /** True if readers see a picture there. */
  isPicture: boolean
}

/** Returns the address that takes the place of one in a text; undefined if it stays, byte for byte. */
type Change = (found: TextAddress) => string | undefined

// A comment without an end takes the rest of the text.
const UNSEEN = new RegExp(String.raw`${FENCE.source}|<!--[^]*?(?:-->|(?![^]))`, 'gm')

/**
 * Changes the addresses of pictures and links in a Markdown text: those of Markdown, of references and of HTML tags. Code
 * and comments stay as they are, and so do addresses that stand alone.
 */
export const changeAddresses = (content: string, change: Change): string =>
  /\]\(|\]:|<\w/.test(content)
    ? outside(content, UNSEEN, (part) =>
        changeTags(changeReferences(changeTargets(part, change), change), change),
      )
    : content

const TARGET = /(\]\(\s*)(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)/g

const changeTargets = (text: string, change: Change): string =>
  text.replace(TARGET, (whole: string, ...groups: (string | number)[]) => {
    const [opening, written, at] = groups as [string, string, number]
    const changed = change({ address: readTarget(written), isPicture: isImage(text, at) })
    return changed === undefined ? whole : opening + writeTarget(changed)
  })

const LONGEST_ALT = 500

/** Returns true if the brackets that end at a place begin with the sign of an image. */
function isImage(text: string, end: number): boolean {
  let depth = 0
  for (let at = end; at > Math.max(-1, end - LONGEST_ALT); at -= 1) {
    if (text[at] === ']') depth += 1
    if (text[at] === '[') depth -= 1
    if (depth === 0) return text[at - 1] === '!'
  }
  return false
}

const REFERENCE = /^( {0,3}\[(?!\^)[^\]\n]{1,200}\]:[ \t]*\n?[ \t]*)(<[^<>\n]*>|[^\s<>]+)/gm

const changeReferences = (text: string, change: Change): string =>
  text.replace(REFERENCE, (whole: string, ...[opening = '', written = '']: string[]) => {
    const changed = change({ address: readTarget(written), isPicture: false })
    return changed === undefined ? whole : opening + writeTarget(changed)
  })

const TAG = /<(img|source|a|area|video|audio|iframe)\b[^<>]*>/gi
const ATTRIBUTE = /(\s(?:src|href|poster)\s*=\s*)("[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+)/gi

const changeTags = (text: string, change: Change): string =>
  text.replace(TAG, (tag: string, name: string) =>
    tag.replace(ATTRIBUTE, (whole: string, ...[opening = '', written = '']: string[]) => {
      const address = decodeHTML(written.replace(/^(["'])(.*)\1$/, '$2')).trim()
      const changed = change({ address, isPicture: /^img$/i.test(name) })
      return changed === undefined ? whole : `${opening}"${escapeHtml(changed)}"`
    }),
  )

const readTarget = (written: string): string =>
  decodeHTML(written.replace(/^<(.*)>$/, '$1').replace(/\\(?=[!-/:-@[-`{-~])/g, '')).trim()

const writeTarget = (address: string): string =>
  /[\s()<>\\]/.test(address) || address === ''
    ? `<${address.replace(/[<>\n\\]/g, encodeURIComponent)}>`
    : address
