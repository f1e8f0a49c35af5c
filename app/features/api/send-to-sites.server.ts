import { refuse, type Refusal } from '../../shared/refusal.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { SitesRefusal } from '../writing/writing.ts'
import { namesVersion, pinsVersion } from './api.ts'
import type { ChangeNotMade } from './change-article.server.ts'
import { findOwnArticle, type FoundArticle } from './queries.server.ts'

type Sent =
  | { ok: true; article: FoundArticle }
  | Extract<ChangeNotMade, Refusal<'precondition-failed'>>
  | Refusal<SitesRefusal>
  | 'not-live'

type PublishToSites = (
  operator: Operator,
  input: { articleId: string; siteIds: string[] },
  options: { waits: boolean; varies: boolean; version: string | undefined },
) => Promise<{ ok: true } | Refusal<SitesRefusal>>

interface Wish {
  articleId: string
  ifMatch: string | undefined
  siteIds?: string[] | undefined
  generateVariations?: boolean | undefined
}

/**
 * Sends an article that readers see to more sites. A version that the request names is that of the article until it is
 * ordered for them. Returns `not-live` for an article that readers do not see.
 */
export async function sendToSites(operator: Operator, wish: Wish, publish: PublishToSites): Promise<Sent> {
  const { articleId, ifMatch } = wish
  const found = await findOwnArticle(operator, articleId)
  if (!found || found.row.deletionAskedAt) return refuse('article-not-found')
  if (!found.row.publishedAt) return 'not-live'
  if (ifMatch !== undefined && !namesVersion(ifMatch, found.etag))
    return refuse('precondition-failed', { expected: ifMatch, current: found.etag })
  const siteIds = [...new Set(wish.siteIds)]
  if (siteIds.length === 0) return { ok: true, article: found }
  const version = pinsVersion(ifMatch) ? found.version : undefined
  const options = { waits: true, varies: wish.generateVariations === true, version }
  const sent = await publish(operator, { articleId, siteIds }, options)
  return toSent(operator, { articleId, ifMatch, version }, sent)
}

// Somebody may change it between the look and the order.
async function toSent(
  operator: Operator,
  { articleId, ifMatch, version }: Pick<Wish, 'articleId' | 'ifMatch'> & { version: string | undefined },
  sent: Awaited<ReturnType<PublishToSites>>,
): Promise<Sent> {
  const article = await findOwnArticle(operator, articleId)
  if (!article) return refuse('article-not-found')
  if (sent.ok) return { ok: true, article }
  const isNewer = version !== undefined && version !== article.version
  return isNewer ? refuse('precondition-failed', { expected: ifMatch, current: article.etag }) : sent
}
