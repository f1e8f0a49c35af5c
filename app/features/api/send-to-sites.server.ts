import { refuse, type Refusal } from '../../shared/refusal.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { SitesRefusal } from '../writing/writing.ts'
import { namesVersion } from './api.ts'
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
  options: { waits: boolean; varies: boolean },
) => Promise<{ ok: true } | Refusal<SitesRefusal>>

interface Wish {
  articleId: string
  ifMatch: string | undefined
  siteIds?: string[] | undefined
  generateVariations?: boolean | undefined
}

/** Sends an article that readers see to more sites. Returns `not-live` for one that they do not see. */
export async function sendToSites(operator: Operator, wish: Wish, publish: PublishToSites): Promise<Sent> {
  const { articleId, ifMatch } = wish
  const found = await findOwnArticle(operator, articleId)
  if (!found || found.row.deletionAskedAt) return refuse('article-not-found')
  if (!found.row.publishedAt) return 'not-live'
  if (ifMatch !== undefined && !namesVersion(ifMatch, found.etag))
    return refuse('precondition-failed', { expected: ifMatch, current: found.etag })
  const siteIds = [...new Set(wish.siteIds)]
  if (siteIds.length === 0) return { ok: true, article: found }
  const options = { waits: true, varies: wish.generateVariations === true }
  const sent = await publish(operator, { articleId, siteIds }, options)
  if (!sent.ok) return sent
  const article = await findOwnArticle(operator, articleId)
  return article ? { ok: true, article } : refuse('article-not-found')
}
