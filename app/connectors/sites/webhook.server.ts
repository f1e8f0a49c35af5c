import { z } from 'zod'
import type { ConnectorError } from '../connector-error.ts'
import { toSignedMessage } from '../signed-message.server.ts'
import { askSite, parseAnswer, type SiteAnswer, toCopyUrl, toSiteError } from './ask-site.server.ts'
import type {
  KnownCopy,
  OutgoingArticle,
  RemoteCopy,
  RemoteSite,
  SiteCheck,
  SiteConnector,
  Unpublishing,
} from './site-connector.ts'

type EventType = 'post.published' | 'post.updated' | 'post.unpublished' | 'post.deleted' | 'site.checked'

interface Event {
  /** The same for every attempt to send this event, so that receivers recognise repeats. */
  id: string
  type: EventType
  data: Record<string, unknown>
}

/**
 * The connector that sends articles to webhook receivers, as signed messages of Standard Webhooks 1.0.0 (decision 19).
 */
export const webhook: SiteConnector<'webhook'> = { check, publish, update, unpublish }

async function check(site: RemoteSite<'webhook'>): Promise<SiteCheck> {
  await notify(site, { id: `check_${Date.now()}`, type: 'site.checked', data: {} })
  return {
    name: null,
    detail:
      'The receiver takes our messages. Canonical address and noindex are part of them; that they are obeyed is up to it.',
  }
}

function publish(site: RemoteSite<'webhook'>, article: OutgoingArticle): Promise<RemoteCopy> {
  return update(site, article)
}

async function update(
  site: RemoteSite<'webhook'>,
  article: OutgoingArticle,
  copy?: KnownCopy,
): Promise<RemoteCopy> {
  const answer = await notify(site, {
    id: toEventId(article),
    type: copy && !copy.isUnpublished ? 'post.updated' : 'post.published',
    data: toData(article, copy?.remoteId),
  })
  return toCopy(answer, site, copy ?? { remoteId: article.deliveryId, url: null })
}

// A receiver may answer without id and URL; then the known ones stay.
function toCopy(answer: SiteAnswer, site: RemoteSite, known: RemoteCopy): RemoteCopy {
  const named = parseAnswer(answer, copyAnswer)
  return { remoteId: named?.id ?? known.remoteId, url: toCopyUrl(named?.url, site.url) ?? known.url }
}

async function unpublish(site: RemoteSite<'webhook'>, { forGood, ...asked }: Unpublishing): Promise<void> {
  const { deliveryId, orders, remoteId } = asked
  await notify(site, {
    id: toEventId(asked),
    type: forGood ? 'post.deleted' : 'post.unpublished',
    data: { id: deliveryId, revision: orders, ...(remoteId !== null && { remote_id: remoteId }) },
  })
}

// Each change is a new event, even if it repeats an earlier one: published, unpublished, published.
const toEventId = ({ deliveryId, orders }: { deliveryId: string; orders: number }) =>
  `${deliveryId}_${orders}`

/** The optional body of a receiver's response. */
const copyAnswer = z.object({
  id: z.string().min(1).max(200).optional(),
  url: z.string().optional(),
})

function toData(article: OutgoingArticle, remoteId: string | undefined) {
  return {
    id: article.deliveryId,
    revision: article.orders,
    ...(remoteId !== undefined && { remote_id: remoteId }),
    article_id: article.articleId,
    title: article.title,
    slug: article.slug,
    html: article.html,
    markdown: article.markdown,
    excerpt: article.excerpt,
    meta_description: article.metaDescription,
    author: article.author,
    tags: article.tags,
    keywords: article.keywords,
    lang: article.lang,
    image_url: article.imageUrl,
    published_at: article.publishedAt.toISOString(),
    updated_at: article.updatedAt.toISOString(),
    canonical_url: article.canonicalUrl,
    noindex: article.isNoindex,
  }
}

async function notify(
  { url, credentials }: RemoteSite<'webhook'>,
  { id, type, data }: Event,
): Promise<SiteAnswer> {
  const message = toSignedMessage({ id, type, payload: { data }, secrets: credentials.secrets })
  const answer = await askSite('webhook', url, { method: 'POST', ...message })
  if (answer.status < 200 || answer.status > 299) throw toError(answer)
  return answer
}

function toError(answer: SiteAnswer): ConnectorError {
  const detail = DETAILS[answer.status]
  return toSiteError('webhook', answer, detail === undefined ? {} : { detail })
}

const DETAILS: Record<number, string> = {
  401: 'The receiver does not accept our signature: it has another secret.',
  404: 'There is no receiver at this address.',
  410: 'The receiver wants no more messages (status 410).',
}
