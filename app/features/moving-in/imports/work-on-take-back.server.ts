import { sql } from 'kysely'
import { z } from 'zod'
import type { BlogPost } from '../../../db/tables.ts'
import { asAccount, isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { checkpointStore } from '../../../platform/store/store.server.ts'
import { invalidatePages, write } from '../../../platform/web/page-invalidation.server.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { updateArticle } from '../../articles/commands.server.ts'
import type { RenderedMarkdown } from '../../articles/markdown/markdown.ts'
import { toPictureTag } from '../../articles/pictures/pictures.ts'
import { deliver, orderRemoval } from '../../delivery/deliveries/commands.server.ts'
import { defineRun, executeItemOnce, listDone, recordItems } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { hasEnded } from '../../runs/runs.ts'
import { lockOwnArticle } from '../../writing/publish/queries.server.ts'
import { importInput, type KeptReason, PICTURES_PART, TAKE_BACK_RUN } from './imports.ts'
import { listTouches, listUndecided } from './kept-articles.server.ts'
import { sayKept } from './messages.ts'
import {
  readReplaced,
  renderReplaced,
  type ReplacedArticle,
  restoreReplaced,
} from './replaced-articles.server.ts'

const AT_ONCE = 10

// With the choices of the import: a stopped one can be continued afterwards.
const takeBackInput = importInput.extend({ importId: z.uuid() })

/**
 * The run that takes an import back. It deletes the articles that came in, with their redirects. It gives updated ones
 * their earlier text. Articles that were changed since stay. At the end it deletes the pictures that came with the articles
 * and that nothing else shows. Articles and their outcomes are stored in one transaction.
 */
export const takeBackRun = defineRun({
  kind: TAKE_BACK_RUN,
  input: takeBackInput,
  right: 'organise',
  sayResult: sayKept,
  onError: 'retry', // only the database throws
  sideBySide: 2,
  prepare({ id: runId, operator, input: { importId } }) {
    const task = { runId, operator, importId }
    return async () => {
      const run = await findRun(operator, runId, { latest: 1 })
      if (!run || hasEnded(run)) return false
      const ids = await readAs(operator, (trx) =>
        listUndecided(trx, operator, { importId, runId, most: AT_ONCE }),
      )
      if (ids.length > 0) await takeBackSome(task, ids)
      else await removePictures(task)
      return ids.length > 0
    }
  },
  tidyUp: checkpointStore,
})

interface Task {
  runId: string
  operator: Operator
  importId: string
}

/** What became of an article. */
interface TakenBack {
  articleId: string
  outcome: 'deleted' | 'restored' | 'kept'
  title: string
  reason?: KeptReason
  /** The ids of the pictures that it showed. */
  pictures: string[]
  deliveryIds: string[]
}

async function takeBackSome(task: Task, ids: string[]): Promise<void> {
  const rendered = await renderAll(task, ids)
  const taken = await write(async (trx) => {
    const all = await asAccount(trx, task.operator, () => takeBackIn(trx, task, { ids, rendered }))
    const items = all.map(({ deliveryIds: _, ...result }) => ({
      itemId: result.articleId,
      outcome: result.outcome,
      result,
    }))
    await recordItems(trx, task.runId, items)
    return all
  })
  await Promise.all(taken.flatMap(({ deliveryIds }) => deliveryIds.map((id) => deliver(id))))
}

type Rendered = Map<string, RenderedMarkdown>

/** Renders the earlier texts of articles, before they are locked. A text that takes too long has no rendering. */
async function renderAll({ operator, importId }: Task, ids: string[]): Promise<Rendered> {
  const found = await readAs(operator, (trx) => listTouches(trx, operator, { importId, ids }))
  const rendered: Rendered = new Map()
  for (const { id, replaced } of found) {
    const before = readReplaced(replaced)
    const rendering = before && (await renderInTime(before, operator))
    if (rendering) rendered.set(id, rendering)
  }
  return rendered
}

async function renderInTime(
  before: ReplacedArticle,
  operator: Operator,
): Promise<RenderedMarkdown | undefined> {
  try {
    return await renderReplaced(before, operator.id)
  } catch (error) {
    if (error instanceof DeadlineError) return undefined
    throw error
  }
}

async function takeBackIn(
  trx: Transaction,
  { runId, operator, importId }: Task,
  { ids, rendered }: { ids: string[]; rendered: Rendered },
): Promise<TakenBack[]> {
  const locked = new Map<string, BlogPost>()
  for (const id of ids.toSorted()) {
    const article = await lockOwnArticle(trx, operator, id)
    if (article) locked.set(id, article)
  }
  const done = await listDone(trx, runId, ids)
  const taken: TakenBack[] = []
  for (const found of await listTouches(trx, operator, { importId, ids })) {
    const article = locked.get(found.id)
    if (article && !done.has(found.id))
      taken.push(await takeBackOne(trx, article, { ...found, importId, rendered: rendered.get(found.id) }))
  }
  return taken
}

interface Decision {
  importId: string
  outcome: string | null
  replaced: unknown
  /** The reason why it stays. */
  reason: KeptReason | null
  /** The rendering of its earlier text. */
  rendered: RenderedMarkdown | undefined
}

async function takeBackOne(
  trx: Transaction,
  article: BlogPost,
  { importId, outcome, replaced, reason, rendered }: Decision,
): Promise<TakenBack> {
  const { id: articleId, title } = article
  if (reason) return { articleId, title, ...keep(reason) }
  const pictures = await listPictures(trx, articleId)
  if (outcome === 'created')
    return { articleId, title, outcome: 'deleted', pictures, deliveryIds: await deleteIn(trx, article) }
  const before = readReplaced(replaced)
  if (!before) return { articleId, title, ...keep('unknown') }
  if (!rendered) return { articleId, title, ...keep('too-slow') }
  const deliveryIds = await restoreReplaced(trx, article, { ...before, rendered })
  await trx
    .updateTable('importRecords')
    .set({ outcome: 'unchanged', replaced: null })
    .where('importId', '=', importId)
    .where('articleId', '=', articleId)
    .execute()
  return { articleId, title, outcome: 'restored', pictures, deliveryIds }
}

const keep = (reason: KeptReason) => ({
  outcome: 'kept' as const,
  reason,
  pictures: [],
  deliveryIds: [],
})

async function listPictures(trx: Transaction, articleId: string): Promise<string[]> {
  const uses = await trx
    .selectFrom('pictureUses')
    .select('uploadId')
    .where('ownerId', '=', articleId)
    .where('place', '=', 'article')
    .execute()
  return uses.map(({ uploadId }) => uploadId)
}

/** Deletes an article as the board does, and its redirects: other articles may have these paths at once. */
async function deleteIn(trx: Transaction, article: BlogPost): Promise<string[]> {
  await updateArticle(trx, article, { publishedAt: null, deletionAskedAt: new Date() })
  await trx.deleteFrom('redirects').where('articleId', '=', article.id).execute()
  const removed = await orderRemoval(trx, { articleId: article.id, forGood: true })
  return removed.map(({ id }) => id)
}

/** Deletes the pictures that came with the articles, and that nothing else shows. */
const removePictures = ({ runId, operator, importId }: Task): Promise<void> =>
  write((trx) =>
    executeItemOnce(trx, runId, {
      itemId: PICTURES_PART,
      async work() {
        const removed = await asAccount(trx, operator, () =>
          deletePicturesIn(trx, operator, { runId, importId }),
        )
        await invalidatePages(trx, removed.map(toPictureTag))
        return { outcome: PICTURES_PART, size: 0, result: { removed: removed.length } }
      },
    }),
  )

// A deleted article is there for an hour, and so are its uses of pictures. They do not count.
async function deletePicturesIn(
  trx: Transaction,
  operator: Operator,
  { runId, importId }: { runId: string; importId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with taken as materialized (
      select item_id::uuid as article_id, result->>'outcome' as outcome, result->'pictures' as pictures
      from run_items where run_id = ${runId} and result ? 'pictures'
    ), deleted as materialized (select article_id from taken where outcome = 'deleted')
    delete from uploads
    where ${isOwn(operator, 'uploads.userId')}
      and id in (select picture::uuid from taken, jsonb_array_elements_text(pictures) as picture)
      and created_at >= (select created_at from imports where id = ${importId})
      and count_other_uses(id) = 0
      and not exists (
        select from picture_uses as use where use.upload_id = uploads.id and use.user_id = uploads.user_id
          and not (use.place = 'article' and use.owner_id in (select article_id from deleted))
          and not (use.place = 'plan' and use.owner_id in (
            select plans.id from plans join deleted on deleted.article_id = plans.article_id))
      )
    returning id
  `.execute(trx)
  return rows.map(({ id }) => id)
}
