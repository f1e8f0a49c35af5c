import sanitize from 'sanitize-html'
import { resolveAddress, toSecureAddress } from '../../shared/addresses.ts'
import { parseUploadPath } from '../uploads/uploads.ts'
import { findVideo, videoLabel } from './video-embeds.server.ts'

/** Lets through what an article may have, and nothing else. Relative addresses are resolved against `baseUrl`. */
export function sanitiseHtml(html: string, baseUrl: string | null): string {
  return sanitize(html.replace(FRAME_CONTENT, '$1'), sanitizeOptions(baseUrl))
}

// Shown only where frames are not.
const FRAME_CONTENT = /(<iframe\b(?:[^>"']|"[^"]*"|'[^']*')*>).*?(?=<\/iframe>)/gis

const TAGS = [
  'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li', 'dl', 'dt', 'dd',
  'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'figure', 'figcaption', 'img', 'a', 'strong', 'b',
  'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'kbd', 'samp', 'var', 'abbr', 'cite', 'q', 'time',
  'details', 'summary', 'section', 'div', 'span', 'input',
] // prettier-ignore

const ATTRIBUTES = {
  '*': ['id', 'lang', 'dir', 'title'],
  a: ['href', 'rel', 'aria-label'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding', 'referrerpolicy'],
  pre: ['tabindex', 'data-language'],
  table: ['tabindex'],
  th: ['colspan', 'rowspan', 'scope', 'data-align'],
  td: ['colspan', 'rowspan', 'data-align'],
  ol: ['start', 'reversed'],
  time: ['datetime'],
  details: ['open'],
  input: ['type', 'checked', 'disabled', 'aria-label'],
}

const CLASSES = {
  a: ['footnote-backref'],
  code: ['language-*'],
  span: ['hljs-*'],
  sup: ['footnote-ref'],
  div: ['footnotes'],
  hr: ['footnotes-sep'],
  ol: ['footnotes-list'],
  li: ['footnote-item', 'task-list-item'],
  ul: ['contains-task-list'],
}

// Browsers stop nesting at a few hundred; what is added around pictures and headings must fit below a hundred too.
const NESTING_LIMIT = 96

function sanitizeOptions(baseUrl: string | null): sanitize.IOptions {
  let codeDepth = 0 // colours are for code: elsewhere their names are no more than a class from the text
  return {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedClasses: CLASSES,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: NESTING_LIMIT,
    exclusiveFilter: (frame) =>
      (frame.tag === 'input' && frame.attribs.type !== 'checkbox') ||
      (frame.tag === 'img' && !frame.attribs.src),
    onOpenTag: (tag) => {
      if (tag === 'code') codeDepth += 1
    },
    onCloseTag: (tag) => {
      if (tag === 'code') codeDepth -= 1
    },
    transformTags: {
      h1: 'h2', // the page's title is its only h1
      '*': (tagName, attribs) => ({ tagName, attribs: prefixId(attribs) }),
      // Wide ones scroll, and what scrolls must be reachable by keyboard.
      pre: (tagName, attribs) => ({ tagName, attribs: toCodeBlock(attribs) }),
      table: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
      th: (tagName, attribs) => ({ tagName, attribs: toCell(attribs) }),
      td: (tagName, attribs) => ({ tagName, attribs: toCell(attribs) }),
      a: (tagName, attribs) => ({ tagName, attribs: toLink(attribs, baseUrl) }),
      img: (tagName, attribs) => ({ tagName, attribs: toImage(attribs, baseUrl) }),
      input: (tagName, attribs) => ({ tagName, attribs: toCheckbox(attribs) }),
      span: (tagName, attribs) => ({ tagName, attribs: codeDepth > 0 ? attribs : without(attribs, 'class') }),
      iframe: (_, attribs) => toVideoLink(attribs.src ?? ''),
    },
  }
}

function without(attribs: sanitize.Attributes, name: string): sanitize.Attributes {
  const { [name]: _, ...rest } = attribs
  return rest
}

// An id from a text must not shadow one of the page's own.
function prefixId(attribs: sanitize.Attributes): sanitize.Attributes {
  return attribs.id ? { ...attribs, id: `text-${attribs.id}` } : attribs
}

function toCodeBlock(attribs: sanitize.Attributes): sanitize.Attributes {
  const label = attribs['data-language']
  return {
    ...(label && /^[\w+#, -]+$/.test(label) ? attribs : without(attribs, 'data-language')),
    tabindex: '0',
  }
}

// Markdown's column alignment comes as a style, which is not let through, and HTML's own attribute is obsolete.
function toCell({ style = '', align = '', ...attribs }: sanitize.Attributes): sanitize.Attributes {
  const side = /^(?:text-align:)?(left|center|right)$/.exec(style || align)?.[1]
  return { ...without(attribs, 'data-align'), ...(side && { 'data-align': side }) }
}

function toLink(allAttribs: sanitize.Attributes, baseUrl: string | null): sanitize.Attributes {
  const { href, 'aria-label': _, ...attribs } = allAttribs
  if (!href) return attribs
  if (!href.startsWith('#')) return { ...attribs, href: resolve(href, baseUrl), rel: 'noopener' }
  const note = attribs.class === 'footnote-backref' && /^#fnref([\d:]+)$/.exec(href)?.[1]
  return {
    ...attribs,
    href: `#text-${href.slice(1)}`,
    ...(note && { 'aria-label': `Back to reference ${note}` }), // the arrow alone has no name
  }
}

function toImage(attribs: sanitize.Attributes, baseUrl: string | null): sanitize.Attributes {
  return {
    ...attribs,
    src: toSecureAddress(resolve(attribs.src ?? '', baseUrl)),
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
  const video = findVideo(src)
  if (!video) return { tagName: 'iframe', attribs: {} } // not on the allow-list, so it goes
  return { tagName: 'a', attribs: { href: video.href, rel: 'noopener' }, text: videoLabel(video) }
}

// Our own pictures are at home here, wherever the article was first published.
const resolve = (address: string, baseUrl: string | null): string =>
  parseUploadPath(address) ? address : withoutSpaces(resolveAddress(address, baseUrl))

// Browsers forgive a space in an address; HTML does not. What has a scheme of its own is judged as it is.
const withoutSpaces = (address: string) =>
  /^(?:https?:|[^:]*$)/i.test(address) ? address.trim().replaceAll(' ', '%20') : address
