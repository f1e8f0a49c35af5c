import { decodePath } from '../../articles/articles.ts'
import { toPagePath } from '../../articles/placement/placement.ts'
import { toMoment } from './dates.ts'
import { type Found, type FoundArticle, type Picture, UnreadableFile } from './formats.ts'
import { toKnownSlug, toPlainText } from './source-texts.ts'
import { listBeside, listPlainFields } from './field-texts.ts'
import { readItems } from './read-items.ts'
import { putBlocks, putNotes } from './wordpress-blocks.ts'
import { readSeo } from './wordpress-seo.ts'
import { readTerms } from './wordpress-terms.ts'
import { type WordpressItem, WordpressParser, type WordpressSite } from './wordpress-xml.ts'

// Types of items that are not articles, of WordPress itself and of common plugins. Items of unknown types are articles
// of the site.
const NO_ARTICLE = new Set([
  'attachment',
  'nav_menu_item',
  'revision',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
  'user_request',
  'acf-field',
  'acf-field-group',
  'elementor_library',
  'scheduled-action',
  'guest-author',
  'feedback',
  'flamingo_contact',
  'flamingo_inbound',
  'mc4wp-form',
  'wpcf7_contact_form',
  'wpforms',
  'product_variation',
  'shop_coupon',
  'shop_order',
  'shop_order_refund',
])
const isArticle = (type: string) => !NO_ARTICLE.has(type) && !type.startsWith('wp_') // blocks, templates, fonts, ...
const GONE = new Set(['trash', 'auto-draft'])

/** What articles of an export refer to. An export of several files is one: each of them may have the pictures. */
export interface WordpressParts {
  /** Pictures by their site and id. */
  pictures: Map<string, Picture & { parent: string }>
  /** Names of guest authors by their sign-in name. */
  guests: Map<string, string>
  /** The texts of reusable blocks by their site and id. */
  blocks: Map<string, string>
  /** The characters that they take in memory. */
  length: number
}

/** The parts of an export would fill the memory. */
export class TooManyParts extends UnreadableFile {}

/** Returns no parts, to which those of files are added. */
export const makeParts = (): WordpressParts => ({
  pictures: new Map(),
  guests: new Map(),
  blocks: new Map(),
  length: 0,
})

/**
 * Returns the articles of a WordPress export (WXR): posts, pages and the site's own post types, and items of the other
 * `types`. A scheduled post is planned. Another one that is not public (a draft, pending, private, with a password)
 * becomes a draft. `file` is the source if the export does not name its site. `open` returns the text in pieces from its
 * beginning. It is called twice, because images may come after the posts that show them. `parts` are those of the other
 * files of the same export.
 */
export async function* readWordpress(
  open: () => AsyncIterable<string>,
  { file, types, parts }: { file: string; types: string[]; parts?: WordpressParts },
): AsyncGenerator<Found> {
  const parser = new WordpressParser()
  const known = parts ?? (await readWordpressParts(open()))
  const own = Map.groupBy(known.pictures.values(), ({ parent }) => parent)
  const about = { file, site: parser.site, parts: known, own, types, seen: new Set<string>() }
  for await (const item of readItems(parser, open(), ITEM))
    yield { place: `line ${item.line}`, ...readItem(item, about) }
  const problem = parser.findProblem()
  if (problem) yield { place: 'end of the file', problem: `${problem}. Export it again.` }
}

const ITEM = 'An item of this export'

// The pictures and the guest authors of all items are in memory as a whole.
const MOST_OF_PARTS = 100_000_000
const ENTRY_LENGTH = 400 // what an entry takes besides its texts, in characters

/** Returns the pictures and guest authors of a WordPress export, added to those of other files. */
export async function readWordpressParts(
  pieces: AsyncIterable<string>,
  parts = makeParts(),
): Promise<WordpressParts> {
  const parser = new WordpressParser()
  const count = (...texts: string[]) => {
    parts.length += texts.reduce((sum, text) => sum + text.length, ENTRY_LENGTH)
    if (parts.length > MOST_OF_PARTS) throw new TooManyParts(TOO_MANY_PARTS)
  }
  for await (const item of readItems(parser, pieces, ITEM)) {
    if (textOf(item, 'wp:attachment_url')) {
      const key = toKey(parser.site, textOf(item, 'wp:post_id'))
      const picture = toPicture(item, parser.site)
      count(key, ...Object.values(picture))
      parts.pictures.set(key, copy(picture))
    }
    const guest = item.meta.get('cap-user_login')
    if (guest) {
      const name = item.meta.get('cap-display_name') || textOf(item, 'title')
      count(guest, name)
      parts.guests.set(copy(guest), copy(name))
    }
    // WordPress shows no other ones.
    if (textOf(item, 'wp:post_type') === 'wp_block' && isPublic(item, 'publish')) {
      const key = toKey(parser.site, textOf(item, 'wp:post_id'))
      const text = item.texts.get('content:encoded') ?? ''
      count(key, text)
      parts.blocks.set(key, copy(text))
    }
  }
  return parts
}

const TOO_MANY_PARTS = 'This export has too many pictures. Export it in parts, and import these.'

// V8 stores a part of a text as a reference to all of it. So the pictures would keep the whole export in memory.
const copy = structuredClone

// The ids of two sites may be the same.
const toKey = ({ link }: WordpressSite, id: string) => `${link} ${id}`

const toPicture = (item: WordpressItem, site: WordpressSite) => ({
  url: textOf(item, 'wp:attachment_url'),
  alt: item.meta.get('_wp_attachment_image_alt') ?? '',
  caption: textOf(item, 'excerpt:encoded'),
  parent: toKey(site, textOf(item, 'wp:post_parent')),
})

interface Export {
  file: string
  site: WordpressSite
  parts: WordpressParts
  /** The pictures of each post, by its site and id. */
  own: Map<string, Picture[]>
  types: string[]
  /** Ids of the items read so far. */
  seen: Set<string>
}

function readItem(item: WordpressItem, about: Export) {
  const type = textOf(item, 'wp:post_type')
  const status = textOf(item, 'wp:status')
  if (!isArticle(type) && !about.types.includes(type)) return { leftOut: `${type} (no article)` }
  if (GONE.has(status)) return { leftOut: `${type} (${status})` }
  if (!item.problem) return toArticle(item, about)
  return { problem: `The XML of this item is broken: ${item.problem} Correct it, or export the item again.` }
}

function toArticle(item: WordpressItem, about: Export): FoundArticle {
  const { file, site, parts, seen } = about
  const terms = readTerms(item, { ...site, guests: parts.guests })
  const seo = readSeo(item.meta)
  const content = readContent(item, about)
  const cover = findCover(item, about, seo.image)
  const beside = listBeside(item.meta)
  return {
    html: content.includes('<!-- wp:') ? 'blocks' : 'lines',
    pictures: content.includes('[gallery') ? listPictures(content, about, textOf(item, 'wp:post_id')) : [],
    lost: [...listHidden(item), ...terms.lost, ...seo.lost, ...cover.lost, ...listPlainFields(item.meta)],
    ...(item.comments.size > 0 && { counted: [...item.comments] }),
    ...(beside && { beside }),
    site: site.link || site.base,
    fields: {
      source: site.link || file,
      path: findPath(item, seen),
      title: toPlainText(textOf(item, 'title')),
      // Escaped if it is in another script. Squarespace writes the path of a post.
      slug: toKnownSlug(decodePath(textOf(item, 'wp:post_name')).replace(/\/+$/, '').split('/').at(-1)),
      content,
      description: seo.description ?? toPlainText(textOf(item, 'excerpt:encoded')),
      author: terms.author,
      tags: terms.tags,
      canonical_url: seo.canonical,
      image_url: cover.url,
      lang: terms.lang ?? site.language,
      ...toDates(item),
      draft: !isPublic(item, 'publish'),
      ...(isPublic(item, 'future') && { planned_at: toDates(item).published_at }),
      aliases: toAddresses(item),
      ...toPage(item),
    },
  }
}

function readContent({ texts, meta }: WordpressItem, { site, parts }: Export): string {
  const text = putBlocks(texts.get('content:encoded') ?? '', (id) => parts.blocks.get(toKey(site, id)))
  return putNotes(text, meta.get('footnotes'))
}

function findCover(item: WordpressItem, { site, parts }: Export, other: string | undefined) {
  const id = item.meta.get('_thumbnail_id') ?? ''
  const url = parts.pictures.get(toKey(site, id))?.url ?? other
  const isLost = url === undefined && /^[1-9]/.test(id)
  return { url, lost: isLost ? ['cover picture (not in the export)'] : [] }
}

const toPage = (item: WordpressItem) =>
  textOf(item, 'wp:post_type') === 'page'
    ? { page: toPagePath(textOf(item, 'link'), textOf(item, 'wp:post_name')) }
    : {}

const toDates = (item: WordpressItem) => ({
  published_at:
    toMoment(textOf(item, 'wp:post_date_gmt')) ??
    toMoment(textOf(item, 'pubDate')) ??
    toMoment(textOf(item, 'wp:post_date')),
  updated_at: toMoment(textOf(item, 'wp:post_modified_gmt')) ?? toMoment(textOf(item, 'wp:post_modified')),
})

// Every post has a short address too, whatever its permalink is.
function toAddresses(item: WordpressItem): string[] {
  const id = textOf(item, 'wp:post_id')
  const short = textOf(item, 'wp:post_type') === 'page' ? `/?page_id=${id}` : `/?p=${id}`
  return [textOf(item, 'link'), ...(id ? [short] : [])].filter(Boolean)
}

const MOST_OF_GALLERY = 1000 // they are sent to a thread with the text

function listPictures(content: string, { parts, own, site }: Export, post: string): [string, Picture][] {
  const ids = [...content.matchAll(/\b(?:ids|include)\s*=\s*["']?([\d,\s]+)/g)].flatMap(([, list = '']) =>
    list.split(','),
  )
  const named = [...new Set(ids.map((id) => id.trim()))].map(
    (id) => [id, parts.pictures.get(toKey(site, id))] as const,
  )
  return [
    ...named.flatMap(([id, picture]): [string, Picture][] => (picture ? [[id, picture]] : [])),
    ...(own.get(toKey(site, post)) ?? []).map((picture): [string, Picture] => ['', picture]),
  ].slice(0, MOST_OF_GALLERY)
}

// Exports that were merged from several files may have two articles with the same id.
function findPath(item: WordpressItem, seen: Set<string>): string {
  const [id, link] = [textOf(item, 'wp:post_id'), textOf(item, 'link')]
  if (!id) return link
  if (seen.has(id)) return `${id} ${link}`
  seen.add(id)
  return id
}

// WordPress uses such a URL only for post types that are not public.
const HIDDEN = /[?&]post_type=/

const isPublic = (item: WordpressItem, status: 'publish' | 'future') =>
  textOf(item, 'wp:status') === status &&
  textOf(item, 'wp:post_password') === '' &&
  !HIDDEN.test(textOf(item, 'link'))

const listHidden = (item: WordpressItem) =>
  textOf(item, 'wp:post_password') !== '' && /^(?:publish|future)$/.test(textOf(item, 'wp:status'))
    ? ['article with a password (a draft now)']
    : []

const textOf = (item: WordpressItem, name: string) => item.texts.get(name)?.trim() ?? ''
