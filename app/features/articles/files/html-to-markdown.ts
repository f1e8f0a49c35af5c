import TurndownService from 'turndown'

type Rule = TurndownService.Rule

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
})
  .keep(['table', 'sub', 'sup', 'kbd', 'mark', 'details'])
  .remove(['script', 'style', 'form', 'button', 'noscript', 'template'])

/** Returns the Markdown of an element's content. Tables and a few other elements stay HTML, which Markdown allows. */
export const toMarkdown = (element: HTMLElement): string => `${service.turndown(element).trim()}\n`

const hasClass = (element: Element, name: string) => element.classList.contains(name)
const has = (name: string) => (element: Element) => hasClass(element, name)

// The lists of this parser are not iterable.
/** Returns the elements within another one that match a selector. */
export const listAll = (within: ParentNode, selector: string): Element[] =>
  Array.from(within.querySelectorAll(selector))

const textOf = (element: Element | null | undefined) =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim()

const onLine = (text: string) => text.replace(/\s*\n\s*/g, ' ').trim()
const quote = (title: string) => title && ` "${title.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const toAddress = (address: string) =>
  /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address

// The caption becomes the title of the image, which our pages show below it.
const figure: Rule = {
  filter: (element) => element.nodeName === 'FIGURE' && listAll(element, 'img').length > 0,
  replacement(_, element) {
    const caption = textOf(element.querySelector('figcaption'))
    const images = listAll(element, 'img').map((image, index) => toImage(image, index === 0 ? caption : ''))
    return `\n\n${images.filter(Boolean).join('\n\n')}\n\n`
  },
}

function toImage(image: Element, caption: string): string {
  const address = image.getAttribute('src') ?? ''
  const alt = onLine(image.getAttribute('alt') ?? '').replace(/[[\]\\]/g, String.raw`\$&`)
  return address && `![${alt}](${toAddress(address)}${quote(caption)})`
}

// A video's URL alone on a line becomes a player on our pages.
const frame: Rule = {
  filter: 'iframe',
  replacement: (_, element) => toLine(element.getAttribute('src') ?? ''),
}

const GIST = /^https:\/\/gist\.github\.com\/[\w./-]+?(?=\.js$)/
const gist: Rule = {
  filter: (element) => element.nodeName === 'SCRIPT' && GIST.test(element.getAttribute('src') ?? ''),
  replacement: (_, element) => toLine(GIST.exec(element.getAttribute('src') ?? '')?.[0] ?? ''),
}

const toLine = (address: string) => (/^https?:\/\/[^\s<>]+$/.test(address) ? `\n\n<${address}>\n\n` : '')

const code: Rule = {
  filter: 'pre',
  replacement(_, element) {
    for (const end of listAll(element, 'br')) end.replaceWith('\n')
    const text = (element.textContent ?? '').replace(/^\n|\n$/g, '')
    const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
    const language = element.getAttribute('data-code-block-lang') ?? ''
    const fence = '`'.repeat(longest + 1)
    return `\n\n${fence}${/^[\w+#-]+$/.test(language) ? language : ''}\n${text}\n${fence}\n\n`
  },
}

const card: Rule = {
  filter: has('graf--mixtapeEmbed'),
  replacement(_, element) {
    const link = element.querySelector('a')
    const address = link?.getAttribute('href') ?? ''
    const label = textOf(link?.querySelector('strong')) || textOf(link) || address
    return address && `\n\n[${label.replace(/[[\]\\]/g, String.raw`\$&`)}](${toAddress(address)})\n\n`
  },
}

// Subscribe and share buttons of Substack, and its empty markers.
const button: Rule = {
  filter: (element) =>
    ['button-wrapper', 'subscription-widget-wrap', 'subscription-widget-wrap-editor'].some((name) =>
      hasClass(element, name),
    ),
  replacement: () => '',
}

const noteReference: Rule = {
  filter: has('footnote-anchor'),
  replacement: (_, element) => `[^${textOf(element)}]`,
}

const note: Rule = {
  filter: (element) => element.nodeName === 'DIV' && hasClass(element, 'footnote'),
  replacement(content, element) {
    const number = element.querySelector('.footnote-number')
    const text = element.querySelector('.footnote-content')
    if (!number || !text) return content
    const lines = service.turndown(text.innerHTML).trim().replaceAll('\n', '\n    ')
    return `\n\n[^${textOf(number)}]: ${lines.replace(/^ +$/gm, '')}\n\n`
  },
}

const item: Rule = {
  filter: 'li',
  replacement(content, element) {
    const list = element.parentElement
    const first = Number(list?.getAttribute('start') ?? 1)
    const place = Array.from(list?.children ?? []).indexOf(element)
    const marker = list?.nodeName === 'OL' ? `${first + place}. ` : '- '
    const lines = content.trim().replace(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`)
    return `${marker}${lines}${element.nextSibling ? '\n' : ''}`
  },
}

for (const [name, rule] of Object.entries({
  item,
  figure,
  frame,
  gist,
  code,
  card,
  button,
  noteReference,
  note,
}))
  service.addRule(name, rule)
