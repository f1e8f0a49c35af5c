import type { BlogPost } from '../../../db/tables.ts'
import type { RevisionCause } from '../../../db/writing-tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { toTextColumns, updateArticle } from '../../articles/commands.server.ts'
import type { RenderedMarkdown } from '../../articles/markdown/markdown.ts'
import { rewritePlanned } from '../../articles/revisions/commands.server.ts'
import { toWantedHash } from '../../articles/revisions/queries.server.ts'
import type { RevisedText } from '../../articles/revisions/revisions.ts'
import { orderDeliveries } from '../../delivery/deliveries/commands.server.ts'
import { listWanted } from '../../delivery/deliveries/queries.server.ts'
import { rewriteDraft } from '../drafts/commands.server.ts'
import type { SavedDraft } from '../drafts/drafts.ts'
import { toVersion } from '../writing.ts'

interface Rewriting {
  article: BlogPost
  /** Changes a text: that of the article, those of its working copy, and those of its plans. */
  rewrite: <Text extends { content: string; cover: string | null }>(text: Text) => Text
  /** The rendering of the changed text. */
  rendered: RenderedMarkdown
  cause: RevisionCause
  updatedAt: Date
  /** True if search engines get no notice (decision 27). */
  isUnnoticed?: boolean
}

/**
 * Rewrites the text of an article in the caller's transaction, with its working copy, its plans, its revision and the
 * jobs that deliver it. Returns the working copy and the changed planned texts as they were, and the deliveries to make.
 */
export async function rewriteArticle(
  trx: Transaction,
  operator: Operator,
  { article, rewrite, rendered, cause, updatedAt, isUnnoticed = false }: Rewriting,
): Promise<{ isChanged: boolean; draft?: SavedDraft; planned: RevisedText[]; deliveryIds: string[] }> {
  const { id, content, cover } = article
  const wanted = rewrite(article)
  const orders = await listWanted(trx, id)
  const isChanged = wanted.content !== content || wanted.cover !== cover
  const columns = { ...toTextColumns(wanted, rendered), updatedAt, cause, isUnnoticed }
  const changed = isChanged ? await updateArticle(trx, article, columns) : article
  const toStamp = ({ updatedAt: at }: BlogPost) => toVersion(at, orders)
  const versions = { before: toStamp(article), after: toStamp(changed) }
  const draft = await rewriteDraft(trx, operator, { id, rewrite, versions })
  const plans = { articleId: id, writtenAt: article.updatedAt, rewrite, cause }
  const texts = { ...(draft && { draft }), planned: [...(await rewritePlanned(trx, plans)).values()] }
  if (!isChanged) return { isChanged, ...texts, deliveryIds: [] }
  const wantedHash = toWantedHash(changed)
  const deliveryIds = await orderDeliveries(
    trx,
    orders.map((order) => ({ ...order, wantedHash })),
  )
  return { isChanged, ...texts, deliveryIds }
}
