import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { RequestSite } from '../../../platform/web/request-context.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { articlePath } from '../../articles/articles.ts'
import { findHomeUrls } from '../../articles/placement/queries.server.ts'
import { pageOf, parsePageUrl } from '../insertion/insertion.ts'
import type { WalkPart } from '../../runs/commands.server.ts'
import { listHosts } from '../../delivery/target-sites/queries.server.ts'
import { checkLink, toDestination, toSitesByHost } from './destinations.ts'
import { ADDRESS_LENGTH, type FoundLink, findLinks } from './find-links.ts'
import { findKnownTargets } from './find-targets.server.ts'
import type { LinkFault } from './report.ts'

const SAVED_AT_ONCE = 500
const READ_AT_ONCE = 100
const CHARACTERS_AT_ONCE = 1_000_000
const MOST_BROKEN = 100

/**
 * Saves the next of the operator's articles with their canonical addresses, by their ids, in the caller's transaction.
 * Saves drafts too, because articles may link to them.
 */
export async function insertCheckedArticles(
  trx: Transaction,
  operator: Operator,
  { runId, after }: { runId: string; after: string },
): Promise<WalkPart> {
  // The lock keeps each article from being deleted before the row that refers to it is written.
  const rows = await trx
    .selectFrom('blogPosts')
    .select(['id', 'canonicalUrl', 'publishedAt'])
    .where(isOwn(operator, 'userId'))
    .where('originId', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(SAVED_AT_ONCE)
    .forKeyShare()
    .execute()
  const checkedArticles = rows.map(({ id, canonicalUrl, publishedAt }) => ({
    runId,
    articleId: id,
    isPublished: publishedAt !== null,
    page: toPage(canonicalUrl),
  }))
  if (checkedArticles.length > 0) await trx.insertInto('checkedArticles').values(checkedArticles).execute()
  return { last: rows.at(-1)?.id, size: 0 }
}

function toPage(canonicalUrl: string | null): string | null {
  const url = canonicalUrl === null ? undefined : parsePageUrl(canonicalUrl)
  const page = url && pageOf(url)
  return page === undefined || page.length > ADDRESS_LENGTH ? null : page
}

/** The links of the articles that were read, counted and checked, to be saved. */
interface CheckedLinks {
  part: WalkPart
  /** For each article, the number of other articles that it links to. */
  outbound: Map<string, number>
  /** For each linked article, the number of the read articles that link to it. */
  inbound: Map<string, number>
  broken: { articleId: string; place: number; words: string; address: string; fault: LinkFault }[]
}

interface Text {
  id: string
  slug: string
  siteId: string | null
  contentHtml: string
}

/** Reads the next published articles that a run saved, by their ids, and checks their links. Stores nothing. */
export async function checkLinks(
  operator: Operator,
  { runId, after }: { runId: string; after: string },
): Promise<CheckedLinks> {
  const texts = await listNextTexts(operator, { runId, after })
  const hosts = [...(await listHosts()).values()]
  const sites = toSitesByHost(hosts)
  const homes = await findHomeUrls(db, texts)
  const found = []
  for (const text of texts) {
    // Relative addresses are relative to the page that shows them.
    const links = findLinks(text.contentHtml, homes.get(text.id) ?? toAddress(text, hosts))
    found.push({ id: text.id, links: links.map((link) => ({ link, to: toDestination(link.url, sites) })) })
    await setImmediate() // so that page views are answered first
  }
  const known = await findKnownTargets(
    operator,
    runId,
    found.flatMap(({ links }) => links.map(({ to }) => to)),
  )
  const checked: CheckedLinks = {
    part: { last: texts.at(-1)?.id, size: texts.length },
    outbound: new Map(),
    inbound: new Map(),
    broken: [],
  }
  for (const { id, links } of found) {
    addArticle(
      checked,
      id,
      links.map(({ link, to }) => ({ link, ...checkLink(to, known) })),
    )
    await setImmediate()
  }
  return checked
}

// The page of an article without a home: one that was imported into a hosted site, or is on remote sites only.
const toAddress = ({ slug, siteId }: Text, hosts: RequestSite[]): string =>
  (hosts.find(({ id }) => id === siteId) ?? hosts.find(({ isMain }) => isMain))?.origin +
  articlePath({ slug })

interface CheckedLink {
  link: FoundLink
  articleIds: string[]
  fault: LinkFault | undefined
}

function addArticle({ outbound, inbound, broken }: CheckedLinks, id: string, links: CheckedLink[]): void {
  // A link to the article itself does not count. If several articles have one address, the first counts.
  const targets = links.flatMap(({ articleIds }) => (articleIds.includes(id) ? [] : articleIds.slice(0, 1)))
  outbound.set(id, new Set(targets).size)
  for (const target of new Set(targets)) inbound.set(target, (inbound.get(target) ?? 0) + 1)
  const faults = links.flatMap(({ link: { place, words, address }, fault }) =>
    fault ? { articleId: id, place, words, address, fault } : [],
  )
  broken.push(...faults.slice(0, MOST_BROKEN))
}

// The sum of the sizes is limited, because one text may have half a million characters.
const listNextTexts = (
  operator: Operator,
  { runId, after }: { runId: string; after: string },
): Promise<Text[]> =>
  readAs(operator, async (trx) => {
    const next = trx
      .selectFrom('checkedArticles')
      .select('articleId')
      .where('runId', '=', runId)
      .where('isPublished', '=', true)
      .where('articleId', '>', after)
      .orderBy('articleId')
      .limit(READ_AT_ONCE)
      .as('next')
    const sized = trx
      .selectFrom(next)
      .innerJoin('blogPosts', 'blogPosts.id', 'next.articleId')
      .select(['id', 'slug', 'siteId', 'contentHtml'])
      .select(
        sql<number>`sum(octet_length(content_html)) over (order by id) - octet_length(content_html)`.as(
          'before',
        ),
      )
      .where(isOwn(operator, 'userId'))
      .as('sized')
    return trx
      .selectFrom(sized)
      .select(['id', 'slug', 'siteId', 'contentHtml'])
      .where('before', '<', CHARACTERS_AT_ONCE)
      .orderBy('id')
      .execute()
  })

/** Saves the checked links in the caller's transaction, except those of articles that were deleted in the meantime. */
export async function insertBrokenLinks(
  trx: Transaction,
  runId: string,
  checked: CheckedLinks,
): Promise<void> {
  const { outbound, inbound, broken } = checked
  const kept = await updateCounts(trx, runId, { column: 'outbound', counts: outbound })
  await updateCounts(trx, runId, { column: 'inbound', counts: inbound })
  const rows = broken.filter(({ articleId }) => kept.has(articleId)).map((row) => ({ ...row, runId }))
  for (let at = 0; at < rows.length; at += SAVED_AT_ONCE)
    await trx
      .insertInto('brokenLinks')
      .values(rows.slice(at, at + SAVED_AT_ONCE))
      .execute()
}

// Adds to the counts of earlier parts, because an article may link to articles of any part.
async function updateCounts(
  trx: Transaction,
  runId: string,
  { column, counts }: { column: 'inbound' | 'outbound'; counts: Map<string, number> },
): Promise<Set<string>> {
  const [ids, numbers] = [[...counts.keys()], [...counts.values()]]
  const { rows } = await sql<{ articleId: string }>`
    update checked_articles as checked set ${sql.ref(column)} = checked.${sql.ref(column)} + counted.count
    from unnest(${ids}::uuid[], ${numbers}::integer[]) as counted(id, count)
    where run_id = ${runId} and article_id = counted.id
    returning article_id
  `.execute(trx)
  return new Set(rows.map(({ articleId }) => articleId))
}
