import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { BlogPost } from '../../db/tables.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { toTypedFields } from '../articles/fields/fields.ts'
import { findHomeUrl } from '../articles/placement/queries.server.ts'
import { findRevisedText, findRevisionNumber } from '../articles/revisions/queries.server.ts'
import type { RevisedText } from '../articles/revisions/revisions.ts'
import type { DeliveryOutcome } from '../delivery/deliveries/deliveries.ts'
import { listChosen, listOutcomes, listWanted } from '../delivery/deliveries/queries.server.ts'
import { type DraftText, TEXT_NAMES, type SavedDraft } from '../writing/drafts/drafts.ts'
import { readDraft } from '../writing/drafts/queries.server.ts'
import { selectOwnArticle } from '../writing/publish/queries.server.ts'
import { toVersion } from '../writing/writing.ts'
import { withLineFeeds } from '../../shared/text.ts'

/** One of the operator's articles, with what a change of it needs. */
export interface FoundArticle {
  row: BlogPost
  /** Its texts as a form has them, with the chosen sites. */
  typed: DraftText
  url: string | null
  /** As a form sends it back. */
  version: string
  revision: number
  etag: string
  copy: SavedDraft | undefined
}

/** Returns one of the operator's own articles; undefined if there is none. */
export const findOwnArticle = (operator: Operator, id: string): Promise<FoundArticle | undefined> =>
  readAs(operator, async (trx) => {
    const row = await selectOwnArticle(trx, operator, id).executeTakeFirst()
    if (!row) return undefined
    const chosen = await listChosen(trx, id)
    const version = toVersion(row.updatedAt, await listWanted(trx, id))
    const revision = await findRevisionNumber(trx, row)
    const typed = {
      ...toTypedFields({ ...row, content: withLineFeeds(row.content) }),
      slug: row.slug,
      ...chosen,
    }
    return {
      row,
      typed,
      url: row.publishedAt && (await findHomeUrl(trx, row)),
      version,
      revision,
      etag: toArticleEtag(revision, version, typed),
      copy: await readDraft(trx, operator, id),
    }
  })

// The number leads back to the text, and the last part tells whether the sites have changed.
const toArticleEtag = (revision: number, version: string, typed: DraftText): string =>
  `"${revision}-${toShortHash(version)}-${hashSites(typed)}"`

/** Returns a short hash of the sites of an article. */
const hashSites = ({
  siteIds,
  generateVariations,
}: Pick<DraftText, 'siteIds' | 'generateVariations'>): string =>
  toShortHash(`${siteIds.toSorted().join()} ${generateVariations}`)

/** Returns a hash of a text in 16 characters. */
export const toShortHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** The text that an ETag of an article names; undefined if it names none, or its revision is not kept. */
export async function findArticleBase(
  operator: Operator,
  id: string,
  { etag, present }: { etag: string; present: DraftText },
): Promise<{ text: RevisedText; hasSameSites: boolean } | undefined> {
  const [, number, sites] = /^"(\d{1,9})-[\w-]{16}-([\w-]{16})"$/.exec(etag.trim()) ?? []
  const text = number && (await findRevisedText(operator, id, { siteId: null, number: Number(number) }))
  if (!text) return undefined
  return {
    text: { ...text, content: withLineFeeds(text.content) },
    hasSameSites: sites === hashSites(present),
  }
}

/** Returns the ETag of a draft. */
export const toDraftEtag = ({ version, text }: Pick<SavedDraft, 'version' | 'text'>): string =>
  `"${version}-${hashTexts(text)}-${hashSites(text)}"`

const hashTexts = (text: RevisedText) => toShortHash(JSON.stringify(TEXT_NAMES.map((name) => text[name])))

/** The text that an ETag of a draft names, among its revisions; undefined if it is not kept. */
export async function findDraftBase(
  operator: Operator,
  id: string,
  { etag, present }: { etag: string; present: DraftText },
): Promise<{ text: RevisedText; hasSameSites: boolean } | undefined> {
  const [, wanted, sites] = /^"\d{1,9}-([\w-]{16})-([\w-]{16})"$/.exec(etag.trim()) ?? []
  if (!wanted) return undefined
  const rows = await readAs(operator, (trx) =>
    trx
      .selectFrom('revisions')
      .select('number')
      .where(isOwn(operator, 'userId'))
      .where('articleId', '=', id)
      .where('siteId', 'is', null)
      .orderBy('number', 'desc')
      .limit(REVISIONS_TRIED)
      .execute(),
  )
  for (const { number } of rows) {
    const text = await findRevisedText(operator, id, { siteId: null, number })
    if (text && hashTexts(text) === wanted) return { text, hasSameSites: sites === hashSites(present) }
  }
  return undefined
}

const REVISIONS_TRIED = 50

/** Lists the state of one of the operator's articles on each of its sites; undefined if there is no such article. */
export const listArticleDeliveries = (
  operator: Operator,
  id: string,
): Promise<DeliveryOutcome[] | undefined> =>
  readAs(operator, async (trx) => {
    const article = await selectOwnArticle(trx, operator, id).executeTakeFirst()
    return article && ((await listOutcomes(trx, [id])).get(id) ?? [])
  })

/** Lists the old paths that lead to one of the operator's articles; undefined if there is no such article. */
export const listRedirects = (
  operator: Operator,
  articleId: string,
): Promise<{ siteId: string; path: string }[] | undefined> =>
  readAs(operator, async (trx) => {
    const article = await selectOwnArticle(trx, operator, articleId).executeTakeFirst()
    return (
      article &&
      trx
        .selectFrom('redirects')
        .select(['siteId', 'path'])
        .where('articleId', '=', articleId)
        .orderBy('path')
        .orderBy('siteId')
        .execute()
    )
  })

/** A draft as the list has it. */
interface ListedDraft {
  id: string
  version: number
  savedAt: Date
  articleId: string | null
  title: string
}

const CURSOR = /^(\d{1,16})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** Lists the operator's drafts and working copies, the last saved first. Undefined for a cursor that is none. */
export async function listOwnDrafts(
  operator: Operator,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ entries: ListedDraft[]; next: string | null } | undefined> {
  const [, at, id] = CURSOR.exec(cursor ?? '') ?? []
  if (cursor !== undefined && !id) return undefined
  const after = id
    ? sql`and (saved_at, id) < (timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond', ${id}::uuid)`
    : sql``
  const { rows } = await readAs(operator, (trx) =>
    sql<ListedDraft & { cursor: string }>`
      select id, version, saved_at, coalesce(text->>'title', '') as title,
        (select articles.id from blog_posts articles where articles.id = drafts.id) as article_id,
        concat((extract(epoch from saved_at) * 1000000)::bigint, '.', id) as cursor
      from drafts
      where user_id = ${operator.id} ${after}
        and not exists (select from blog_posts where blog_posts.id = drafts.id and deletion_asked_at is not null)
      order by saved_at desc, id desc limit ${limit + 1}
    `.execute(trx),
  )
  const entries = rows.slice(0, limit).map(({ cursor: _, ...entry }) => entry)
  return { entries, next: rows.length > limit ? (rows[limit - 1]?.cursor ?? null) : null }
}

/** Returns true if an article stands on a site, too, that the person who acts does not reach. */
export const standsElsewhere = (operator: Operator, articleId: string): Promise<boolean> =>
  readAs(operator, async (trx) => {
    const { rows } = await sql<{ isElsewhere: boolean }>`
      select stands_elsewhere(${articleId}::uuid) as is_elsewhere
    `.execute(trx)
    return rows[0]?.isElsewhere === true
  })
