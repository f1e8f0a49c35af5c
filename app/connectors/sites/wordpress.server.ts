import { z } from 'zod'
import { escapeHtml } from '../../shared/text.ts'
import { ConnectorError } from '../connector-error.ts'
import { isGone, isUnreadable, toCopyUrl, toQuote, unlessGone } from './ask-site.server.ts'
import type {
  OutgoingArticle,
  RemoteCopy,
  RemoteSite,
  SiteCheck,
  SiteConnector,
  Unpublishing,
} from './site-connector.ts'
import { toPublishedAt } from './published-at.ts'
import { listSeoPlugins, toSeoMeta } from './wordpress-seo.ts'
import { toBlock, toMarker, toPostContent } from './wordpress-content.ts'
import { APPLICATION_PASSWORDS_OFF, type AskWordPress, openWordPress } from './wordpress-api.server.ts'

const NOT_DELETED = 'publish,future,draft,pending,private' // all but the bin
const NEEDED = ['publish_posts', 'edit_published_posts', 'delete_published_posts']

const meta = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()).transform(() => ({}))]) // PHP writes {} as []
const post = z.object({ id: z.number().int().positive(), status: z.string(), link: z.string(), meta })
const foundPost = z.object({
  id: z.number().int().positive(),
  status: z.string(),
  content: z.object({ raw: z.string() }),
})
const POST_FIELDS = { _fields: 'id,status,link,meta' }

/** The connector that keeps copies of articles as posts of a WordPress site, over its REST API (decision 19). */
export const wordpress: SiteConnector<'wordpress'> = { check, publish, update, unpublish }

async function check(site: RemoteSite<'wordpress'>): Promise<SiteCheck> {
  const ask = await openWordPress(site)
  const index = await ask('', z.object({ name: z.string(), authentication: z.unknown() }), {
    parameters: { _fields: 'name,authentication' },
  })
  if (!JSON.stringify(index.authentication ?? {}).includes('application-passwords'))
    throw APPLICATION_PASSWORDS_OFF
  const me = await ask('wp/v2/users/me', z.object({ name: z.string(), capabilities: z.unknown() }), {
    parameters: { context: 'edit', _fields: 'name,capabilities' },
  })
  const capabilities = z.record(z.string(), z.unknown()).catch({}).parse(me.capabilities)
  if (!NEEDED.every((capability) => capabilities[capability] === true))
    throw new ConnectorError('wordpress', 'rejected', {
      detail: `WordPress knows us as “${toQuote(me.name)}”, whose role is too low: it has to be an author at least.`,
    })
  return {
    name: toQuote(index.name) || null,
    detail: `We may publish there as “${toQuote(me.name)}”. ${await describeSeo(ask)}`,
  }
}

async function describeSeo(ask: AskWordPress): Promise<string> {
  const [newest] = await ask('wp/v2/posts', z.array(z.object({ meta })), {
    parameters: { per_page: '1', _fields: 'meta' },
  })
  const plugins = listSeoPlugins(newest?.meta ?? {})
  if (plugins.length > 0) return `Canonical addresses and noindex are set through ${plugins.join(' and ')}.`
  return 'WordPress alone can neither name an original in the head of a post nor keep a post from search engines: copies say in a line at their end where they were first published, and “noindex” does not hold.'
}

async function publish(site: RemoteSite<'wordpress'>, article: OutgoingArticle): Promise<RemoteCopy> {
  const ask = await openWordPress(site)
  const { deliveryId, slug } = article
  let copies = await findCopies(ask, deliveryId, slug)
  if (copies.length === 0) {
    const made = await createDraft(ask, article)
    const found = await findCopies(ask, deliveryId, slug) // another process may have made one as well
    copies = found.length > 0 ? found : [made]
  }
  const [copy = -1, ...others] = copies
  for (const id of others) await remove(ask, id)
  return save({ ask, site, article }, copy)
}

async function update(
  site: RemoteSite<'wordpress'>,
  article: OutgoingArticle,
  { remoteId }: RemoteCopy,
): Promise<RemoteCopy> {
  const ask = await openWordPress(site)
  try {
    return await save({ ask, site, article }, Number(remoteId))
  } catch (error) {
    if (isGone(error)) return publish(site, article)
    throw error
  }
}

async function unpublish(
  site: RemoteSite<'wordpress'>,
  { deliveryId, remoteId, forGood }: Unpublishing,
): Promise<void> {
  const ask = await openWordPress(site)
  const known = remoteId === null ? [] : [Number(remoteId)]
  const found = forGood || remoteId === null ? await findCopies(ask, deliveryId) : []
  for (const id of new Set([...known, ...found]))
    await (forGood ? remove(ask, id) : unlessGone(change(ask, id, { status: 'draft' })))
}

/**
 * Returns the ids of the posts with our marker: published ones first, then the oldest. It looks for the slug first,
 * which works with any search plugin. Then it looks for the marker, which works after a change of the slug.
 */
async function findCopies(ask: AskWordPress, deliveryId: string, slug?: string): Promise<number[]> {
  const filters: Record<string, string>[] = [
    ...(slug === undefined ? [] : [{ slug: [slug, `${slug}-2`, `${slug}-3`].join(',') }]),
    { search: toMarker(deliveryId) },
  ]
  for (const filter of filters) {
    const posts = await ask('wp/v2/posts', z.array(foundPost), {
      parameters: { ...filter, status: NOT_DELETED, context: 'edit', _fields: 'id,status,content.raw' },
    })
    const ours = posts.filter(({ content }) => content.raw.includes(`"${toMarker(deliveryId)}"`))
    if (ours.length > 0) return ours.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id).map(({ id }) => id)
  }
  return []
}

const rank = ({ status }: { status: string }) => (status === 'publish' ? 0 : 1)

// A draft first: if its response is lost, another attempt may make a second draft, but readers never see two posts.
async function createDraft(ask: AskWordPress, { deliveryId, title, slug }: OutgoingArticle): Promise<number> {
  try {
    const { id } = await ask('wp/v2/posts', post, {
      method: 'POST',
      parameters: POST_FIELDS,
      body: { title: escapeHtml(title), slug, status: 'draft', content: toBlock(deliveryId, '') },
    })
    return id
  } catch (error) {
    const [made] = isUnreadable(error) ? await findCopies(ask, deliveryId, slug) : []
    if (made === undefined) throw error
    return made
  }
}

interface Saving {
  ask: AskWordPress
  site: RemoteSite
  article: OutgoingArticle
}

async function save({ ask, site, article }: Saving, id: number): Promise<RemoteCopy> {
  const publishedAt = toPublishedAt(article)
  const saved = await change(ask, id, {
    status: 'publish',
    title: escapeHtml(article.title),
    slug: article.slug,
    content: toPostContent(article),
    excerpt: escapeHtml(article.excerpt),
    tags: await Promise.all(article.tags.map((name) => findOrCreateTag(ask, name))),
    ...(publishedAt && { date_gmt: publishedAt.toISOString().slice(0, 19) }),
  })
  if (saved.status !== 'publish') {
    const detail = `WordPress keeps the post as “${toQuote(saved.status)}” and does not publish it. Does a plugin want somebody to approve it?`
    throw new ConnectorError('wordpress', 'rejected', { detail })
  }
  const seoMeta = toSeoMeta(article, saved.meta)
  if (seoMeta) await change(ask, id, { meta: seoMeta })
  return { remoteId: String(id), url: toCopyUrl(saved.link, site.url) }
}

// If the answer cannot be read, the post itself says whether it was changed.
async function change(ask: AskWordPress, id: number, body: Record<string, unknown> & { status?: string }) {
  try {
    return await ask(`wp/v2/posts/${id}`, post, { method: 'POST', parameters: POST_FIELDS, body })
  } catch (error) {
    if (!isUnreadable(error)) throw error
    const now = await ask(`wp/v2/posts/${id}`, post, { parameters: { ...POST_FIELDS, context: 'edit' } })
    if (body.status !== undefined && now.status !== body.status) throw error
    return now
  }
}

async function remove(ask: AskWordPress, id: number): Promise<void> {
  const parameters = { force: 'true', _fields: 'deleted' } // not into the bin
  const removed = z.object({ deleted: z.boolean() })
  await unlessGone(ask(`wp/v2/posts/${id}`, removed, { method: 'DELETE', parameters }))
}

const tag = z.object({ id: z.number().int().positive() })
const existingTag = z.object({ term_id: z.number().int().positive() })

// A post refers to tags by id. If a tag exists already, WordPress refuses to create it and names its id.
async function findOrCreateTag(ask: AskWordPress, name: string): Promise<number> {
  const answer = z.union([tag, z.object({ code: z.literal('term_exists'), data: existingTag })])
  const create = () =>
    ask('wp/v2/tags', answer, { method: 'POST', parameters: { _fields: 'id' }, body: { name } })
  const made = await create().catch((error: unknown) => {
    if (isUnreadable(error)) return create() // it exists by now, and is named
    throw error
  })
  return 'id' in made ? made.id : made.data.term_id
}
