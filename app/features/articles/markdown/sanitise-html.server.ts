import sanitize from 'sanitize-html'
import { resolveAddress, toSecureAddress } from '../../../shared/addresses.ts'
import { parseUploadPath } from '../pictures/pictures.ts'
import { findVideo, videoLabel } from './video-embeds.server.ts'

/**
 * Returns HTML with only the tags and attributes that articles may have. Relative URLs are resolved against `baseUrl`.
 */
export function sanitiseHtml(html: string, baseUrl: string | null): string {
  return sanitize(html.replace(FRAME_CONTENT, '$1'), sanitizeOptions(baseUrl))
}

// Fallback text of a frame, which browsers do not show.
const FRAME_CONTENT = /(<iframe\b(?:[^>"']|"[^"]*"|'[^']*')*>).*?(?=<\/iframe>)/gis

const TAGS = [
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'br',
  'hr',
  'blockquote',
  'pre',
  'code',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'figure',
  'figcaption',
  'img',
  'a',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'del',
  'ins',
  'mark',
  'small',
  'sub',
  'sup',
  'kbd',
  'samp',
  'var',
  'abbr',
  'cite',
  'q',
  'time',
  'details',
  'summary',
  'section',
  'div',
  'span',
  'input',
]

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

// Below 100, the limit of our tests, with room for the elements that figures and headings add. Browsers allow a few
// hundred levels.
const NESTING_LIMIT = 96

function sanitizeOptions(baseUrl: string | null): sanitize.IOptions {
  let codeDepth = 0 // the classes of highlighted code are allowed within code only
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
      // Wide code and tables scroll, so the keyboard must reach them.
      pre: (tagName, attribs) => ({ tagName, attribs: toCodeBlock(attribs) }),
      table: (tagName, attribs) => ({ tagName, attribs: { ...attribs, tabindex: '0' } }),
      th: (tagName, attribs) => ({ tagName, attribs: toCell(attribs) }),
      td: (tagName, attribs) => ({ tagName, attribs: toCell(attribs) }),
      a: (tagName, attribs) => ({ tagName, attribs: toLink(attribs, baseUrl) }),
      img: (tagName, attribs) => ({ tagName, attribs: toImage(attribs, baseUrl) }),
      input: (tagName, attribs) => ({ tagName, attribs: toCheckbox(attribs) }),
      span: (tagName, attribs) => ({ tagName, attribs: codeDepth > 0 ? attribs : without(attribs, 'class') }),
      iframe: (_, { src = '' }) => toVideoLink(src),
    },
  }
}

function without(attribs: sanitize.Attributes, name: string): sanitize.Attributes {
  const { [name]: _, ...rest } = attribs
  return rest
}

// An id in a text must not collide with an id of the page.
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

// The renderer writes the alignment of a column as a style, which is not allowed; the attribute `align` is obsolete.
function toCell({ style = '', align = '', ...attribs }: sanitize.Attributes): sanitize.Attributes {
  const side = /^(?:text-align:)?(left|center|right)$/.exec(style || align)?.[1]
  return { ...without(attribs, 'data-align'), ...(side && { 'data-align': side }) }
}

function toLink(allAttribs: sanitize.Attributes, baseUrl: string | null): sanitize.Attributes {
  const { href, 'aria-label': _label, rel: _rel, ...attribs } = allAttribs
  if (!href) return attribs
  if (!href.startsWith('#')) return { ...attribs, href: resolve(href, baseUrl), rel: 'noopener' }
  const note = attribs.class === 'footnote-backref' && /^#fnref([\d:]+)$/.exec(href)?.[1]
  return {
    ...attribs,
    href: `#text-${href.slice(1)}`,
    ...(note && { 'aria-label': `Back to reference ${note}` }), // the arrow has no accessible name
  }
}

function toImage(attribs: sanitize.Attributes, baseUrl: string | null): sanitize.Attributes {
  const { src = '', alt = '' } = attribs
  return {
    ...attribs,
    src: toSecureAddress(resolve(src, baseUrl)),
    alt,
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
  }
}

function toCheckbox({ type = '', ...attribs }: sanitize.Attributes): sanitize.Attributes {
  const isChecked = 'checked' in attribs
  return {
    type,
    disabled: 'disabled',
    'aria-label': isChecked ? 'Done' : 'To do',
    ...(isChecked && { checked: 'checked' }),
  }
}

function toVideoLink(src: string): sanitize.Tag {
  const video = findVideo(src)
  if (!video) return { tagName: 'iframe', attribs: {} } // not in TAGS, so it is removed
  return { tagName: 'a', attribs: { href: video.href, rel: 'noopener' }, text: videoLabel(video) }
}

// Pictures uploaded here keep their relative URL, also if the article was first published elsewhere.
const resolve = (address: string, baseUrl: string | null): string =>
  parseUploadPath(address) ? address : withoutSpaces(resolveAddress(address, baseUrl))

// HTML allows no space in a URL. A URL with another scheme is left as it is, for the check of schemes.
const withoutSpaces = (address: string) =>
  /^(?:https?:|[^:]*$)/i.test(address) ? address.trim().replaceAll(' ', '%20') : address
