import { type Found, toKnownSlug, toMoment, toPlainText } from './files.ts'
import { type WordpressItem, WordpressParser, type WordpressSite } from './wordpress-xml.ts'

// Types of items that are not articles, of WordPress itself and of common plugins. Items of unknown types are articles
// of the site.
const NO_ARTICLE = new Set([
  'attachment', 'nav_menu_item', 'revision', 'custom_css', 'customize_changeset', 'oembed_cache', 'user_request',
  'acf-field', 'acf-field-group', 'elementor_library', 'scheduled-action',
  'feedback', 'flamingo_contact', 'flamingo_inbound', 'mc4wp-form', 'wpcf7_contact_form', 'wpforms',
  'product_variation', 'shop_coupon', 'shop_order', 'shop_order_refund',
]) // prettier-ignore
const isArticle = (type: string) => !NO_ARTICLE.has(type) && !type.startsWith('wp_') // blocks, templates, fonts, ...
const GONE = new Set(['trash', 'auto-draft'])

/**
 * Returns the articles of a WordPress export (WXR): posts, pages and the site's own post types, and items of the other
 * `types`. A post that is not public (a draft, pending, private, with a password) becomes a draft. `file` is the source
 * if the export does not name its site. `open` returns the text in pieces from its beginning. It is called twice,
 * because images may come after the posts that show them.
 */
export async function* readWordpress(
  open: () => AsyncIterable<string>,
  { file, types }: { file: string; types: string[] },
): AsyncGenerator<Found> {
  const images = await listImages(open())
  const parser = new WordpressParser()
  const about = { file, site: parser.site, images, types, seen: new Set<string>() }
  for await (const item of readItems(parser, open()))
    yield { place: `line ${item.line}`, ...readItem(item, about) }
  const problem = parser.findProblem()
  if (problem) yield { place: 'end of the file', problem }
}

async function* readItems(
  parser: WordpressParser,
  pieces: AsyncIterable<string>,
): AsyncGenerator<WordpressItem> {
  for await (const piece of pieces) yield* parser.write(piece)
  yield* parser.end()
}

async function listImages(pieces: AsyncIterable<string>): Promise<Map<string, string>> {
  const images = new Map<string, string>()
  for await (const item of readItems(new WordpressParser(), pieces)) {
    const url = textOf(item, 'wp:attachment_url')
    if (url) images.set(textOf(item, 'wp:post_id'), url)
  }
  return images
}

interface Export {
  file: string
  site: WordpressSite
  /** URLs of images by their id. */
  images: Map<string, string>
  types: string[]
  /** Ids of the items read so far. */
  seen: Set<string>
}

function readItem(item: WordpressItem, about: Export) {
  const type = textOf(item, 'wp:post_type')
  const status = textOf(item, 'wp:status')
  if (!isArticle(type) && !about.types.includes(type)) return { leftOut: `${type} (no article)` }
  if (GONE.has(status)) return { leftOut: `${type} (${status})` }
  return item.problem ? { problem: item.problem } : { fields: toFields(item, about) }
}

function toFields(item: WordpressItem, { file, site, images, seen }: Export): Record<string, unknown> {
  const login = textOf(item, 'dc:creator')
  return {
    source: site.link || file,
    path: findPath(item, seen),
    title: toPlainText(textOf(item, 'title')),
    slug: toKnownSlug(decode(textOf(item, 'wp:post_name'))),
    content: item.texts.get('content:encoded') ?? '',
    description: toPlainText(textOf(item, 'excerpt:encoded')),
    author: site.authors.get(login) || login,
    tags: item.categories.map(({ name }) => toPlainText(name)).filter((name) => name !== 'Uncategorized'),
    image_url: images.get(item.meta.get('_thumbnail_id') ?? ''),
    lang: site.language,
    published_at:
      toMoment(textOf(item, 'wp:post_date_gmt')) ??
      toMoment(textOf(item, 'pubDate')) ??
      toMoment(textOf(item, 'wp:post_date')),
    updated_at: toMoment(textOf(item, 'wp:post_modified_gmt')) ?? toMoment(textOf(item, 'wp:post_modified')),
    draft: !isPublic(item),
    aliases: [textOf(item, 'link')].filter(Boolean),
  }
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

const isPublic = (item: WordpressItem) =>
  textOf(item, 'wp:status') === 'publish' &&
  textOf(item, 'wp:post_password') === '' &&
  !HIDDEN.test(textOf(item, 'link'))

const textOf = (item: WordpressItem, name: string) => item.texts.get(name)?.trim() ?? ''

// WordPress stores slugs in other scripts percent-encoded.
function decode(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
