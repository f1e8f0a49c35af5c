import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asAccount, asInstallation, isOwn } from '../../../platform/own-rows.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { tagArticles } from '../../articles/commands.server.ts'
import { isPlanned } from '../../articles/revisions/queries.server.ts'
import { listDone, recordItems } from '../../runs/commands.server.ts'
import { orderTagging } from '../../delivery/deliveries/commands.server.ts'
import { listOrdered } from '../../delivery/deliveries/queries.server.ts'
import type { ArticleChange, ArticleRefusal, ChangeOutcome, Placement } from './board.ts'
import { isSame, toAfter, toPlacement, toWanted, type Wish } from './placements.ts'
import { isRefusal } from '../../../shared/refusal.ts'

/** The most articles that are changed in one transaction: each takes a lock, of which Postgres has some thousands. */
export const TOGETHER = 250

/** Returns true if a change may change nothing but tags. An undo may: it depends on what it undoes. */
export const isOfTags = (change: ArticleChange): boolean => 'tag' in change || change.kind === 'restore'

interface ChangeTask extends Wish {
  runId: string
  operator: Operator
}

/**
 * Changes the tags of many published articles in one transaction. It also stores their revisions, their copies on hosted
 * sites and the receipts of the run. Returns the ids that it left out: drafts, articles with plans, and articles of which
 * more has to be changed. Returns the ids of the deliveries to make too.
 */
export async function changeTogether(
  task: ChangeTask,
  articleIds: string[],
): Promise<{ others: string[]; deliveryIds: string[] }> {
  const { items, deliveryIds } = await write(async (trx) => {
    const done = await asAccount(trx, task.operator, () => tagIn(trx, task, articleIds))
    await recordItems(trx, task.runId, done.items)
    return done
  })
  const handled = new Set(items.map(({ itemId }) => itemId))
  return { others: articleIds.filter((id) => !handled.has(id)), deliveryIds }
}

interface Done {
  items: { itemId: string; outcome: ChangeOutcome; result: object }[]
  deliveryIds: string[]
}

// Another process may work on the same run. It waits for the articles, and then finds the receipts.
async function tagIn(trx: Transaction, task: ChangeTask, articleIds: string[]): Promise<Done> {
  const locked = await lockPublished(trx, task.operator, articleIds)
  const done = await listDone(trx, task.runId, articleIds)
  const articles = locked.filter(({ id }) => !done.has(id))
  const orders = Map.groupBy(await lockOrders(trx, articles), ({ articleId }) => articleId)
  const decided = articles.map((article) => decide(task, article, orders.get(article.id) ?? []))
  const changed = decided.flatMap(({ tagging }) => tagging ?? [])
  const tagged = changed.length > 0 ? await tagArticles(trx, changed) : []
  return {
    items: decided.flatMap(({ item }) => item ?? []),
    deliveryIds: tagged.length > 0 ? await asInstallation(trx, () => orderTagging(trx, tagged)) : [],
  }
}

// The policies of the database would look up the article of each delivery again. It was locked as the account's own.
const lockOrders = (trx: Transaction, articles: { id: string }[]) =>
  asInstallation(trx, () =>
    listOrdered(
      trx,
      articles.map(({ id }) => id),
    ),
  )

// Without the texts, which a change of tags does not read. In a fixed order, which prevents deadlocks.
const lockPublished = (trx: Transaction, operator: Operator, articleIds: string[]) =>
  trx
    .selectFrom('blogPosts')
    .select(['id', 'siteId', 'title', 'author', 'tags', 'publishedAt', 'updatedAt'])
    .where('id', '=', sql<string>`any(${articleIds}::uuid[])`)
    .where(isOwn(operator, 'userId'))
    .where('originId', 'is', null)
    .where('publishedAt', 'is not', null)
    .where('deletionAskedAt', 'is', null)
    .where(hasNoPlannedText)
    .orderBy('id')
    .forUpdate()
    .execute()

const hasNoPlannedText = sql<boolean>`not exists (
  select from plans where article_id = blog_posts.id and kind = 'publish' and ${isPlanned})`

type Published = Awaited<ReturnType<typeof lockPublished>>[number]

/** Returns the new tags of an article, and the receipt; neither if more than tags has to be changed. */
function decide(
  task: ChangeTask,
  article: Published,
  ordered: { siteId: string; isWanted: boolean }[],
): { item?: Done['items'][number]; tagging?: Published & { wanted: string[] } } {
  const { id: articleId, title } = article
  const before = toPlacement(article, ordered)
  const wanted = toWanted(task, { before, articleId, onceOn: [], isPage: false })
  const toItem = (
    outcome: ChangeOutcome,
    more: { before?: Placement; after?: Placement; reason?: ArticleRefusal } = {},
  ) => ({
    itemId: articleId,
    outcome,
    result: { articleId, title, ...more },
  })
  if (isRefusal(wanted)) return { item: toItem('refused', { reason: wanted.reason }) }
  if (isSame(before, wanted)) return { item: toItem('unchanged') }
  if (!isSame({ ...before, tags: wanted.tags }, wanted)) return {}
  const item = toItem('changed', { before, after: toAfter(wanted) })
  return { item, tagging: { ...article, wanted: wanted.tags } }
}
