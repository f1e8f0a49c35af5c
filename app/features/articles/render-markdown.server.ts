import MarkdownIt from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import taskLists from 'markdown-it-task-lists'
import sanitize from 'sanitize-html'
import { FEATURED_EXCERPT_LENGTH } from './articles.ts'

export interface MarkdownSource {
  content: string
  /** Where relative addresses lead: the article's own address when it was first published elsewhere. */
  baseUrl: string | null
}

export interface RenderedMarkdown {
  /** Sanitised: no script, style, handler or foreign frame. */
  html: string
  excerpt: string
  readingMinutes: number
}

const EXCERPT_LENGTH = FEATURED_EXCERPT_LENGTH
const WORDS_PER_MINUTE = 220
const IDEOGRAPHS_PER_MINUTE = 500

// Shown only where frames are not.
const FRAME_CONTENT = /(<iframe\b(?:[^>"']|"[^"]*"|'[^']*')*>).*?(?=<\/iframe>)/gis

const markdown = new MarkdownIt({ html: true, linkify: true }).use(footnotes).use(taskLists)

/** Markdown as GFM with footnotes and task lists, raw HTML through a tight allow-list. Runs in a worker: it may be slow. */
export function renderMarkdown(source: MarkdownSource): RenderedMarkdown {
  const raw = markdown.render(source.content).replace(FRAME_CONTENT, '$1')
  const html = sanitize(raw, sanitizeOptions(source.baseUrl))
  const text = toPlainText(html)
  return {
    html,
    excerpt: Array.from(text).slice(0, EXCERPT_LENGTH).join(''),
    readingMinutes: minutesToRead(text),
  }
}

const TAGS = [
  'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li', 'dl', 'dt', 'dd',
  'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'figure', 'figcaption', 'img', 'a', 'strong', 'b',
  'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'kbd', 'samp', 'var', 'abbr', 'cite', 'q', 'time',
  'details', 'summary', 'section', 'div', 'span', 'input',
] // prettier-ignore

const YOUTUBE = /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/
const VIMEO = /^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/

function sanitizeOptions(baseUrl: string | null): sanitize.IOptions {
  return {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': ['id', 'lang', 'dir', 'title'],
      a: ['href', 'rel'],
      img: ['src', 'alt', 'width', 'height', 'loading', 'decoding', 'referrerpolicy'],
      pre: ['tabindex'],
      table: ['tabindex'],
      th: ['colspan', 'rowspan', 'scope', 'align'],
      td: ['colspan', 'rowspan', 'align'],
      ol: ['start', 'reversed'],
      time: ['datetime'],
      details: ['open'],
      input: ['type', 'checked', 'disabled', 'aria-label'],
    },
    allowedClasses: {
      code: ['language-*'],
      sup: ['footnote-ref'],
      section: ['footnotes'],
      hr: ['footnotes-sep'],
      ol: ['footnotes-list'],
      li: ['footnote-item', 'task-list-item'],
      ul: ['contains-task-list'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: 100,
    exclusiveFilter: (frame) =>
      (frame.tag === 'input' && frame.attribs.type !== 'checkbox') ||
      (frame.tag === 'img' && !frame.attribs.src),
    transformTags: {
      h1: 'h2', // the page's title is its only h1
      '*': (tagName, attribs) => ({ tagName, attribs: prefixId(attribs) }),
      // Wide ones scroll, and what scrolls must be reachable by keyboard.
      pre: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
      table: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
      th: (tagName, attribs) => ({ tagName, attribs: toCell(attribs) }),
      td: (tagName, attribs) => ({ tagName, attribs: toCell(attribs) }),
      a: (tagName, attribs) => ({ tagName, attribs: toLink(attribs, baseUrl) }),
      img: (tagName, attribs) => ({ tagName, attribs: toImage(attribs, baseUrl) }),
      input: (tagName, attribs) => ({ tagName, attribs: toCheckbox(attribs) }),
      iframe: (_, attribs) => toVideoLink(attribs.src ?? ''),
    },
  }
}

// An id from a text must not shadow one of the page's own.
function prefixId(attribs: sanitize.Attributes): sanitize.Attributes {
  return attribs.id ? { ...attribs, id: `text-${attribs.id}` } : attribs
}

// Markdown's column alignment comes as a style, and styles are not let through.
function toCell(attribs: sanitize.Attributes): sanitize.Attributes {
  const side = /^text-align:(left|center|right)$/.exec(attribs.style ?? '')?.[1]
  return side ? { ...attribs, align: side } : attribs
}

function toLink(attribs: sanitize.Attributes, baseUrl: string | null): sanitize.Attributes {
  const { href } = attribs
  if (!href) return attribs
  if (href.startsWith('#')) return { ...attribs, href: `#text-${href.slice(1)}` }
  return { ...attribs, href: resolveAddress(href, baseUrl), rel: 'noopener' }
}

function toImage(attribs: sanitize.Attributes, baseUrl: string | null): sanitize.Attributes {
  return {
    ...attribs,
    src: resolveAddress(attribs.src ?? '', baseUrl),
    alt: attribs.alt ?? '',
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  }
}

function toCheckbox(attribs: sanitize.Attributes): sanitize.Attributes {
  const isChecked = 'checked' in attribs
  return {
    type: attribs.type ?? '',
    disabled: 'disabled',
    'aria-label': isChecked ? 'Done' : 'To do',
    ...(isChecked && { checked: 'checked' }),
  }
}

function toVideoLink(src: string): sanitize.Tag {
  const youTube = YOUTUBE.exec(src)?.[1]
  if (youTube) return toLinkTo(`https://www.youtube.com/watch?v=${youTube}`, 'YouTube')
  const vimeo = VIMEO.exec(src)?.[1]
  if (vimeo) return toLinkTo(`https://vimeo.com/${vimeo}`, 'Vimeo')
  return { tagName: 'iframe', attribs: {} } // not on the allow-list, so it goes
}

const toLinkTo = (href: string, place: string): sanitize.Tag => ({
  tagName: 'a',
  attribs: { href, rel: 'noopener' },
  text: `Watch the video on ${place}`,
})

function resolveAddress(address: string, baseUrl: string | null): string {
  if (address === '' || !baseUrl || !URL.canParse(address, baseUrl)) return address
  return new URL(address, baseUrl).href
}

const BLOCK_TAG = /<\/?(?:p|br|hr|div|li|ul|ol|dl|dt|dd|blockquote|section|details|summary|figure)\b[^>]*>/g
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

function toPlainText(html: string): string {
  return html
    .replace(/<(pre|h[2-6]|figcaption|table)\b.*?<\/\1>|<section class="footnotes">.*$/gs, ' ')
    .replace(/<sup class="footnote-ref">.*?<\/sup>/g, '')
    .replace(BLOCK_TAG, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\{\{.*?\}\}|\{%.*?%\}/gs, ' ') // tags of the generator that the article was written for
    .replace(/\s+/g, ' ')
    .trim()
}

function minutesToRead(text: string): number {
  const ideographs = text.match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/gu)?.length ?? 0
  const words = text.split(' ').length
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE))
}
