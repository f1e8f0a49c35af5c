import domino from '@mixmark-io/domino'
import { listAll, textOf } from '../../app/shared/html-to-markdown/html-parts.ts'
import { findVideo, videoLabel } from '../../app/features/articles/markdown/video-embeds.server.ts'

/** What a reader sees of an article. */
export interface Seen {
  text: string
  /** The address of each link, and its text. */
  links: string[]
  /** The address of each picture, and its alternative text. */
  pictures: string[]
  code: string[]
  cells: string[]
}

const BASE = 'https://base.example/'
const BLOCK =
  /^(P|DIV|LI|UL|OL|TD|TH|TR|TABLE|BLOCKQUOTE|PRE|H[1-6]|BR|HR|FIGURE|FIGCAPTION|DL|DT|DD|SECTION|DETAILS|SUMMARY)$/
const UNSEEN = /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|BUTTON|FORM|IFRAME|VIDEO|AUDIO|OBJECT)$/

/** Returns the HTML of an article without the links that our pages add to headings and pictures. */
export function withoutOurLinks(html: string): string {
  const { body } = domino.createDocument(html)
  for (const link of listAll(body, 'a.permalink')) link.parentNode?.removeChild(link)
  for (const link of listAll(body, 'a[aria-label^="Open the image"]')) {
    while (link.firstChild) link.parentNode?.insertBefore(link.firstChild, link)
    link.parentNode?.removeChild(link)
  }
  return body.innerHTML
}

/**
 * Returns what a reader sees of HTML, without what our pages show otherwise on purpose: quotes are set, a video's address
 * becomes a player, a bare address becomes a link, and code without a sign is left out.
 */
export function readSeen(html: string): Seen {
  const { body } = domino.createDocument(html)
  const links = listAll(body, 'a[href]')
  return {
    text: toPlain(readText(body)),
    links: links.map(toLink).filter((link) => link !== ''),
    pictures: listAll(body, 'img[src]').map(
      (image) => `${resolve(image, 'src')} ${toPlain(image.getAttribute('alt') ?? '')}`,
    ),
    code: listAll(body, 'pre')
      .map((code) => (code.textContent ?? '').replace(/^\n+|\s+$/g, ''))
      .filter(Boolean),
    cells: listAll(body, 'td, th').map((cell) => toPlain(readText(cell))),
  }
}

function readText(node: Node): string {
  let text = ''
  for (const child of Array.from(node.childNodes)) {
    if (child.nodeType === 3) text += child.nodeValue
    else if (child.nodeType === 1 && !UNSEEN.test(child.nodeName))
      text += BLOCK.test(child.nodeName) ? ` ${readText(child)} ` : readText(child)
  }
  return text
}

const LABELS = /Watch the video on (?:YouTube|Vimeo)/g
const VIDEO_ADDRESS = /(?:https?:\/\/)?(?:www\.)?(?:youtube\.com\/watch\?v=|youtu\.be\/|vimeo\.com\/)[\w-]+/g

const toPlain = (text: string) =>
  text
    .replace(LABELS, '')
    .replace(VIDEO_ADDRESS, '')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚‹›]/g, "'")
    .replace(/[\s\u00a0\u200b\ufeff]+/g, '')

function toLink(link: Element): string {
  const address = resolve(link, 'href')
  const text = textOf(link)
  const isBare = [text, `http://${text}`, `mailto:${text}`].some((bare) => toAddress(bare) === address)
  const video = findVideo(address)
  return isBare || (video && text === videoLabel(video)) ? '' : `${address} ${toPlain(text)}`
}

const resolve = (element: Element, name: string) => toAddress(element.getAttribute(name) ?? '')

function toAddress(written: string): string {
  const whole = written.trim().replace(/%(?![\da-f]{2})/gi, '%25') // as our renderer mends it
  try {
    return decodeURI(new URL(whole.replace(/^#(text-)+/, '#'), BASE).href.replace(/^http:/, 'https:'))
  } catch {
    return written
  }
}
