import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { prepare } from '../../../platform/store/prepared.server.ts'
import type { RequestSite } from '../../../platform/web/request-context.server.ts'
import { markLinks } from '../../../shared/link-rel.ts'
import { toPageRange } from '../../../shared/page-list.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { accountPagesTag, toDomainOrigin } from '../domains/domains.ts'
import { toRunError } from '../../runs/runs.ts'
import { findTemplate } from './catalogue.server.ts'
import {
  BAND_WIDTH,
  BANDS,
  GENERATION_RUN,
  type Contact,
  type GenerationTally,
  type LandingPage,
  type ListedPage,
  landingPageTag,
  NO_CONTACT,
  PAGE_STATES,
  type PageFilter,
  type PagesScreen,
  type PageState,
  showsPages,
} from './landing-pages.ts'
import type { PageScore } from './score.ts'
import { isSigned } from './page-signature.server.ts'
import type { LandingTemplate } from './template.ts'

/** The result for a path: a page, or the fact that its page is retired. */
type FoundPage =
  | {
      isGone: false
      accountId: string
      domain: string | null
      page: LandingPage
      contact: Contact
      isTrusted: boolean
      /** True if it is a page of the owner of the main site. */
      isByOwner: boolean
    }
  | { isGone: true }
  | undefined

/**
 * Finds the published landing page with a slug (spec §7), of one account if it is given. `domain` is the account's if
 * it leads here. `isTrusted` means that its HTML is the generator's own; any other HTML must be sanitised.
 */
export async function findLandingPage(slug: string, accountId?: string): Promise<FoundPage> {
  const [row] = await bySlug(slug, accountId ?? null)
  if (!row || (!row.isPublished && !row.retiredAt)) return undefined
  const { isPublished, retiredAt: _, contentMac, userId, domain, contact, isByOwner, ...page } = row
  if (!isPublished) return { isGone: true }
  return {
    isGone: false,
    accountId: userId,
    domain,
    page,
    contact,
    isTrusted: isSigned({ ...page, contentMac }),
    isByOwner,
  }
}

/** A landing page as a site shows it, or the fact that it is retired. */
type ShownPage =
  | { isGone: true }
  | {
      isGone: false
      /** Its HTML is safe. */
      page: LandingPage
      contact: Contact
      /** The origin of its own URL. */
      home: string
      /** The tags of the data that it was made from. */
      tags: string[]
    }

/**
 * Returns the landing page of a path as a site shows it; undefined if there is none. `sanitise` makes HTML safe that this
 * product did not write.
 */
export async function findShownPage(
  site: RequestSite,
  path: string,
  sanitise: (html: string) => string,
): Promise<ShownPage | undefined> {
  const found = showsPages(site) ? await findLandingPage(path.slice(1), site.landingAccountId) : undefined
  if (!found || found.isGone) return found
  const { page, contact, isTrusted, isByOwner, accountId, domain } = found
  const html = isTrusted ? page.content : sanitise(page.content)
  // On its own domain an account vouches for its links itself.
  const content = isByOwner || site.landingAccountId ? html : markLinks(html)
  return {
    isGone: false,
    page: { ...page, content },
    contact,
    home: domain === null ? site.mainOrigin : toDomainOrigin(domain, site.mainOrigin),
    tags: [landingPageTag(page), accountPagesTag(accountId)],
  }
}

/** The contact in the joined settings. */
const CONTACT = sql<Contact>`json_build_object(
  'name', coalesce(business_name, ''), 'phone', coalesce(business_phone, ''), 'address', coalesce(business_address, ''),
  'city', coalesce(business_city, ''), 'state', coalesce(business_state, ''), 'zip', coalesce(business_zip, ''),
  'hours', coalesce(business_hours, ''), 'area', coalesce(business_area, '')
)`.as('contact')

/** Returns the contact that the operator's pages show. */
export const findOwnContact = (operator: Operator): Promise<Contact> =>
  readAs(operator, async (trx) => {
    const row = await trx
      .selectFrom('seoSettings')
      .select(CONTACT)
      .where(isOwn(operator, 'userId'))
      .executeTakeFirst()
    return row?.contact ?? NO_CONTACT
  })

const bySlug = prepare((slug: string, accountId: string | null) =>
  db
    .selectFrom('generatedPages')
    .select(['id', 'slug', 'metaTitle', 'metaDescription', 'canonicalUrl', 'schemaMarkup', 'content'])
    .select(['isNoindex', 'isPublished', 'retiredAt', 'contentMac', 'generatedPages.userId'])
    .select(CONTACT)
    .select(sql<boolean>`generated_pages.user_id = (select owner_id from installation)`.as('isByOwner'))
    .select(sql<string | null>`case when domain_seen_at is not null then site_domain end`.as('domain'))
    .leftJoin('seoSettings', 'seoSettings.userId', 'generatedPages.userId')
    .where('slug', '=', slug)
    .where('generatedPages.userId', '=', sql<string>`coalesce(${accountId}, generated_pages.user_id)`),
)

/** Finds one of the operator's pages in any state; undefined if it has no text any more. */
export async function findOwnPage(operator: Operator, id: string): Promise<OwnPage | undefined> {
  const row = await readAs(operator, (trx) =>
    trx
      .selectFrom('generatedPages as page')
      .leftJoin('seoSettings', 'seoSettings.userId', 'page.userId')
      .leftJoin('cities', 'cities.id', 'page.cityId')
      .select(LISTED)
      .select(['content', 'contentMac', CONTACT])
      .where('page.id', '=', id)
      .where(isOwn(operator, 'page.userId'))
      .where('content', '<>', '')
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const { content, contentMac, contact, ...listed } = row
  return { ...toListed(listed), content, contact, isTrusted: isSigned({ id, content, contentMac }) }
}

interface OwnPage extends ListedPage {
  content: string
  contact: Contact
  isTrusted: boolean
}

/** Counts the pairs of the operator's services and cities, and the pages of earlier runs that are not retired. */
export const countPairs = (operator: Operator): Promise<{ pairs: number; live: number }> =>
  readAs(operator, async (trx) => {
    const { rows } = await sql<{ pairs: number; live: number }>`
      select (select count(*) from services where user_id = ${operator.id})::int
        * (select count(*) from cities where user_id = ${operator.id})::int as pairs,
        (select count(*) from generated_pages
          where user_id = ${operator.id} and city_id is not null and retired_at is null)::int as live
    `.execute(trx)
    return rows[0] ?? { pairs: 0, live: 0 }
  })

/** One run and its progress. */
export interface GenerationRun {
  id: string
  state: 'queued' | 'running' | 'done' | 'failed'
  total: number
  done: number
  error: string | null
  createdAt: Date
  finishedAt: Date | null
  /** Its tally so far; undefined before its first part is done. */
  tally: GenerationTally | undefined
}

/** Finds the operator's newest run, or the run with an id; undefined if there is none. */
export const findLastGeneration = (operator: Operator, id?: string): Promise<GenerationRun | undefined> =>
  readAs(operator, async (trx) => {
    const runs = trx
      .selectFrom('runs')
      .select(['id', 'state', 'total', 'done', 'error', 'createdAt', 'finishedAt'])
      .select(
        sql<GenerationTally | null>`(
          select result->'tally' from run_items where run_id = runs.id order by version desc limit 1
        )`.as('tally'),
      )
      .where(isOwn(operator, 'userId'))
      .where('kind', '=', GENERATION_RUN)
      .orderBy('id', 'desc')
      .limit(1)
    const run = await (id === undefined ? runs : runs.where('id', '=', id)).executeTakeFirst()
    return run && { ...run, error: toRunError(run.error), tally: run.tally ?? undefined }
  })

/** Finds the last result of the operator's newest finished run: its cursor, as it was stored. */
export const findLastResult = (operator: Operator): Promise<unknown> =>
  readAs(operator, async (trx) => {
    const row = await trx
      .selectFrom('runItems')
      .select('result')
      .where('runId', '=', (where) =>
        where
          .selectFrom('runs')
          .select('id')
          .where(isOwn(operator, 'userId'))
          .where('kind', '=', GENERATION_RUN)
          .where('state', '=', 'done')
          .orderBy('id', 'desc')
          .limit(1),
      )
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.result
  })

/** Finds the operator's template, or returns the default template. */
export const findLandingTemplate = (operator: Operator): Promise<LandingTemplate> =>
  readAs(operator, (trx) => findTemplate(trx, operator))

const ROWS_A_PAGE = 20

/** Counts the operator's pages by state and score, and lists a page of them. */
export const findPagesScreen = (operator: Operator, filter: PageFilter): Promise<PagesScreen> =>
  readAs(operator, async (trx) => {
    const counts = await countPages(trx, operator)
    const found = selectFiltered(trx, operator, filter)
    const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
    const { page, pageCount } = toPageRange(total, filter.page, ROWS_A_PAGE)
    const rows = await found
      .leftJoin('cities', 'cities.id', 'page.cityId')
      .select(LISTED)
      .orderBy(sql`score nulls last`)
      .orderBy('page.slug')
      .limit(ROWS_A_PAGE)
      .offset((page - 1) * ROWS_A_PAGE)
      .execute()
    return { ...counts, listed: { rows: rows.map(toListed), total, page, pageCount } }
  })

const state = sql<PageState>`case when retired_at is not null then 'retired' when not is_published then 'unpublished'
  when is_noindex then 'noindex' else 'published' end`

const LISTED = [
  'page.id',
  'page.slug',
  'metaTitle',
  'score',
  'scoreParts',
  'page.cityId',
  'cities.name as cityName',
  state.as('state'),
] as const

const selectFiltered = (trx: Transaction, operator: Operator, { state: wanted, query, band }: PageFilter) =>
  trx
    .selectFrom('generatedPages as page')
    .where(isOwn(operator, 'page.userId'))
    .where('content', '<>', '') // a reserved slug is not a page yet
    .where((where) =>
      where.and([
        ...(wanted === undefined ? [] : [where(state, '=', wanted)]),
        ...(band === undefined ? [] : [where(toBand, '=', band)]),
        ...(query === '' ? [] : [isNamed(query)]),
      ]),
    )

const isNamed = (query: string) =>
  sql<boolean>`position(lower(compose(${query})) in lower(compose(meta_title || ' ' || page.slug))) > 0`

// The full score of 100 is in the last band.
const toBand = sql<number>`least(score / ${sql.lit(BAND_WIDTH)}, ${sql.lit(BANDS - 1)})`

async function countPages(trx: Transaction, operator: Operator) {
  const own = () =>
    trx.selectFrom('generatedPages').where(isOwn(operator, 'userId')).where('content', '<>', '')
  const states = await own()
    .select([state.as('state'), sql<number>`count(*)::int`.as('count')])
    .groupBy(sql`1`)
    .execute()
  const bands = await own()
    .select([toBand.as('band'), sql<number>`count(*)::int`.as('count')])
    .where('score', 'is not', null)
    .groupBy(sql`1`)
    .execute()
  const count = (of: PageState) => states.find((row) => row.state === of)?.count ?? 0
  return {
    counts: Object.fromEntries(PAGE_STATES.map((of) => [of, count(of)])) as Record<PageState, number>,
    bands: Array.from({ length: BANDS }, (_, band) => bands.find((row) => row.band === band)?.count ?? 0),
  }
}

interface ListedRow extends Omit<ListedPage, 'parts'> {
  scoreParts: unknown
}

const toListed = ({ scoreParts, ...row }: ListedRow): ListedPage => ({
  ...row,
  parts: (scoreParts as PageScore | null) ?? undefined, // only the generator writes it
})
