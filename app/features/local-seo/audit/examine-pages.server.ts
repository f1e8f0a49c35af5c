import { sql } from 'kysely'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asAccount, isOwn } from '../../../platform/own-rows.server.ts'
import type { RequestSite } from '../../../platform/web/request-context.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { WalkPart } from '../../runs/commands.server.ts'
import { findDeadLinks } from '../../links/report/queries.server.ts'
import { type ExaminedPage, examinePage, type PageFinding } from './examine-page.ts'

const READ_AT_ONCE = 200
const BYTES_AT_ONCE = 1_000_000

interface From {
  runId: string
  after: string
}

interface FromPage extends From {
  sites: RequestSite[]
}

/** Examines the next of the operator's own published articles, in the order of ids, in the caller's transaction. */
export async function examineArticles(trx: Transaction, operator: Operator, from: From): Promise<WalkPart> {
  const rows = await asAccount(trx, operator, async () => {
    const next = trx
      .selectFrom('blogPosts')
      .select(['id', sql<number>`octet_length(content_html)`.as('bytes')])
      .where(isOwn(operator, 'userId'))
      .where('originId', 'is', null)
      .where('publishedAt', 'is not', null)
      .where('id', '>', from.after)
      .orderBy('id')
      .limit(READ_AT_ONCE)
    return trx
      .selectFrom('blogPosts')
      .select(['id', 'title', 'metaDescription', 'contentHtml', 'imageUrl'])
      .where(sql<boolean>`id = any(${takeFitting(await next.execute())}::uuid[])`)
      .orderBy('id')
      .execute()
  })
  const pages = rows.map(({ id, title, metaDescription, contentHtml, imageUrl }) => ({
    id,
    title,
    description: metaDescription ?? '',
    html: contentHtml,
    needsImage: imageUrl === null,
  }))
  await insertFindings(trx, { ...COLUMNS.articles, runId: from.runId, pages })
  return { last: rows.at(-1)?.id, size: rows.length }
}

/** Examines the next of the operator's published landing pages in the same way. A landing page needs no picture. */
export async function examineLandingPages(
  trx: Transaction,
  operator: Operator,
  from: FromPage,
): Promise<WalkPart> {
  const rows = await asAccount(trx, operator, async () => {
    const next = trx
      .selectFrom('generatedPages')
      .select(['id', sql<number>`octet_length(content)`.as('bytes')])
      .where(isOwn(operator, 'userId'))
      .where('isPublished', '=', true)
      .where('id', '>', from.after)
      .orderBy('id')
      .limit(READ_AT_ONCE)
    return trx
      .selectFrom('generatedPages')
      .select(['id', 'metaTitle', 'metaDescription', 'content'])
      .where(sql<boolean>`id = any(${takeFitting(await next.execute())}::uuid[])`)
      .orderBy('id')
      .execute()
  })
  const pages = rows.map(({ id, metaTitle, metaDescription, content }) => ({
    id,
    title: metaTitle,
    description: metaDescription,
    html: content,
    needsImage: false,
  }))
  const links = await findDeadLinks(trx, operator, { texts: pages, sites: from.sites })
  const found = links.map(({ id, ...link }) => ({
    id,
    kind: 'page-links' as const,
    detail: JSON.stringify(link),
  }))
  await insertFindings(trx, { ...COLUMNS.landingPages, runId: from.runId, pages, found })
  return { last: rows.at(-1)?.id, size: rows.length }
}

// Limits the memory of one part: a text may have half a million characters. The first row is always taken.
function takeFitting(rows: { id: string; bytes: number }[]): string[] {
  let bytes = 0
  const fitting = rows.filter((row, index) => (bytes += row.bytes) <= BYTES_AT_ONCE || index === 0)
  return fitting.map(({ id }) => id)
}

const COLUMNS = {
  articles: { table: 'blogPosts', column: 'articleId' },
  landingPages: { table: 'generatedPages', column: 'landingPageId' },
} as const

interface Examined {
  runId: string
  table: 'blogPosts' | 'generatedPages'
  column: 'articleId' | 'landingPageId'
  pages: (ExaminedPage & { id: string })[]
  /** Findings from elsewhere. */
  found?: (PageFinding & { id: string })[]
}

// Pages are locked, so that none is deleted before its findings are written. A deleted page gets no findings.
async function insertFindings(
  trx: Transaction,
  { runId, table, column, pages, found: others = [] }: Examined,
): Promise<void> {
  const own = pages.flatMap((page) => examinePage(page).map((finding) => ({ id: page.id, ...finding })))
  const found = [...own, ...others]
  if (found.length === 0) return
  await sql`
    insert into audit_findings (run_id, ${sql.ref(column)}, kind, detail)
    select ${runId}::uuid, found.id, found.kind, found.detail from unnest(
      ${found.map(({ id }) => id)}::uuid[], ${found.map(({ kind }) => kind)}::text[], ${found.map(({ detail }) => detail)}::text[]
    ) as found(id, kind, detail)
    join ${sql.table(table)} as page on page.id = found.id
    for key share of page
  `.execute(trx)
}

// Each part reads all pages again, so there are few parts.
const COMPARED_AT_ONCE = 25_000

/**
 * Finds those of the operator's next published pages, by id, whose title or description another page has too. Letter
 * case does not matter. Stores these findings. Pages with a finding are locked, as examined pages are.
 */
export async function insertDuplicates(
  trx: Transaction,
  operator: Operator,
  { runId, after }: From,
): Promise<WalkPart> {
  const { rows } = await sql<{ last: string | null }>`
    with pages as materialized (
      select id, id as article_id, null::uuid as landing_page_id, lower(btrim(title)) as title,
        lower(btrim(coalesce(meta_description, ''))) as description
      from blog_posts where user_id = ${operator.id} and origin_id is null and published_at is not null
      union all
      select id, null, id, lower(btrim(meta_title)), lower(btrim(meta_description))
      from generated_pages where user_id = ${operator.id} and is_published
    ), batch as materialized (
      select * from pages where id > ${after} order by id limit ${COMPARED_AT_ONCE}
    ), titles as (
      select title as text, count(*) as alike from pages where title <> '' group by title having count(*) > 1
    ), descriptions as (
      select description as text, count(*) as alike from pages
      where description <> '' group by description having count(*) > 1
    ), found as materialized (
      select batch.*, 'title-duplicate' as kind, alike from batch join titles on text = title
      union all
      select batch.*, 'description-duplicate', alike from batch join descriptions on text = description
    ), articles as materialized (
      select id from blog_posts where id in (select article_id from found) for key share
    ), landing_pages as materialized (
      select id from generated_pages where id in (select landing_page_id from found) for key share
    ), noted as (
      insert into audit_findings (run_id, article_id, landing_page_id, kind, detail)
      select ${runId}::uuid, article_id, landing_page_id, kind, alike::text from found
      where id in (select id from articles union all select id from landing_pages)
    )
    select max(id::text) as last from batch
  `.execute(trx)
  return { last: rows[0]?.last ?? undefined, size: 0 }
}
