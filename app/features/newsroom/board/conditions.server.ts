import { type RawBuilder, sql } from 'kysely'
import { isOwn } from '../../../platform/own-rows.server.ts'
import { toReach } from '../../../shared/rights.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { toLikePattern } from '../../../shared/text.ts'
import { may, type Operator, toPersonId } from '../../accounts/accounts.ts'
import { isListed } from '../../articles/queries.server.ts'
import { isAwaited } from '../../delivery/variations/queries.server.ts'
import { lacksApproval } from '../../writing/approval/queries.server.ts'
import { isBegun } from '../../writing/drafts/queries.server.ts'
import { type BoardFilter, type BoardSort, type BoardState, isByPublication } from './board.ts'

// Articles in these states are listed. Without the longer condition, Postgres reads the index of the board alone.
const NOT_DELETED = new Set<BoardState>(['live', 'draft', 'edited'])

// Selects articles, and drafts that were never published. Older drafts lack newer fields. Conditions are applied to
// each of the two. Drafts are searched in `typed`; articles have an index of their words.
export const selectOwn = (operator: Operator, state: BoardFilter['state'] = '') => sql`(
  select blog_posts.id, title, slug, site_id, tags, tag_keys, author, author_names, published_at, deletion_asked_at,
    greatest(updated_at, saved_at) as changed_at, drafts.id is not null as has_changes, null as typed
  from blog_posts left join drafts on drafts.user_id = blog_posts.user_id and drafts.id = blog_posts.id
  where ${isOwn(operator, 'blogPosts.userId')} and origin_id is null
    and ${state && NOT_DELETED.has(state) ? sql`true` : isListed}
  union all
  select id, coalesce(text->>'title', ''), null, null, labels, fold_tags(labels), coalesce(text->>'author', ''),
    split_authors(coalesce(text->>'author', '')), null, null,
    saved_at, false, concat(text->>'title', e'\n', text->>'content')
  from drafts, lateral (
    select array_remove(regexp_split_to_array(trim(coalesce(text->>'tags', '')), '\\s*,\\s*'), '')) as typed(labels)
  where ${isOwn(operator, 'userId')} and ${isBegun}
) as own`

/**
 * The articles and drafts that a filter selects: what stands after `from`. It needs no policies, but a transaction of the
 * operator: a person who does not reach all texts of the account must not find or count the others.
 */
export const selectMatching = (operator: Operator, filter: BoardFilter) =>
  sql`${selectOwn(operator, filter.state)} where ${toCondition(operator, filter)}${isReached(operator)}`

const isReached = ({ member }: Operator) =>
  member && toReach(member) !== 'all' ? sql` and reaches_text(own.id)` : sql``

export const ORDERS: Record<BoardSort, RawBuilder<unknown>> = {
  changed: sql`changed_at desc, id desc`,
  oldest: sql`changed_at, id`,
  published: sql`published_at desc nulls last, id desc`,
  'first-published': sql`published_at nulls last, id`,
  title: sql`lower(title), id`,
  'title-down': sql`lower(title) desc, id desc`,
}

const hasDelivery = (state: 'pending' | 'failed') =>
  sql`exists (select from deliveries where article_id = own.id and state = ${sql.lit(state)})`

export const isScheduled = sql`exists (
  select from plans where article_id = own.id and plans.kind = 'publish' and done_at is null)`

const isLive = sql`published_at is not null and deletion_asked_at is null`

const IN_STATE: Record<Exclude<BoardState, 'for-me'>, RawBuilder<unknown>> = {
  live: isLive,
  draft: sql`published_at is null and deletion_asked_at is null`,
  scheduled: isScheduled,
  edited: sql`has_changes and ${isLive}`,
  sending: hasDelivery('pending'),
  refused: hasDelivery('failed'),
}

// A reviewer: texts of others, and plans without an approval. A writer: texts to change, or to publish.
function waitsFor(operator: Operator): RawBuilder<unknown> {
  const person = toPersonId(operator)
  const mine = sql`submitted_by = ${person} and state = any(${may(operator, 'publish') ? ['changes', 'approved'] : ['changes']})`
  const ofOthers = sql`state = 'waiting' and submitted_by is distinct from ${person}
    and (decided_by is distinct from ${person} or decided_at < submitted_at)`
  const isIn = (condition: RawBuilder<unknown>) =>
    sql`exists (select from reviews where reviews.user_id = ${operator.id} and reviews.article_id = own.id and (${condition}))`
  if (!may(operator, 'review')) return isIn(mine)
  const isPlanned = sql`exists (select from plans where plans.article_id = own.id and done_at is null and ${lacksApproval})`
  const isVaried = sql`exists (select from variations where variations.article_id = own.id and ${isAwaited})`
  return sql`(${isIn(sql`(${mine}) or (${ofOthers})`)} or ${isPlanned} or ${isVaried})`
}

function toCondition(operator: Operator, filter: BoardFilter): RawBuilder<unknown> {
  const { q, state, site, tag, author, month } = filter
  const conditions = [
    q && contains(q),
    state && (state === 'for-me' ? waitsFor(operator) : IN_STATE[state]),
    site && isWantedOn(site),
    tag && sql`tag_keys @> fold_tags(array[${tag}])`,
    author && sql`author_names @> split_authors(${author})`,
    month && isInMonth(month, isByPublication(filter) ? sql`published_at` : sql`changed_at`),
  ].filter((condition) => condition !== '')
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

const isWantedOn = (site: string) =>
  sql`exists (select from deliveries where article_id = own.id and site_id = ${site} and wanted_hash is not null)`

const isInMonth = (month: string, date: RawBuilder<unknown>) => {
  const start = sql`${`${month}-01`}::timestamptz`
  return sql`(${date} >= ${start} and ${date} < ${start} + interval '1 month')`
}

function contains(q: string): RawBuilder<unknown> {
  const pattern = toLikePattern(q)
  const folded = sql`lower(search_text(${pattern}))`
  return sql`case when typed is null then id in (
      select article_id from article_search
      where (site_id = ${MAIN_SITE_ID} or site_id is null) and (title like ${folded} or content like ${folded}))
    else lower(search_text(typed)) like ${folded} end`
}
