import { type Found, toKnownSlug, toMoment, toPlainText } from './exchange.ts'
import { type WordpressItem, WordpressParser, type WordpressSite } from './wordpress-xml.ts'

// What WordPress stores as items without being something to read.
const MACHINERY = new Set([
  'attachment',
  'nav_menu_item',
  'revision',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
])
const GONE = new Set(['trash', 'auto-draft', 'inherit'])

/**
 * Reads the articles of a WordPress export (WXR): posts, pages and the other post types named. What is not public
 * (a draft, waiting, private, behind a password) becomes a draft. `file` names the source where the export does not
 * name its site. `open` gives the file's text in pieces, from its beginning, as often as asked: images may stand
 * behind the posts that show them.
 */
export async function* readWordpress(
  open: () => AsyncIterable<string>,
  { file, types }: { file: string; types: string[] },
): AsyncGenerator<Found> {
  const images = await listImages(open())
  const wanted = new Set(['post', 'page', ...types])
  const parser = new WordpressParser()
  for await (const item of readItems(parser, open())) {
    const type = textOf(item, 'wp:post_type')
    if (!MACHINERY.has(type))
      yield readItem(item, { file, site: parser.site, images, isWanted: wanted.has(type) })
  }
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

interface Around {
  file: string
  site: WordpressSite
  /** Addresses of images by their id. */
  images: Map<string, string>
  isWanted: boolean
}

function readItem(item: WordpressItem, around: Around): Found {
  const place = `line ${item.line}`
  const problem = findProblem(item, around.isWanted)
  return problem ? { place, problem } : { place, fields: toFields(item, around) }
}

function findProblem(item: WordpressItem, isWanted: boolean): string | undefined {
  const status = textOf(item, 'wp:status')
  if (item.problem) return item.problem
  if (GONE.has(status)) return `left out, its status is ${status}`
  if (!isWanted) return `left out, its type is ${textOf(item, 'wp:post_type')} (see --type)`
  return undefined
}

function toFields(item: WordpressItem, { file, site, images }: Around): Record<string, unknown> {
  const login = textOf(item, 'dc:creator')
  const isPublic = textOf(item, 'wp:status') === 'publish' && textOf(item, 'wp:post_password') === ''
  return {
    source: site.link || file,
    path: textOf(item, 'wp:post_id') || textOf(item, 'link'),
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
    draft: !isPublic,
    aliases: [textOf(item, 'link')].filter(Boolean),
  }
}

const textOf = (item: WordpressItem, name: string) => item.texts.get(name)?.trim() ?? ''

// WordPress keeps slugs of other scripts with escapes.
function decode(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
