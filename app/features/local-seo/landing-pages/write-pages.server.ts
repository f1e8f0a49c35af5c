import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { invalidatePages } from '../../../platform/web/page-invalidation.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findPagesOrigin } from '../domains/queries.server.ts'
import { recordPageChanges } from '../../../platform/page-changes.server.ts'
import { landingPagePath, landingPageTag } from './landing-pages.ts'
import { signContent } from './page-signature.server.ts'
import type { FinishedPage } from './prepare-pages.server.ts'
import { accountPagesTag, PAGE_LIST_TAG } from '../domains/domains.ts'

/** A new or changed page, and its row. */
interface ChangedPage extends FinishedPage {
  id: string
  /** The row before; undefined for a new page. */
  before?: KnownPage
}

/** The changes of a batch: pages without a row, and pages whose row differs. */
export interface PageChanges {
  fresh: ChangedPage[]
  changed: ChangedPage[]
}

const LISTED = sql<boolean>`is_published and not is_noindex as is_listed`

interface KnownPage {
  id: string
  contentHash: string | null
  score: number | null
  /** True if search engines may list it. */
  isListed: boolean
}

/** Finds the pages of a batch whose rows are missing or differ. The batch is in the order of services and cities. */
export async function findChanges(
  operator: Operator,
  pages: FinishedPage[],
  { onlyNew }: { onlyNew: boolean },
): Promise<PageChanges> {
  const known = await listKnown(operator, pages)
  const changes: PageChanges = { fresh: [], changed: [] }
  for (const page of pages) {
    const row = known.get(page.serviceId + page.cityId)
    if (!row) changes.fresh.push({ ...page, id: uuidv7() })
    else if (hasChanged(row, page) && (!onlyNew || row.contentHash === null))
      changes.changed.push({ ...page, id: row.id, before: row })
  }
  return changes
}

const hasChanged = (row: KnownPage, page: FinishedPage) =>
  row.contentHash !== page.contentHash || row.score !== page.score

async function listKnown(operator: Operator, pages: FinishedPage[]): Promise<Map<string, KnownPage>> {
  const [first, last] = [pages[0], pages.at(-1)]
  if (!first || !last) return new Map()
  const { rows } = await sql<KnownPage & { serviceId: string; cityId: string }>`
    select id, service_id, city_id, content_hash, score, ${LISTED}
    from generated_pages where user_id = ${operator.id}
      and (service_id, city_id) >= (${first.serviceId}::uuid, ${first.cityId}::uuid)
      and (service_id, city_id) <= (${last.serviceId}::uuid, ${last.cityId}::uuid)
  `.execute(db)
  return new Map(rows.map((row) => [row.serviceId + row.cityId, row]))
}

/**
 * Stores the changes of a batch. A page whose pair returned under a new id reuses its old row and slug. Returns the
 * number of pages that were not stored because another account has just taken their slug.
 */
export async function savePages(
  trx: Transaction,
  operator: Operator,
  changes: PageChanges,
): Promise<{ left: number }> {
  const { taken, fresh } = await adoptRows(trx, operator, changes.fresh)
  const changed = [...changes.changed, ...taken]
  await updateRows(trx, operator, changed)
  const placed = await insertRows(trx, operator, fresh)
  const stored = [...changed, ...fresh.filter(({ id }) => placed.has(id))]
  await dropChanged(trx, operator, stored)
  await recordChanged(trx, operator, stored)
  return { left: fresh.length - placed.size }
}

/** Locks the slugs of landing pages until the transaction ends, so that two accounts cannot block each other. */
export const lockAddresses = (trx: Transaction) =>
  sql`select pg_advisory_xact_lock(hashtext('addresses of landing pages'))`.execute(trx)

async function adoptRows(
  trx: Transaction,
  operator: Operator,
  pages: ChangedPage[],
): Promise<{ taken: ChangedPage[]; fresh: ChangedPage[] }> {
  if (pages.length === 0) return { taken: [], fresh: [] }
  const { rows } = await sql<KnownPage & { slug: string }>`
    select id, slug, content_hash, score, ${LISTED} from generated_pages page where user_id = ${operator.id}
      and slug = any(${pages.map(({ slug }) => slug)}::text[]) and ${isWithoutPair}
  `.execute(trx)
  const known = new Map(rows.map((row) => [row.slug, row]))
  return {
    taken: pages.flatMap((page) => {
      const before = known.get(page.slug)
      return before ? [{ ...page, id: before.id, before }] : []
    }),
    fresh: pages.filter(({ slug }) => !known.has(slug)),
  }
}

/**
 * The condition that the city or the service of a row `page` is deleted. Rows that no run made have neither and do not
 * match.
 */
export const isWithoutPair = sql<boolean>`page.city_id is not null and not (
  exists (select from cities where id = page.city_id and user_id = page.user_id)
  and exists (select from services where id = page.service_id and user_id = page.user_id)
)`

const COLUMNS = sql.raw(`
  id uuid, city_id uuid, service_id uuid, slug text, is_published boolean, is_noindex boolean, meta_title text,
  meta_description text, schema_markup jsonb, content text, content_hash text, content_mac text, score smallint,
  score_parts jsonb`)

const toRows = (pages: ChangedPage[]) =>
  JSON.stringify(
    pages.map((page) => ({
      id: page.id,
      city_id: page.cityId,
      service_id: page.serviceId,
      slug: page.slug,
      is_published: page.isPublished,
      is_noindex: page.isNoindex,
      meta_title: page.metaTitle,
      meta_description: page.metaDescription,
      schema_markup: page.schemaMarkup,
      content: page.content,
      content_hash: page.contentHash,
      content_mac: signContent(page.id, page.content),
      score: page.score,
      score_parts: page.scoreParts,
    })),
  )

// A page keeps its slug. It also keeps its date if only its score has changed.
async function updateRows(trx: Transaction, operator: Operator, pages: ChangedPage[]): Promise<void> {
  if (pages.length === 0) return
  await sql`
    update generated_pages page set
      city_id = made.city_id, service_id = made.service_id, is_published = made.is_published,
      is_noindex = made.is_noindex, meta_title = made.meta_title, meta_description = made.meta_description,
      canonical_url = null, schema_markup = made.schema_markup, content = made.content,
      content_hash = made.content_hash, content_mac = made.content_mac, score = made.score,
      score_parts = made.score_parts, retired_at = null,
      updated_at = case when page.content_hash = made.content_hash then page.updated_at else now() end
    from json_to_recordset(${toRows(pages)}::json) as made(${COLUMNS})
    where page.id = made.id and page.user_id = ${operator.id}
  `.execute(trx)
}

// Returns the ids of the pages that got their slug.
async function insertRows(trx: Transaction, operator: Operator, pages: ChangedPage[]): Promise<Set<string>> {
  if (pages.length === 0) return new Set()
  await lockAddresses(trx)
  const { rows } = await sql<{ id: string }>`
    insert into generated_pages (
      id, user_id, city_id, service_id, slug, is_published, is_noindex, meta_title, meta_description, schema_markup,
      content, content_hash, content_mac, score, score_parts
    )
    select id, ${operator.id}::uuid, city_id, service_id, slug, is_published, is_noindex, meta_title,
      meta_description, schema_markup, content, content_hash, content_mac, score, score_parts
    from json_to_recordset(${toRows(pages)}::json) as made(${COLUMNS})
    on conflict do nothing returning id
  `.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

const FEW = 20

async function dropChanged(trx: Transaction, operator: Operator, pages: { id: string }[]): Promise<void> {
  if (pages.length === 0) return
  const tags = pages.length > FEW ? [accountPagesTag(operator.id)] : pages.map(landingPageTag)
  await invalidatePages(trx, [...tags, PAGE_LIST_TAG])
}

// Search engines are notified of pages that they may list. They are notified once of a page that they may no longer
// list. A new score alone is not recorded.
async function recordChanged(trx: Transaction, operator: Operator, pages: ChangedPage[]): Promise<void> {
  const changes = pages.flatMap(({ slug, before, ...page }): Change[] => {
    const isListed = page.isPublished && !page.isNoindex
    const isSame = before?.contentHash === page.contentHash && before.isListed === isListed
    if (isSame || !(isListed || before?.isListed)) return []
    return [{ slug, change: page.isPublished ? 'changed' : 'removed' }]
  })
  await recordOwnChanges(trx, operator, changes)
}

interface Change {
  slug: string
  change: 'changed' | 'removed'
}

async function recordOwnChanges(
  trx: Transaction,
  { id: userId }: Operator,
  changes: Change[],
): Promise<void> {
  if (changes.length === 0) return
  const origin = await findPagesOrigin(trx, userId)
  const page = { origin, userId, isInFeeds: false }
  await recordPageChanges(
    trx,
    changes.map(({ slug, change }) => ({ ...page, change, path: landingPagePath({ slug }) })),
  )
}

/** Retires pages whose city or service is deleted, at most `limit` of them. Returns their number. */
export async function retirePages(trx: Transaction, operator: Operator, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string; slug: string; wasListed: boolean }>`
    update generated_pages set is_published = false, is_noindex = false, retired_at = now(), updated_at = now(),
      content = '', content_hash = null, content_mac = null, schema_markup = null, score = null, score_parts = null
    from (
      select id as page_id, is_published and not is_noindex as was_listed from generated_pages page
      where user_id = ${operator.id} and retired_at is null and ${isWithoutPair} order by id limit ${limit}
    ) as gone
    where id = page_id
    returning id, slug, was_listed
  `.execute(trx)
  await dropChanged(trx, operator, rows)
  const listed = rows.filter(({ wasListed }) => wasListed)
  await recordOwnChanges(
    trx,
    operator,
    listed.map(({ slug }) => ({ slug, change: 'removed' })),
  )
  return rows.length
}
