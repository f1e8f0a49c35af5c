import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { shownSiteName } from '../../articles/placement/queries.server.ts'
import { REPLACE_RUN } from '../library/library.ts'
import { type ArticleChange, CHANGE_RUN } from './board.ts'
import { toChangeTitle, toMovedLabel, toPublishLabel, toReplaceLabel } from './messages.ts'
import { LISTED, PUBLISH_RUN, type Undoable } from './undo.ts'

const RECENT = 100 // runs of an account, the newest first
const LOOKED_AT = 200 // parts of a run, of which one can be undone

interface FoundRun {
  runId: string
  kind: string
  change: ArticleChange['kind']
  counts: Record<string, number>
  madeAt: Date
  articleId: string | null
  isFirst: boolean
  title: string | null
  siteName: string | null
}

/**
 * Lists the operator's acts that can be undone, the newest first; those that changed one article, if its id is given. An
 * act that was undone, or whose articles were all changed again since, is not listed.
 */
export const listUndoable = (
  operator: Operator,
  { articleId = null, limit = LISTED }: { articleId?: string | null; limit?: number } = {},
): Promise<Undoable[]> =>
  readAs(operator, async (trx) => {
    const { rows } = await sql<FoundRun>`
      with recent as materialized (
        select id, kind, counts, total, created_at, finished_at, input->'change' as change,
          input->'replaced' as replaced, input->>'articleId' as article_id, input->'from'->>'id' as from_id,
          input->'to'->>'id' as to_id, input->>'isUndo' as is_undo
        from runs
        where ${isOwn(operator, 'userId')} and kind in (${CHANGE_RUN}, ${PUBLISH_RUN}, ${REPLACE_RUN})
        order by created_at desc limit ${RECENT}
      )
      select run.id as run_id, run.kind, run.counts, run.created_at as made_at, run.article_id,
        run.change->>'kind' as change, run.replaced->>'revision' is null as is_first,
        case when run.kind = ${PUBLISH_RUN} then post.title
          when total = 1 then (select result->>'title' from run_items where run_id = run.id limit 1) end as title,
        (select ${shownSiteName} from target_sites where target_sites.id = (run.change->>'siteId')::uuid) as site_name
      from recent as run left join blog_posts as post on post.id = run.article_id::uuid
      where (${articleId}::text is null or run.article_id = ${articleId}
          or exists (select from run_items where run_id = run.id and item_id = ${articleId}))
        and case run.kind when ${CHANGE_RUN} then ${isUndoableChange} when ${PUBLISH_RUN} then ${isUndoablePublish}
          else ${isUndoableReplacement} end
      order by run.created_at desc limit ${limit}
    `.execute(trx)
    const moved = await listMovedPlans(trx, operator, { articleId, limit })
    const isRepeated = ({ articleId: id }: FoundRun, at: number) =>
      id !== null && rows.findIndex((row) => row.articleId === id) < at
    const acts = rows.filter((row, at) => !isRepeated(row, at)).map(toUndoable)
    return [...acts, ...moved]
      .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
      .slice(0, limit)
  })

/** Lists plans that were moved, and whose time of before is not over. */
async function listMovedPlans(
  trx: Transaction,
  operator: Operator,
  { articleId, limit }: { articleId: string | null; limit: number },
): Promise<Undoable[]> {
  const { rows } = await sql<{ id: string; title: string; movedAt: Date }>`
    select plans.id, title, moved_at from plans join blog_posts on blog_posts.id = article_id
    where ${isOwn(operator, 'plans.userId')} and done_at is null and moved_from > now()
      and (${articleId}::uuid is null or article_id = ${articleId}::uuid)
    order by moved_at desc limit ${limit}
  `.execute(trx)
  return rows.map(({ id, title, movedAt }) => ({ runId: id, madeAt: movedAt, label: toMovedLabel(title) }))
}

// The undo of a deletion has no undo of its own. A deleted article or draft comes back as long as its row is there.
const isUndoableChange = sql`(
  run.finished_at is not null and run.change->>'undeletes' is distinct from 'true'
  and run.id::text not in (
    select change->>'runId' from recent
    where change->>'kind' = 'restore' and (finished_at is null or counts ? 'changed')
  )
  and exists (
    select from (
      select item_id::uuid, result->'before' as before, result->'after' as after from run_items
      where run_id = run.id and result ? 'after' limit ${LOOKED_AT}
    ) as item left join blog_posts as article on article.id = item_id
    where case
      when article.id is null then exists (select from drafts where drafts.id = item_id)
        <> (run.change->>'kind' = 'delete') and exists (select from drafts where drafts.id = item_id
          union all select from revisions where revisions.article_id = item_id)
      when run.change->>'kind' = 'delete' then article.deletion_asked_at is not null
      else article.deletion_asked_at is null
        and (before->'tags' = after->'tags' or after->'tags' = to_jsonb(article.tags))
        and (before->'publishedAt' = after->'publishedAt'
          or (after->>'publishedAt')::timestamptz is not distinct from article.published_at)
        and (before->'siteIds' = after->'siteIds' or not exists (
          select from deliveries where article_id = article.id
            and (wanted_hash is not null) <> (after->'siteIds' ? site_id::text)))
    end
  )
)`

// The version is that of 'toVersion'.
const isUndoablePublish = sql`(
  post.published_at is not null and post.deletion_asked_at is null
  and post.updated_at = split_part(run.replaced->>'version', ' ', 1)::timestamptz
  and run.replaced->>'version' = concat_ws(' ', split_part(run.replaced->>'version', ' ', 1), (
    select string_agg(site_id::text, ' ' order by site_id::text collate "C") from deliveries
    where article_id = post.id and wanted_hash is not null
  ))
  and not exists (
    select from plans where article_id = post.id and done_at is null and made_at > run.created_at
  )
  and (run.replaced->>'revision' is null or not exists (select from drafts where drafts.id = post.id))
)`

// The picture of before has to be there, and so has a text that shows the other one.
const isUndoableReplacement = sql`(
  run.finished_at is not null and run.is_undo = 'false' and run.counts ? 'changed'
  and exists (select from uploads where uploads.id = run.from_id::uuid)
  and exists (select from picture_uses where upload_id = run.to_id::uuid)
  and not exists (
    select from recent as later
    where later.is_undo = 'true' and later.from_id = run.to_id and later.to_id = run.from_id
      and later.created_at > run.created_at
  )
)`

const toUndoable = (run: FoundRun): Undoable => ({
  runId: run.runId,
  madeAt: run.madeAt,
  label: toLabel(run),
})

function toLabel({ kind, change, counts, title, siteName, isFirst }: FoundRun): string {
  if (kind === PUBLISH_RUN) return toPublishLabel(title ?? '', isFirst)
  if (kind === REPLACE_RUN) return toReplaceLabel(counts.changed ?? 0)
  return toChangeTitle({ kind: change, counts, title, siteName })
}

/** Returns true if an article has a waiting plan that was made after a moment. */
export const isPlannedSince = (operator: Operator, articleId: string, since: Date): Promise<boolean> =>
  readAs(operator, async (trx) => {
    const plan = await trx
      .selectFrom('plans')
      .select('id')
      .where(isOwn(operator, 'userId'))
      .where('articleId', '=', articleId)
      .where('doneAt', 'is', null)
      .where('madeAt', '>', since)
      .executeTakeFirst()
    return plan !== undefined
  })
