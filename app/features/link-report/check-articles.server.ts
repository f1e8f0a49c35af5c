import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { RequestSite } from '../../platform/request-context.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { articlePath } from '../articles/articles.ts'
import { pageOf, parsePageUrl } from '../backlinks/backlinks.ts'
import { listHosts } from '../target-sites/queries.server.ts'
import { judge, toDestination, toSitesByHost } from './destinations.ts'
import { ADDRESS_LENGTH, type FoundLink, findLinks } from './find-links.ts'
import { findPlaces } from './find-places.server.ts'
import type { LinkFault } from './link-report.ts'

const NOTED_AT_ONCE = 500
const READ_AT_ONCE = 100
const CHARACTERS_AT_ONCE = 1_000_000
const MOST_BROKEN = 100

/** What came of a part of a run: the last article that it was about, and of how many; undefined, if none was left. */
export interface Part {
  last: string | undefined
  size: number
}

/**
 * Notes the next of the operator's own articles, and their canonical addresses, by their ids, in the caller's
 * transaction; drafts too, where somebody may have linked to them.
 */
export async function noteArticles(
  trx: Transaction,
  operator: Operator,
  { runId, after }: { runId: string; after: string },
): Promise<Part> {
  // Locked, so that none is deleted before the row that refers to it is written.
  const rows = await trx
    .selectFrom('blogPosts')
    .select(['id', 'canonicalUrl', 'publishedAt'])
    .where(isOwn(operator, 'userId'))
    .where('originId', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(NOTED_AT_ONCE)
    .forKeyShare()
    .execute()
  const noted = rows.map(({ id, canonicalUrl, publishedAt }) => ({
    runId,
    articleId: id,
    isPublished: publishedAt !== null,
    page: toPage(canonicalUrl),
  }))
  if (noted.length > 0) await trx.insertInto('checkedArticles').values(noted).execute()
  return { last: rows.at(-1)?.id, size: 0 }
}

function toPage(canonicalUrl: string | null): string | null {
  const url = canonicalUrl === null ? undefined : parsePageUrl(canonicalUrl)
  const page = url && pageOf(url)
  return page === undefined || page.length > ADDRESS_LENGTH ? null : page
}

/** Links of articles that were read, and what is to be written down of them. */
export interface CheckedLinks {
  part: Part
  /** How many others each article links to. */
  outbound: Map<string, number>
  /** How many of these articles link to others, by those. */
  inbound: Map<string, number>
  broken: { articleId: string; place: number; words: string; address: string; fault: LinkFault }[]
}

interface Text {
  id: string
  slug: string
  siteId: string
  contentHtml: string
}

/** Reads the next published articles that a run noted, by their ids, and judges their links. Writes nothing. */
export async function checkLinks(
  operator: Operator,
  { runId, after }: { runId: string; after: string },
): Promise<CheckedLinks> {
  const texts = await listNextTexts(operator, { runId, after })
  const hosts = [...(await listHosts()).values()]
  const sites = toSitesByHost(hosts)
  const found = []
  for (const text of texts) {
    const links = findLinks(text.contentHtml, toAddress(text, hosts))
    found.push({ id: text.id, links: links.map((link) => ({ link, to: toDestination(link.url, sites) })) })
    await setImmediate() // page views come first
  }
  const known = await findPlaces(
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
      links.map(({ link, to }) => ({ link, ...judge(to, known) })),
    )
    await setImmediate()
  }
  return checked
}

// Relative addresses are meant on the page that shows them.
const toAddress = ({ slug, siteId }: Text, hosts: RequestSite[]): string =>
  (hosts.find(({ id }) => id === siteId) ?? hosts.find(({ isMain }) => isMain))?.origin +
  articlePath({ slug })

interface JudgedLink {
  link: FoundLink
  articleIds: string[]
  fault: LinkFault | undefined
}

function addArticle({ outbound, inbound, broken }: CheckedLinks, id: string, links: JudgedLink[]): void {
  // A link to the article itself is none, and of articles at one address the first is meant.
  const targets = links.flatMap(({ articleIds }) => (articleIds.includes(id) ? [] : articleIds.slice(0, 1)))
  outbound.set(id, new Set(targets).size)
  for (const target of new Set(targets)) inbound.set(target, (inbound.get(target) ?? 0) + 1)
  const faults = links.flatMap(({ link: { place, words, address }, fault }) =>
    fault ? { articleId: id, place, words, address, fault } : [],
  )
  broken.push(...faults.slice(0, MOST_BROKEN))
}

// As many as are not too much to hold: a text may have half a million characters.
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

/** Writes down what links came to, in the caller's transaction; nothing of an article that is gone meanwhile. */
export async function saveLinks(trx: Transaction, runId: string, checked: CheckedLinks): Promise<void> {
  const { outbound, inbound, broken } = checked
  const kept = await addCounts(trx, runId, { column: 'outbound', counts: outbound })
  await addCounts(trx, runId, { column: 'inbound', counts: inbound })
  const rows = broken.filter(({ articleId }) => kept.has(articleId)).map((row) => ({ ...row, runId }))
  for (let at = 0; at < rows.length; at += NOTED_AT_ONCE)
    await trx
      .insertInto('brokenLinks')
      .values(rows.slice(at, at + NOTED_AT_ONCE))
      .execute()
}

// Adds up from part to part: articles of any part link to those of any other.
async function addCounts(
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
