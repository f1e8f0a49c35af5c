import { z } from 'zod'
import { toExcerpt } from '../../shared/text.ts'
import { ConnectorError } from '../connector-error.ts'
import { isGone, isUnreadable, toCopyUrl, toQuote, unlessGone } from './ask-site.server.ts'
import { type AskGhost, COLLISION, openGhost } from './ghost-api.server.ts'
import { toPublishedAt } from './published-at.ts'
import type {
  OutgoingArticle,
  RemoteCopy,
  RemoteSite,
  SiteCheck,
  SiteConnector,
  Unpublishing,
} from './site-connector.ts'

const MAX_COLLISIONS = 3

// The limits of Ghost.
const TITLE_CHARACTERS = 255
const EXCERPT_CHARACTERS = 300
const META_CHARACTERS = 500
const SLUG_CHARACTERS = 191

const post = z.object({
  id: z.string().regex(/^[\da-f]{24}$/),
  status: z.string(),
  slug: z.string(),
  updated_at: z.string(),
  url: z.string().nullish(),
})
const POST_FIELDS = 'id,status,slug,updated_at'
const posts = z.object({ posts: z.array(post) })

/** The connector that keeps copies of articles as posts of a Ghost, over its Admin API (decision 19). */
export const ghost: SiteConnector<'ghost'> = { check, publish, update, unpublish }

async function check(site: RemoteSite<'ghost'>): Promise<SiteCheck> {
  const ask = openGhost(site)
  const { site: about } = await ask('site/', z.object({ site: z.object({ title: z.string() }) }))
  // The request above needs no key, this one does.
  await ask('posts/', z.object({ posts: z.array(z.unknown()) }), { parameters: { limit: '1', fields: 'id' } })
  return {
    name: toQuote(about.title) || null,
    detail:
      'We may publish there. Posts name their original, and “noindex” holds, as code in the head of the post. Ghost adds a “ref” to the links of an article unless its “Outbound link tagging” is switched off.',
  }
}

async function publish(site: RemoteSite<'ghost'>, article: OutgoingArticle): Promise<RemoteCopy> {
  const ask = openGhost(site)
  let copies = await findCopies(ask, article.deliveryId)
  if (copies.length === 0) {
    await createDraft(ask, article)
    copies = await findCopies(ask, article.deliveryId) // another process may have made one as well
  }
  const [copy = '', ...others] = copies
  for (const id of others) await remove(ask, id)
  return save({ ask, site, article }, copy)
}

async function update(
  site: RemoteSite<'ghost'>,
  article: OutgoingArticle,
  { remoteId }: RemoteCopy,
): Promise<RemoteCopy> {
  try {
    return await save({ ask: openGhost(site), site, article }, remoteId)
  } catch (error) {
    if (isGone(error)) return publish(site, article)
    throw error
  }
}

async function unpublish(
  site: RemoteSite<'ghost'>,
  { deliveryId, remoteId, forGood }: Unpublishing,
): Promise<void> {
  const ask = openGhost(site)
  const known = remoteId === null ? [] : [remoteId]
  const found = forGood || remoteId === null ? await findCopies(ask, deliveryId) : []
  for (const id of new Set([...known, ...found]))
    await (forGood ? remove(ask, id) : unlessGone(change(ask, id, { status: 'draft' })))
}

// A tag whose name begins with # is internal. Ghost starts its slug with “hash-”.
const toMarker = (deliveryId: string) => `src-${deliveryId}`

/** Returns the ids of the posts with our internal tag: published ones first, then the oldest. */
async function findCopies(ask: AskGhost, deliveryId: string): Promise<string[]> {
  const found = await ask('posts/', posts, {
    parameters: { filter: `tag:hash-${toMarker(deliveryId)}`, fields: POST_FIELDS },
  })
  return found.posts
    .toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1)) // an id begins with its time
    .map(({ id }) => id)
}

const rank = ({ status }: { status: string }) => (status === 'published' ? 0 : 1)

// A draft first: if its response is lost, another attempt may make a second draft, but readers never see two posts.
async function createDraft(ask: AskGhost, { deliveryId, title }: OutgoingArticle): Promise<void> {
  const draft = {
    title: cut(title, TITLE_CHARACTERS),
    status: 'draft',
    tags: [{ name: `#${toMarker(deliveryId)}` }],
  }
  try {
    await write(ask, { method: 'POST', path: 'posts/', fields: draft })
  } catch (error) {
    if (!isUnreadable(error) || (await findCopies(ask, deliveryId)).length === 0) throw error
  }
}

interface Saving {
  ask: AskGhost
  site: RemoteSite
  article: OutgoingArticle
}

async function save({ ask, site, article }: Saving, id: string): Promise<RemoteCopy> {
  const saved = await change(ask, id, { status: 'published', ...toPost(article) })
  if (saved.status !== 'published') {
    const detail = `Ghost keeps the post as “${toQuote(saved.status)}” and does not publish it.`
    throw new ConnectorError('ghost', 'rejected', { detail })
  }
  return { remoteId: id, url: toCopyUrl(saved.url, site.url) }
}

function toPost(article: OutgoingArticle) {
  const publishedAt = toPublishedAt(article)
  return {
    title: cut(article.title, TITLE_CHARACTERS),
    slug: article.slug.slice(0, SLUG_CHARACTERS),
    html: `<!--kg-card-begin: html-->\n${article.html}\n<!--kg-card-end: html-->`, // otherwise Ghost converts the HTML
    tags: [...article.tags.map(toTag), { name: `#${toMarker(article.deliveryId)}` }],
    feature_image: article.imageUrl,
    canonical_url: article.canonicalUrl,
    custom_excerpt: cut(article.excerpt, EXCERPT_CHARACTERS) || null,
    meta_description: article.metaDescription && cut(article.metaDescription, META_CHARACTERS),
    codeinjection_head: article.isNoindex ? '<meta name="robots" content="noindex">' : null,
    ...(publishedAt && { published_at: publishedAt.toISOString() }),
  }
}

const toTag = (name: string) => ({ name: name.replace(/^#+/, '') || name })

const cut = (text: string, length: number) =>
  Array.from(text).length > length ? toExcerpt(text, length - 1) : text

// Ghost accepts a change only with the `updated_at` of the version that it changes. If the answer cannot be read, the post
// itself says whether it was changed.
async function change(ask: AskGhost, id: string, fields: Change): Promise<Post> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await read(ask, id)
    try {
      return await write(ask, {
        method: 'PUT',
        path: `posts/${id}/`,
        fields: { ...fields, ...keepVersion(before, fields) },
      })
    } catch (error) {
      const now = isUnreadable(error) ? await read(ask, id) : undefined
      if (now && now.status === fields.status) return now
      const isCollision = error instanceof ConnectorError && error.detail === COLLISION
      if (!isCollision || attempt === MAX_COLLISIONS) throw error
    }
  }
}

interface Change {
  status: string
  slug?: string
}

// If another post has the slug, Ghost adds a number. A numbered slug is kept: otherwise every change would add another.
function keepVersion({ updated_at, slug }: Post, wanted: Change): Partial<Post> {
  const isNumbered = wanted.slug !== undefined && slug.replace(/-\d+$/, '') === wanted.slug
  return { updated_at, ...(isNumbered && { slug }) }
}

async function read(ask: AskGhost, id: string): Promise<Post> {
  return readOnlyPost(await ask(`posts/${id}/`, posts, { parameters: { fields: `${POST_FIELDS},url` } }))
}

type Post = z.output<typeof post>

interface Write {
  method: 'POST' | 'PUT'
  path: string
  fields: object
}

async function write(ask: AskGhost, { method, path, fields }: Write): Promise<Post> {
  const parameters = { source: 'html', formats: 'plaintext' } // the format with the shortest response
  return readOnlyPost(await ask(path, posts, { method, parameters, body: { posts: [fields] } }))
}

function readOnlyPost(answer: z.output<typeof posts>): Post {
  const [only] = answer.posts
  if (only) return only
  throw new ConnectorError('ghost', 'broken', { detail: 'The Admin API of Ghost answers without the post.' })
}

async function remove(ask: AskGhost, id: string): Promise<void> {
  await unlessGone(ask(`posts/${id}/`, z.unknown(), { method: 'DELETE' }))
}
