import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { BlogPost } from '../../../db/tables.ts'
import type { RevisionCause } from '../../../db/writing-tables.ts'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { prepareIn } from '../../../platform/store/prepared.server.ts'
import { asInstallation, isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { type Operator, toPersonId } from '../../accounts/accounts.ts'
import { type FieldName, FIELDS, HASHED_NAMES, toTypedFields } from '../fields/fields.ts'
import { readSeed } from '../pictures/pictures.ts'
import {
  type Comparison,
  type History,
  REVISED_NAMES,
  type RevisedName,
  revisedText,
  type RevisedText,
  type Revision,
  type RevisionKey,
  toRevisedNames,
  type VariationHistory,
} from './revisions.ts'

export { findLastWriter, selectWriter } from './find-writer.server.ts'

/** Returns a hash of the text of an article, as it was written, without its picture and its language. */
export const hashText = (text: Pick<BlogPost, (typeof HASHED_NAMES)[number]>): string =>
  hashAll(HASHED_NAMES.map((name) => text[name]))

/** Returns a hash of values, in their order. */
export const hashAll = (values: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url')

/** Returns a hash of all content that sites show of an article. If it is equal, there is nothing to deliver. */
export const toWantedHash = (article: Pick<BlogPost, FieldName | 'slug' | 'imageUrl' | 'lang'>): string =>
  hashAll([hashText(article), article.slug, toPicture(article), article.lang, ...toGroup(article)])

// Left out of most articles, so that their hash is the one of before there were translations.
const toGroup = ({ translationOf }: Pick<BlogPost, 'translationOf'>) => (translationOf ? [translationOf] : [])
const groupInSql = sql`coalesce(',' || to_json(blog_posts.translation_of)::text, '')`

// Another drawing is shown in place of a picture.
const toPicture = ({ imageUrl, cover }: Pick<BlogPost, 'imageUrl' | 'cover'>) =>
  imageUrl ?? (readSeed(cover) === undefined ? null : cover)
const pictureInSql = sql`coalesce(blog_posts.image_url, substring(blog_posts.cover from '^drawn-[0-9a-f]{8}$'))`

/**
 * Returns the SQL expression for the hash that `toWantedHash` returns, of a row of `blog_posts` with these tags. It
 * spares a change of many articles the reading of their texts.
 */
export function wantedHashWith(tags: RawBuilder<string[]>): RawBuilder<string> {
  const text = hashList(HASHED_NAMES.map((name) => (name === 'tags' ? tags : toColumn(name))))
  return hashList([text, toColumn('slug'), pictureInSql, toColumn('lang')], groupInSql)
}

/** Returns the SQL expression for the text of a revision, of a row of `blog_posts` with these tags. */
export const revisedTextWith = (tags: RawBuilder<string[]>): RawBuilder<string> =>
  sql`jsonb_build_object(${sql.join(
    REVISED_NAMES.flatMap((name) => [sql.lit(name), name === 'tags' ? toLine(tags) : toTyped(name)]),
  )})`

const toColumn = (name: keyof BlogPost) => sql`${sql.ref(`blogPosts.${name}`)}`

const toTyped = (name: RevisedName) =>
  name !== 'slug' && FIELDS[name].kind === 'labels'
    ? toLine(toColumn(name))
    : sql`coalesce(${toColumn(name)}::text, '')`

const toLine = (labels: RawBuilder<unknown>) => sql`array_to_string(${labels}, ', ')`

// Postgres escapes a text in JSON like JSON.stringify, and the JSON of an array has no spaces either.
const hashList = (values: RawBuilder<unknown>[], end = sql`''`) =>
  sql<string>`translate(rtrim(encode(sha256(convert_to(
  '[' || ${sql.join(values.map(toJson), sql` || ',' || `)} || ${end} || ']', 'utf8')), 'base64'), '='), '+/', '-_')`

const toJson = (value: RawBuilder<unknown>) => sql`coalesce(to_json(${value})::text, 'null')`

/** The SQL condition that a plan waits, or is cancelled and can be restored. */
export const isPlanned = sql<boolean>`(done_at is null or (result = 'cancelled' and due_at > now()))`

/** An article whose tags were changed, and the hash that `toWantedHash` returns for its new state. */
export interface TaggedState {
  articleId: string
  hash: string
}

/** Returns such states as rows of the SQL table `tagged`. */
export const toTaggedRows = (tagged: TaggedState[]) =>
  sql<TaggedState>`unnest(${tagged.map(({ articleId }) => articleId)}::uuid[], ${tagged.map(({ hash }) => hash)}::text[])`.as<'tagged'>(
    sql`tagged (article_id, hash)`,
  )

/** An article as a revision stores it. */
export interface ArticleState {
  articleId: string
  userId: string | null
  /** The person who began the article; null for the account. */
  begunBy: string | null
  text: RevisedText
  /** The hash of the content that sites show. */
  hash: string
  isPublished: boolean
  madeAt: Date
  /** The cause of the change; publishing or saving unless given. */
  cause?: RevisionCause | undefined
}

/** Returns an article as a revision stores it. */
export const toArticleState = (
  article: Pick<
    BlogPost,
    FieldName | 'id' | 'userId' | 'slug' | 'imageUrl' | 'lang' | 'publishedAt' | 'updatedAt'
  > & { importKey?: string | null; begunBy?: string | null },
): ArticleState => ({
  articleId: article.id,
  userId: article.userId,
  begunBy: article.begunBy ?? null,
  text: { ...toTypedFields(article), slug: article.slug },
  hash: toWantedHash(article),
  isPublished: article.publishedAt !== null,
  madeAt: article.updatedAt,
  ...(article.importKey && { cause: 'import' }),
})

/** Returns the states of one of the operator's articles or drafts; undefined if there is no state. */
export const findHistory = (operator: Operator, id: string): Promise<History | undefined> =>
  readAs(operator, async (trx) => {
    const rows = await listRevisions(trx, operator, id)
    const article = await findOwn(trx, operator, id)
    const liveHash = article?.siteId ? toArticleState(article).hash : null
    const revisions = rows.filter(({ siteId }) => siteId === null).map(toRevision)
    const variations = toVariations(rows)
    if (revisions.length > 0) {
      const { title } = article ?? (await readNewestText(trx, operator, id)) ?? { title: '' }
      return { id, title, liveHash, revisions, variations }
    }
    const only = article && toOnlyRevision(article, operator)
    return article && only && { id, title: article.title, liveHash, revisions: [only], variations }
  })

const listRevisions = (trx: Transaction, operator: Operator, id: string) =>
  trx
    .selectFrom('revisions')
    .leftJoin('users', 'users.id', 'revisions.madeBy')
    .leftJoin('users as writers', 'writers.id', 'revisions.writtenBy')
    .leftJoin('targetSites', 'targetSites.id', 'revisions.siteId')
    .select(['number', 'revisions.kind', 'cause', 'madeAt', 'changed', 'restoredFrom', 'hash', 'siteId'])
    .select(['targetSites.name as siteName', approvedAt.as('approvedAt'), approvers.as('approvedBy')])
    .select(toPersonName('users').as('madeBy'))
    .select(toPersonName('writers').as('writtenBy'))
    .where(isOwn(operator, 'userId'))
    .where('articleId', '=', id)
    .orderBy('number', 'desc')
    .execute()

/**
 * Returns the SQL expression for the name of a person in a table of people: the address without a name, null without a
 * person.
 */
export const toPersonName = (people: 'users' | 'writers' | 'submitters' | 'deciders') =>
  sql<string | null>`coalesce(nullif(${sql.ref(`${people}.name`)}, ''), ${sql.ref(`${people}.email`)})`

const approvedAt = sql<Date | null>`(
  select max(approved_at) from approvals where revision_id = revisions.id)`
const approvers = sql<string | null>`(
  select string_agg(name, ', ' order by name) from (
    select distinct ${toPersonName('users')} as name
    from approvals join users on users.id = approved_by where revision_id = revisions.id) as names)`

type FoundRevision = Awaited<ReturnType<typeof listRevisions>>[number]

const toRevision = ({ siteId: _id, siteName: _name, changed, ...revision }: FoundRevision): Revision => ({
  ...revision,
  changed: toRevisedNames(changed),
})

// A site that the account cannot see any more has no name.
function toVariations(rows: FoundRevision[]): VariationHistory[] {
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId)
  return [...bySite]
    .flatMap(([siteId, own]) => {
      const siteName = own[0]?.siteName
      return siteId !== null && siteName ? [{ siteId, siteName, revisions: own.map(toRevision) }] : []
    })
    .toSorted((one, other) => one.siteName.localeCompare(other.siteName, 'en'))
}

// An article without revisions was imported, or stored before they were introduced. Its account was one person then. That
// person and the importer may be others than the one who reads this.
function toOnlyRevision(article: BlogPost, operator: Operator): Revision {
  const { isPublished, madeAt, hash, cause = isPublished ? 'publish' : 'save' } = toArticleState(article)
  const kind = isPublished ? 'published' : 'saved'
  const isOwnWork = (article.begunBy ?? article.userId) === toPersonId(operator)
  return {
    number: 1,
    kind,
    cause,
    madeAt,
    madeBy: isOwnWork ? operator.name || operator.email : null,
    changed: [],
    restoredFrom: null,
    hash,
    writtenBy: null,
    approvedBy: null,
    approvedAt: null,
  }
}

/** Returns the texts of two states; undefined if one of them does not exist. */
export const findComparison = (
  operator: Operator,
  id: string,
  [from, to]: [RevisionKey, RevisionKey],
): Promise<Comparison | undefined> =>
  readAs(operator, async (trx) => {
    const one = await readRevisedText(trx, operator, { id, key: from })
    const other = await readRevisedText(trx, operator, { id, key: to })
    return one && other && { from: { key: from, text: one }, to: { key: to, text: other } }
  })

/** Returns the text of one state; undefined if it does not exist. */
export const findRevisedText = (
  operator: Operator,
  id: string,
  key: RevisionKey,
): Promise<RevisedText | undefined> => readAs(operator, (trx) => readRevisedText(trx, operator, { id, key }))

const findOwn = (trx: Transaction, operator: Operator, id: string): Promise<BlogPost | undefined> =>
  trx
    .selectFrom('blogPosts')
    .selectAll()
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .where('originId', 'is', null)
    .executeTakeFirst()

// The policies hide sites of other accounts, and those that the person does not reach.
const isOfReachedSite = sql<boolean>`(
  revisions.site_id is null or exists (select from target_sites where target_sites.id = revisions.site_id))`

/** Returns what `findRevisedText` returns, in the caller's transaction. */
export async function readRevisedText(
  trx: Transaction,
  operator: Operator,
  { id, key: { siteId, number } }: { id: string; key: RevisionKey },
): Promise<RevisedText | undefined> {
  const row = await trx
    .selectFrom('revisions')
    .select('text')
    .where(isOwn(operator, 'userId'))
    .where('articleId', '=', id)
    .where('siteId', 'is not distinct from', siteId)
    .where(isOfReachedSite)
    .where('number', '=', number)
    .executeTakeFirst()
  if (row) return revisedText.parse(row.text)
  if (siteId !== null || number !== 1 || (await hasRevisions(trx, id))) return undefined
  const article = await findOwn(trx, operator, id)
  return article && toArticleState(article).text
}

/**
 * Returns the number of the newest revision with the text that an article has now. An article without revisions has one
 * state, its own, which has the number 1.
 */
export async function findRevisionNumber(trx: Transaction, article: BlogPost): Promise<number> {
  const [row] = await findNumber(trx, article.id, toWantedHash(article))
  return row?.number ?? 1
}

const findNumber = prepareIn((articleId: string, hash: string) =>
  db
    .selectFrom('revisions')
    .select('number')
    .where('articleId', '=', articleId)
    .where('siteId', 'is', null)
    .where('hash', '=', hash)
    .orderBy('number', 'desc')
    .limit(1),
)

/** Returns the text of the newest revision of an article or a draft; undefined if it has none. */
export async function readNewestText(
  trx: Transaction,
  operator: Operator,
  id: string,
): Promise<RevisedText | undefined> {
  const row = await trx
    .selectFrom('revisions')
    .select('text')
    .where(isOwn(operator, 'userId'))
    .where('articleId', '=', id)
    .where('siteId', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && revisedText.parse(row.text)
}

/**
 * Returns true if a picture that a revision names was deleted. An old revision is no use of its pictures. It may name
 * those of other accounts.
 */
export const lacksPicture = (
  trx: Transaction,
  { articleId, revision }: { articleId: string; revision: number | null },
): Promise<boolean> =>
  asInstallation(trx, async () => {
    const { rows } = await sql`
      select from revisions, list_picture_ids(text::text) as picture
      where article_id = ${articleId} and site_id is null and number = ${revision}
        and not exists (select from uploads where id = picture)
    `.execute(trx)
    return rows.length > 0
  })

/** Returns true if an article has stored revisions of its own text. */
export async function hasRevisions(trx: Transaction, articleId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('revisions')
    .select('id')
    .where('articleId', '=', articleId)
    .where('siteId', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
