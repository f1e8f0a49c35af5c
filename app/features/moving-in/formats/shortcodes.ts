import { escapeHtml } from '../../../shared/text.ts'
import type { Picture } from './formats.ts'
import { outside } from './source-texts.ts'
import { REMARK } from '../../../shared/html-to-markdown/html-parts.ts'

/** The HTML of a text, with the kinds of things that were taken out of it. */
export interface Shown {
  html: string
  lost: string[]
}

/** Finds pictures by their ids; without ids, all pictures of the post. */
export type FindPictures = (ids: string[] | undefined) => Picture[]

const CODE = /<(pre|code|script|style|textarea)\b[^>]*>[^]*?<\/\1>/gi
const CODE_SHORTCODE =
  /\[(code|sourcecode|bash|css|html|java|javascript|js|php|python|ruby|sql|xml)\b([^\]]*)\]([^]*?)\[\/\1\]/gi
const CAPTION = /\[((?:wp_)?caption)\b((?:"[^"]*"|'[^']*'|[^\]"'])*)\]([^]*?)\[\/\1\]/gi
const PICTURE = /^\s*((?:<a\s[^>]*>\s*)?<img\s[^>]*>\s*(?:<\/a>)?)\s*/i
// The settings of a block end within its own comment.
const BLOCK = /<!--\s*wp:([\w/-]+)\s*(\{(?:(?!-->|<!--)[^])*\})?\s*\/-->/g
const SURE = /<!--\s*wp:shortcode\s*-->([^]*?)<!--\s*\/wp:shortcode\s*-->/g
const SHORTCODE =
  /<[a-z/!][^<>]*>|\[\[(\/?[a-z][^[\]]*)\]\]|\[(\/?)([a-z][\w-]*)((?:[\s=](?:"[^"]*"|'[^']*'|[^[\]"'])*)?)\]/gi
const VIDEO_LINE =
  /^[ \t]*(https?:\/\/(?:[\w-]+\.)*(?:youtube\.com|youtu\.be|vimeo\.com)\/[^\s<>"[\]]+)[ \t]*$/gm

const MEDIA = new Set([
  'embed',
  'youtube',
  'vimeo',
  'audio',
  'video',
  'dailymotion',
  'soundcloud',
  'spotify',
  'ted',
  'tweet',
  'instagram',
  'gist',
  'slideshare',
  'wpvideo',
  'kyte',
  'videopress',
  'googlemaps',
  'googlevideo',
  'mixcloud',
])
const BARE = new Set([
  'gallery',
  'playlist',
  'archives',
  'sitemap',
  'toc',
  'ez-toc',
  'contact-form',
  'products',
])

/**
 * Returns a text of WordPress with its shortcodes and dynamic blocks as HTML: captions and galleries are pictures, media
 * are links. Unknown ones become remarks, which readers do not see. Text in brackets that is no shortcode stays.
 */
export function showShortcodes(text: string, findPictures: FindPictures): Shown {
  const lost: string[] = []
  const sure = new Set<string>()
  for (const [, inner = ''] of text.matchAll(SURE))
    for (const [, name = ''] of inner.matchAll(/\[([a-z][\w-]*)/gi)) sure.add(name)
  const known = { lost, sure, findPictures }
  const withBlocks = text.replace(BLOCK, (_, name: string, json = '') => toBlock(name, json, lost))
  const withCode = withBlocks.replace(CODE_SHORTCODE, (_, ...groups: string[]) => toCode(groups))
  const html = outside(withCode, CODE, (part) => showPart(part.replace(CAPTION, toCaption), known))
  return { html, lost }
}

interface Known {
  lost: string[]
  sure: Set<string>
  findPictures: FindPictures
}

function showPart(part: string, known: Known): string {
  const closed = new Set([...part.matchAll(/\[\/([a-z][\w-]*)\]/gi)].map(([, name = '']) => name))
  const address = part.replace(
    /\[embed[^\]]*\]\s*([^\s[]+)\s*\[\/embed\]/gi,
    (_, url: string) => `[embed src="${url}"]`,
  )
  return address
    .replace(VIDEO_LINE, '\n\n$1\n\n')
    .replace(SHORTCODE, (whole, ...groups: (string | undefined)[]) => {
      const [escaped, slash = '', name, attributes = ''] = groups
      if (escaped !== undefined) return `&#91;${escaped}&#93;`
      return name === undefined
        ? whole
        : toShortcode({ whole, isEnd: slash !== '', name, attributes }, closed, known)
    })
}

interface Shortcode {
  whole: string
  isEnd: boolean
  name: string
  attributes: string
}

function toShortcode(found: Shortcode, closed: Set<string>, known: Known): string {
  const { whole, isEnd, name, attributes } = found
  const key = name.toLowerCase()
  if (key === 'gallery') return toGallery(attributes, known)
  const url = MEDIA.has(key) ? findAddress(key, attributes) : undefined
  if (url) return `\n\n<iframe src="${escapeHtml(url)}"></iframe>\n\n`
  if (!isEnd && !isShortcode(key, attributes, { closed, sure: known.sure })) return whole
  if (isEnd && !closed.has(name)) return whole
  if (!isEnd) known.lost.push(`shortcode [${key}]`)
  return `<${REMARK}>${escapeHtml(whole)}</${REMARK}>`
}

// `[sic]` and `[see below]` are text.
const isShortcode = (
  name: string,
  attributes: string,
  { closed, sure }: Record<'closed' | 'sure', Set<string>>,
) =>
  /^\s.*?[\w-]+\s*=\s*["']?\S/s.test(attributes) ||
  /\/\s*$/.test(attributes) ||
  closed.has(name) ||
  sure.has(name) ||
  MEDIA.has(name) ||
  BARE.has(name) ||
  (attributes === '' && name.includes('_'))

const readAttribute = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i')
    .exec(attributes)
    ?.slice(1)
    .find((value) => value !== undefined)

const ADDRESSES = ['src', 'url', 'mp3', 'mp4', 'm4a', 'm4v', 'ogg', 'ogv', 'webm', 'wav']

function findAddress(name: string, attributes: string): string | undefined {
  const url =
    ADDRESSES.map((key) => readAttribute(attributes, key)).find(Boolean) ??
    /https?:\/\/[^\s"'\]]+/.exec(attributes)?.[0]
  if (url) return url.replaceAll('&amp;', '&')
  const id = readAttribute(attributes, 'id') ?? /^[\s=]+([\w-]+)$/.exec(attributes)?.[1]
  if (name === 'youtube' && id) return `https://www.youtube.com/watch?v=${id}`
  return name === 'vimeo' && id ? `https://vimeo.com/${id}` : undefined
}

function toCaption(_: string, ...[, attributes = '', inner = '']: string[]): string {
  const [whole = '', picture = ''] = PICTURE.exec(inner) ?? []
  const [text, given] = [inner.slice(whole.length).trim(), readAttribute(attributes, 'caption')]
  if (!picture) return given ? `${inner}\n\n${given}` : inner
  return given ? toFigure(picture, given) + text : toFigure(picture, text)
}

const toFigure = (picture: string, caption: string) =>
  `\n\n<figure>${picture}${caption && `<figcaption>${caption.replace(/\s*\n\s*/g, ' ')}</figcaption>`}</figure>\n\n`

function toGallery(attributes: string, { findPictures, lost }: Known): string {
  const ids = (readAttribute(attributes, 'ids') ?? readAttribute(attributes, 'include'))?.split(',')
  const pictures = findPictures(ids?.map((id) => id.trim()))
  if (pictures.length < (ids?.length ?? 1)) lost.push('picture of a gallery (not in the export)')
  const figures = pictures.map(({ url, alt, caption }) =>
    toFigure(`<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`, caption),
  )
  return figures.join('') || `<${REMARK}>${escapeHtml(`[gallery${attributes}]`)}</${REMARK}>`
}

function toCode([name = '', attributes = '', code = '']: string[]): string {
  const language =
    readAttribute(attributes, 'language') ??
    readAttribute(attributes, 'lang') ??
    (/code$/i.test(name) ? '' : name)
  const text = code.replace(/<br\s*\/?>\n?/gi, '\n').replaceAll('<', '&lt;')
  return `\n\n<pre><code class="language-${escapeHtml(language)}">${text.trim()}</code></pre>\n\n`
}

const STATIC = new Set(['more', 'nextpage', 'spacer', 'separator', 'shortcode', 'paragraph'])

const REUSABLE = 'reusable block (not in the export, or not public)'

function toBlock(name: string, json: string, lost: string[]): string {
  const url = /"url":"(https?:[^"]+)"/
    .exec(json)?.[1]
    ?.replaceAll(String.raw`\/`, '/')
    .replaceAll('\\u0026', '&')
  if (/embed/.test(name) && url) return `<iframe src="${escapeHtml(url)}"></iframe>`
  if (STATIC.has(name)) return ''
  lost.push(name === 'block' ? REUSABLE : `block ${name}`)
  return `<${REMARK}>${escapeHtml(`wp:${name} ${json}`)}</${REMARK}>`
}
