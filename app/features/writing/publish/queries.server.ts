import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isNotAllowed, isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { type Operator, toAccount } from '../../accounts/accounts.ts'
import { isSiteOwner } from '../../accounts/sign-in/queries.server.ts'
import { toTypedFields } from '../../articles/fields/fields.ts'
import { withLineFeeds } from '../../../shared/text.ts'
import type { PublishSummary } from '../../delivery/deliveries/deliveries.ts'
import { isListed } from '../../articles/queries.server.ts'
import { hashText } from '../../articles/revisions/queries.server.ts'
import { findHomeUrl, listPagePlaces } from '../../articles/placement/queries.server.ts'
import {
  listAttempts,
  listChosen,
  listOutcomes,
  listWanted,
} from '../../delivery/deliveries/queries.server.ts'
import { listTargetSites } from '../../delivery/target-sites/queries.server.ts'
import { findVariation } from '../../delivery/variations/queries.server.ts'
import type { KnownArticle, PreviewSite } from '../preview/preview.server.ts'
import { type Draft, type EditableArticle, type FirstSteps, hasClosedSteps, toVersion } from '../writing.ts'
import type { DraftText, DraftFormValues } from '../drafts/drafts.ts'
import { publishInput, type PublishInput, type Replaced } from './publish-run.server.ts'

/** Returns the state of one of the operator's articles on each of its sites; undefined if there is no such article. */
export async function findPublishSummary(
  operator: Operator,
  articleId: string,
): Promise<PublishSummary | undefined> {
  return readAs(operator, async (trx) => {
    const article = await trx
      .selectFrom('blogPosts')
      .select(['id', 'title', 'slug', 'siteId'])
      .where('id', '=', articleId)
      .where(isOwn(operator, 'userId'))
      .executeTakeFirst()
    // Sites that the article was removed from do not count.
    const outcomes = (await listOutcomes(trx, [articleId])).get(articleId) ?? []
    const deliveries = outcomes.filter(({ state }) => state !== 'removed')
    if (!article) return undefined
    const succeeded = deliveries.filter((delivery) => delivery.state === 'delivered').length
    const url = await findHomeUrl(trx, article)
    return {
      articleId,
      title: article.title,
      url: url ?? deliveries.find((delivery) => delivery.url)?.url ?? null,
      succeeded,
      failed: deliveries.length - succeeded,
      deliveries,
    }
  })
}

/**
 * Returns the state of an article that the operator has just written. The role may have been taken since: the person is told
 * all the same how the write ended.
 */
export const findSummaryOfWrite = (
  operator: Operator,
  articleId: string,
): Promise<PublishSummary | undefined> =>
  findPublishSummary(operator, articleId).catch((error: unknown) => {
    if (!isNotAllowed(error)) throw error
    return findPublishSummary(toAccount(operator), articleId)
  })

/**
 * Returns the facts that a preview of the operator's published article shows besides its text; undefined for any other.
 */
export const findKnown = (operator: Operator, id: string): Promise<KnownArticle | undefined> =>
  readAs(operator, async (trx) => {
    const row = await selectOwnArticle(trx, operator, id)
      .clearSelect()
      .select(['id', 'slug', 'publishedAt'])
      .executeTakeFirst()
    return row?.publishedAt ? { ...row, publishedAt: row.publishedAt } : undefined
  })

/** Returns a site that the operator publishes to, with its variation of an article if there is one. */
export async function findPreviewSite(
  operator: Operator,
  { siteId, articleId }: { siteId: string; articleId: string },
): Promise<PreviewSite | undefined> {
  const site = (await listTargetSites(operator)).find(({ id, kind }) => id === siteId && kind !== 'main')
  if (!site) return undefined
  const stored = await findVariation(operator, { articleId, siteId })
  return { ...site, variation: stored?.outcome.ok ? stored.outcome.variation : undefined }
}

function toState(publishedAt: Date | null, deletionAskedAt: Date | null): 'deleting' | 'published' | 'draft' {
  if (deletionAskedAt) return 'deleting'
  return publishedAt ? 'published' : 'draft'
}

/** Selects one of the operator's own articles with all its columns; never a copy on a site, nor a deleted article. */
export const selectOwnArticle = (trx: Transaction, operator: Operator, id: string) =>
  selectAnyOwn(trx, operator, id).where(isListed)

const selectAnyOwn = (trx: Transaction, operator: Operator, id: string) =>
  trx
    .selectFrom('blogPosts')
    .selectAll()
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .where('originId', 'is', null)

/** Returns true if an article is the operator's. */
export const ownsArticle = (operator: Operator, id: string): Promise<boolean> =>
  readAs(
    operator,
    async (trx) =>
      (await selectOwnArticle(trx, operator, id).clearSelect().select('id').executeTakeFirst()) !== undefined,
  )

/** Selects the operator's article that a draft became. */
export const ownArticleOf = (trx: Transaction, operator: Operator, draftId: string) =>
  trx.selectFrom('blogPosts').selectAll().where(isOwn(operator, 'userId')).where('draftId', '=', draftId)

/**
 * Returns the article that a form has published before, and whether it has the same text. A form that is sent twice (a
 * double click, a reload) has. If the text differs, it comes from another tab, or its author went back to the form. The
 * caller has locked the draft.
 */
export async function findEarlierArticle(trx: Transaction, operator: Operator, draft: Draft) {
  const article = await ownArticleOf(trx, operator, draft.draftId).executeTakeFirst()
  const isSent = article?.deletionAskedAt === null // otherwise it was deleted since, and is published anew
  const isSame = isSent && (article.draftHash ?? hashText(article)) === hashText(draft)
  return article && { article, isSent, isSame }
}

/**
 * Returns the id of the operator's article that a draft became; undefined if it became none. With `isPlanned`, only if a
 * plan made the article, or has published it.
 */
export async function findArticleOfDraft(
  operator: Operator,
  draftId: string | null,
  { isPlanned = false } = {},
): Promise<string | undefined> {
  if (draftId === null || !isUuid(draftId)) return undefined
  const row = await readAs(operator, (trx) =>
    trx
      .selectFrom('blogPosts')
      .select('id')
      .where('draftId', '=', draftId)
      .where(isOwn(operator, 'userId'))
      .where('originId', 'is', null)
      .where('deletionAskedAt', 'is', null)
      .$if(isPlanned, (query) =>
        query.where(
          sql<boolean>`(published_at is null or exists (select from plans where article_id = blog_posts.id))`,
        ),
      )
      .executeTakeFirst(),
  )
  return row?.id
}

/** Returns one of the operator's own articles for its edit screen; undefined for articles of other accounts. */
export async function findEditable(operator: Operator, id: string): Promise<EditableArticle | undefined> {
  return readAs(operator, async (trx) => {
    const row = await selectOwnArticle(trx, operator, id).executeTakeFirst()
    if (!row) return undefined
    const deliveries = (await listOutcomes(trx, [id])).get(id) ?? []
    const { title, slug, publishedAt, updatedAt, deletionAskedAt } = row
    const url = publishedAt && (await findHomeUrl(trx, row))
    const [page] = await listPagePlaces(trx, [id])
    return {
      id,
      title,
      slug,
      publishedAt,
      updatedAt,
      deliveries,
      state: toState(publishedAt, deletionAskedAt),
      url,
      pageOf: page?.siteName,
      version: toVersion(updatedAt, await listWanted(trx, id)),
      typed: toTyped(row, await listChosen(trx, id)),
      attempts: await listAttempts(trx, id),
    }
  })
}

const toTyped = (
  row: BlogPost,
  chosen: Pick<DraftText, 'siteIds' | 'generateVariations'>,
): DraftFormValues => ({
  draftId: row.id,
  ...toTypedFields({ ...row, content: withLineFeeds(row.content) }),
  slug: row.slug,
  ...chosen,
})

/** What a publish by a form replaced. */
export interface PublishedState extends PublishInput {
  replaced: Replaced
}

/** Returns what one of the operator's publishes replaced; undefined if it cannot be undone. */
export async function findPublish(operator: Operator, runId: string): Promise<PublishedState | undefined> {
  const run = await readAs(operator, (trx) =>
    trx
      .selectFrom('runs')
      .select('input')
      .where('id', '=', runId)
      .where('kind', '=', 'publish')
      .where(isOwn(operator, 'userId'))
      .executeTakeFirst(),
  )
  if (!run) return undefined
  const { replaced, ...input } = publishInput.parse(run.input)
  return replaced && { ...input, replaced }
}

/** Selects one of the operator's own articles, also a deleted one, and locks it until the transaction ends. */
export const lockAnyOwnArticle = (trx: Transaction, operator: Operator, articleId: string) =>
  selectAnyOwn(trx, operator, articleId).forUpdate()

/** Locks one of the operator's own articles and returns it; undefined if it is being deleted. */
export const lockOwnArticle = (trx: Transaction, operator: Operator, articleId: string) =>
  lockAnyOwnArticle(trx, operator, articleId).where('deletionAskedAt', 'is', null).executeTakeFirst()

/**
 * Returns the first steps of the owner of the main site. Undefined for others, and as soon as there is an article, three
 * steps are done, or the browser with these cookies has closed them.
 */
export async function findFirstSteps(
  operator: Operator,
  cookies: string | null,
): Promise<FirstSteps | undefined> {
  if (hasClosedSteps(cookies) || !(await isSiteOwner(operator))) return undefined
  const steps = await readAs(operator, async (trx) => {
    const articles = sql`select from blog_posts where user_id = ${operator.id} and origin_id is null and deletion_asked_at is null`
    const { rows } = await sql<FirstSteps>`select
      exists (select from seo_settings where user_id = ${operator.id} and site_name <> '') as "isNamed",
      exists (select from target_sites
        where kind <> 'main' and (owner_id is null or owner_id = ${operator.id})) as "hasSite",
      exists (${articles}) as "hasWritten",
      exists (${articles} and import_key is not null) as "hasImported"
    `.execute(trx)
    return rows[0]
  })
  const isOver = !steps || steps.hasWritten || Object.values(steps).filter(Boolean).length > 2
  return isOver ? undefined : steps
}

/** Returns true if the operator has one article, and no other. */
export const hasOneArticle = (operator: Operator): Promise<boolean> =>
  readAs(operator, async (trx) => {
    const articles = await trx
      .selectFrom('blogPosts')
      .select('id')
      .where(isOwn(operator, 'userId'))
      .where('originId', 'is', null)
      .limit(2)
      .execute()
    return articles.length === 1
  })
