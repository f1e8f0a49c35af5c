import TurndownService from 'turndown'
import { listAll } from './html-parts.ts'
import { MARKDOWN_RULES } from './markdown-rules.ts'
import { showNoscript } from './noscript-pictures.ts'

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
}).remove(['script', 'style', 'form', 'button', 'noscript', 'template'])
for (const [name, rule] of MARKDOWN_RULES) service.addRule(name, rule)

/** Returns the Markdown of an element's content. What Markdown does not have stays HTML, which it allows. */
export function toMarkdown(element: HTMLElement): string {
  showNoscript(element)
  keepTargets(element)
  return `${service.turndown(element).trim()}\n`
}

const HAS_ID = /^(A|H[1-6])$/ // their rules keep it
const HOLDS_ANCHOR = /^(ASIDE|BLOCKQUOTE|DD|DIV|DT|LI|P|SECTION|SPAN|SUB|SUP|TD|TH)$/

// The links of notes lead to ids within the text. Markdown would lose these ids.
function keepTargets(element: HTMLElement): void {
  const page = element.ownerDocument
  for (const id of new Set(
    listAll(element, 'a[href^="#"]').map((link) => link.getAttribute('href')?.slice(1)),
  )) {
    const target = id ? page.getElementById(id) : null
    if (!target || HAS_ID.test(target.nodeName)) continue
    const anchor = page.createElement('a')
    anchor.setAttribute('id', id ?? '')
    target.removeAttribute('id')
    if (HOLDS_ANCHOR.test(target.nodeName)) target.insertBefore(anchor, target.firstChild)
    else target.parentNode?.insertBefore(anchor, target)
  }
}

const BARE_URL = /(https?:\/\/[^\s*`<>[\]\\~&{}"']+)/
const escapeStars = service.escape.bind(service)

// A URL in a text keeps its characters, because our pages make a link of it.
service.escape = (text) =>
  text
    .split(BARE_URL)
    .map((part, index) => (index % 2 === 1 ? part : escapeText(part)))
    .join('')

// What turndown leaves: tags and entities that were text, signs at the start of a line, and what our renderer reads as
// markup: deleted text, template tags, and the import and export lines of MDX.
const escapeText = (text: string) =>
  escapeStars(text)
    .replace(/<(?=[a-z/!?])/gi, String.raw`\<`)
    .replace(/&(?=#?\w+;)/g, String.raw`\&`)
    .replaceAll('~', String.raw`\~`)
    .replace(/\{(?=[{%])/g, '{\\')
    .replace(/^(\d+)([.)])(?=\s|$)/, String.raw`$1\$2`)
    .replace(/^([+#]+|\|)(?=\s|$)/, String.raw`\$1`)
    .replace(/!$/, String.raw`\!`)
    .replace(/^i(?=mport\s.*["'{])/, '&#105;')
    .replace(/^e(?=xport\s.*[={(])/, '&#101;')
