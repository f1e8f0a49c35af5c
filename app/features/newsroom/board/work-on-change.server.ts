import { z } from 'zod'
import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asAccount } from '../../../platform/own-rows.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { updateArticle } from '../../articles/commands.server.ts'
import { toTypedFields } from '../../articles/fields/fields.ts'
import { toWantedHash } from '../../articles/revisions/queries.server.ts'
import { lacksAlt } from '../../articles/pictures/pictures.ts'
import { requiresAlt } from '../../articles/pictures/queries.server.ts'
import { defineRun, executeItemOnce } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { deliver, orderDeliveries, orderRemoval } from '../../delivery/deliveries/commands.server.ts'
import { listOrdered } from '../../delivery/deliveries/queries.server.ts'
import { findSiteIds } from '../../delivery/target-sites/queries.server.ts'
import { findPageAddress, findPageSite, isSitePage } from '../../articles/placement/queries.server.ts'
import { lockAnyOwnArticle } from '../../writing/publish/queries.server.ts'
import { creditRevision } from '../../writing/approval/commands.server.ts'
import { findCredits, isRevisedSince } from '../../writing/approval/queries.server.ts'
import { toVersion } from '../../writing/writing.ts'
import { type ArticleChange, articleChange, CHANGE_RUN, type Placement } from './board.ts'
import { bringBackArticle } from './bring-back-article.server.ts'
import { type Changed, changeDraft, deleteDraft, type ChangeTask, toDeleted } from './change-draft.server.ts'
import { changePlannedTags } from './change-planned-tags.server.ts'
import { changeTogether, isOfTags, TOGETHER } from './change-together.server.ts'
import { sayResult } from './messages.ts'
import { noteChange } from './note-change.server.ts'
import { isSame, toAfter, toPlacement, toWanted } from './placements.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

/** The input of a run that changes articles. */
export const changeInput = z.object({ articleIds: z.array(z.uuid()), change: articleChange })

const placement = z.object({
  publishedAt: z.coerce.date().nullable(),
  tags: z.array(z.string()),
  siteIds: z.array(z.uuid()),
  varies: z.boolean().optional(),
  begunBy: z.uuid().nullable().optional(),
  planned: z.record(z.string(), z.string()).optional(),
  page: z.object({ siteId: z.uuid(), path: z.string() }).optional(),
})

const resultSchema = z.object({
  articleId: z.uuid(),
  before: placement.optional(),
  after: placement.optional(),
})

const SIDE_BY_SIDE = 10
const PARTS_SIDE_BY_SIDE = 4 // so that neither this process nor Postgres waits for the other

/**
 * Changes articles one by one, or their tags together. Stores with each article its state before, for the undo, and the
 * jobs that deliver it. Then makes the first attempts, ten at a time.
 */
export const changeRun = defineRun({
  kind: CHANGE_RUN,
  input: changeInput,
  sayResult,
  onError: 'retry', // only the database throws
  sideBySide: 2,
  async prepare({ id, operator, input }) {
    const done = new Set((await findRun(operator, id))?.results.map(({ articleId }) => articleId))
    const alone = input.articleIds.filter((articleId) => !done.has(articleId))
    const together = isOfTags(input.change) ? alone.splice(0) : []
    const deliveryIds: string[] = []
    const task = {
      runId: id,
      operator,
      change: input.change,
      ...(await prepareChange(operator, input.change)),
    }
    return async () => {
      if (together.length > 0) {
        const parts = Array.from({ length: PARTS_SIDE_BY_SIDE }, () => together.splice(0, TOGETHER))
        const filled = parts.filter((ids) => ids.length > 0)
        for (const changed of await Promise.all(filled.map((ids) => changeTogether(task, ids)))) {
          alone.push(...changed.others)
          deliveryIds.push(...changed.deliveryIds)
        }
      } else if (alone.length > 0)
        await Promise.all(alone.splice(0, SIDE_BY_SIDE).map((articleId) => changeOne(task, articleId)))
      else await Promise.all(deliveryIds.splice(0, SIDE_BY_SIDE).map((deliveryId) => deliver(deliveryId)))
      return together.length + alone.length + deliveryIds.length > 0
    }
  },
})

async function prepareChange(
  operator: Operator,
  change: ArticleChange,
): Promise<Omit<ChangeTask, 'runId' | 'operator' | 'change'>> {
  const siteIds = await findSiteIds(operator)
  const undone = change.kind === 'restore' ? await findRun(operator, change.runId) : undefined
  const results = (undone?.results ?? []).map((result) => resultSchema.parse(result))
  return {
    ...siteIds,
    undoneAt: undone?.createdAt,
    isUndeleting: change.kind === 'restore' && change.undeletes === true,
    needsAlt: change.kind === 'publish' && (await requiresAlt(operator)),
    earlier: new Map(
      results.flatMap(({ articleId, before, after }) => (before ? [[articleId, { before, after }]] : [])),
    ),
  }
}

async function changeOne(task: ChangeTask, articleId: string): Promise<void> {
  const { runId, operator } = task
  let changed: Changed | undefined
  await write((trx) =>
    executeItemOnce(trx, runId, {
      itemId: articleId,
      async work() {
        changed = await asAccount(trx, operator, async () =>
          noteChange(trx, task, await changeIn(trx, task, articleId)),
        )
        const { outcome, title, before, after, reason } = changed
        return { outcome, result: { articleId, title, before, after, reason } }
      },
    }),
  )
  await Promise.all((changed?.deliveryIds ?? []).map((id) => deliver(id)))
}

async function changeIn(trx: Transaction, task: ChangeTask, articleId: string): Promise<Changed> {
  const { operator, change } = task
  const article = await lockAnyOwnArticle(trx, operator, articleId).executeTakeFirst()
  if (change.kind === 'delete') return deleteIn(trx, task, { article, articleId })
  if (!article) return changeDraft(trx, task, articleId)
  const { title } = article
  const ordered = await listOrdered(trx, [articleId])
  const before = toPlacement(article, ordered)
  const decided = await decide(trx, task, { article, before, ordered })
  if (isRefusal(decided)) return { outcome: 'refused', title, reason: decided.reason }
  const { kept, wanted, ...lost } = await bringBackArticle(trx, task, { article, wanted: decided })
  const varies = new Map(ordered.map((order) => [order.siteId, order.varies]))
  const isPlaced = kept !== article || !isSame(before, wanted)
  const deliveryIds = isPlaced ? await place(trx, kept, { before, wanted, varies }) : []
  const planned = await changePlannedTags(trx, task, article)
  if (!isPlaced && !planned.before) return { outcome: 'unchanged', title }
  return {
    outcome: 'changed',
    title,
    ...lost,
    before: { ...before, planned: planned.before },
    after: { ...toAfter(wanted), planned: planned.after },
    deliveryIds,
  }
}

interface Ordered {
  article: BlogPost
  before: Placement
  ordered: Order[]
}

// These changes do something else for a page of a site, such as About.
const CHANGES_SITES = new Set<ArticleChange['kind']>(['publish', 'remove-site'])

/** Returns the new state of an article, or a refusal. */
async function decide(trx: Transaction, task: ChangeTask, { article, before, ordered }: Ordered) {
  const { id: articleId } = article
  const isOwnPage = CHANGES_SITES.has(task.change.kind) && (await isSitePage(trx, articleId))
  const onceOn = ordered.map(({ siteId }) => siteId)
  const wanted =
    findRefusal(task, article, ordered) ?? toWanted(task, { before, articleId, onceOn, isPage: isOwnPage })
  if (isRefusal(wanted)) return wanted
  return (await reviewPlace(trx, task, { article, before, wanted })) ?? wanted
}

// A page is on its site, but on none of its lists.
async function listNewSites(
  trx: Transaction,
  articleId: string,
  { before, wanted }: { before: Placement; wanted: Placement },
): Promise<string[]> {
  if (before.publishedAt) return wanted.siteIds.filter((siteId) => !before.siteIds.includes(siteId))
  const pageSite = await findPageSite(trx, articleId)
  return [...new Set([...wanted.siteIds, ...(pageSite ? [pageSite] : [])])]
}

// A text that is new on a site may need a second pair of eyes there. An undo shows again what readers saw before.
async function reviewPlace(
  trx: Transaction,
  { operator, reviewed, undoneAt }: ChangeTask,
  { article, before, wanted }: { article: BlogPost; before: Placement; wanted: Placement },
): Promise<Refusal<'review-needed'> | undefined> {
  if (!wanted.publishedAt || reviewed.size === 0) return undefined
  const { id, slug } = article
  const added = await listNewSites(trx, id, { before, wanted })
  const siteIds = added.filter((siteId) => reviewed.has(siteId))
  if (siteIds.length === 0) return undefined
  if (undoneAt && !(await isRevisedSince(trx, id, undoneAt))) return undefined
  const text = { ...toTypedFields(article), slug }
  const credits = await findCredits(trx, operator, { id, text, siteIds, stored: text })
  if (isRefusal(credits)) return credits
  if (credits) await creditRevision(trx, { articleId: id }, credits)
  return undefined
}

interface Order {
  siteId: string
  isWanted: boolean
}

function isChangedSince({ change }: ChangeTask, { updatedAt }: BlogPost, ordered: Order[]): boolean {
  const version = 'version' in change ? change.version : undefined
  const wanted = ordered.filter(({ isWanted }) => isWanted)
  return version !== undefined && version !== toVersion(updatedAt, wanted)
}

function findRefusal(task: ChangeTask, article: BlogPost, ordered: Order[]) {
  const { isUndeleting, needsAlt } = task
  const { deletionAskedAt, contentHtml } = article
  if (deletionAskedAt && !isUndeleting) return refuse('deleted')
  if (isChangedSince(task, article, ordered)) return refuse('changed-since')
  return needsAlt && lacksAlt(contentHtml) ? refuse('alt-missing') : undefined
}

/** Stores the wanted state of an article and orders its deliveries. Returns the ids of the deliveries to make. */
async function place(
  trx: Transaction,
  article: BlogPost,
  { before, wanted, varies }: { before: Placement; wanted: Placement; varies: Map<string, boolean> },
): Promise<string[]> {
  const { publishedAt, tags } = wanted
  const isTagged = before.tags.join() !== tags.join()
  const after = await updateArticle(trx, article, {
    publishedAt,
    ...(isTagged && { tags, updatedAt: new Date(), cause: 'tags' }),
  })
  const [articleId, wantedHash] = [article.id, toWantedHash(after)]
  // A change of one site does not send the article to the others again.
  const isForAll = isTagged || before.publishedAt?.getTime() !== publishedAt?.getTime()
  const added = isForAll ? wanted.siteIds : wanted.siteIds.filter((id) => !before.siteIds.includes(id))
  const orders = added.map((siteId) => ({
    articleId,
    siteId,
    wantedHash,
    varies: varies.get(siteId) ?? false,
  }))
  const dropped = before.siteIds.filter((id) => !wanted.siteIds.includes(id))
  const removed = dropped.length > 0 ? await orderRemoval(trx, { articleId, siteIds: dropped }) : []
  return [...(await orderDeliveries(trx, orders)), ...removed.map(({ id }) => id)]
}

// An article that also stands on sites of others cannot be locked. Its working copy must not go instead.
async function isArticle(trx: Transaction, id: string): Promise<boolean> {
  const article = trx.selectFrom('blogPosts').select('id').where('id', '=', id)
  return (await article.executeTakeFirst()) !== undefined
}

async function deleteIn(
  trx: Transaction,
  task: ChangeTask,
  { article, articleId }: { article: BlogPost | undefined; articleId: string },
): Promise<Changed> {
  if (!article && (await isArticle(trx, articleId))) return { outcome: 'refused', reason: 'gone' }
  if (!article) return deleteDraft(trx, task.operator, articleId)
  const { title, deletionAskedAt } = article
  const ordered = await listOrdered(trx, [articleId])
  if (isChangedSince(task, article, ordered)) return { outcome: 'refused', title, reason: 'changed-since' }
  const before = { ...toPlacement(article, ordered), page: await findPageAddress(trx, articleId) }
  const changes = { publishedAt: null, deletionAskedAt: deletionAskedAt ?? new Date() }
  await updateArticle(trx, article, changes)
  const removed = await orderRemoval(trx, { articleId, forGood: deletionAskedAt === null })
  const outcome = { title, deliveryIds: removed.map(({ id }) => id) }
  // A second request only tries the sites again that still have it.
  return deletionAskedAt
    ? { outcome: 'unchanged', ...outcome }
    : { outcome: 'changed', before, after: toDeleted(before), ...outcome }
}
