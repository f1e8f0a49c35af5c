import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { invalidatePages } from '../../../platform/web/page-invalidation.server.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { SITES_TAG } from '../../../shared/sites.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { pageTag } from '../articles.ts'
import { insertArticle, renderText, toTextColumns } from '../commands.server.ts'
import { type ArticleText, FIELDS } from '../fields/fields.ts'
import { lacksAlt } from '../pictures/pictures.ts'
import { requiresAlt } from '../pictures/queries.server.ts'
import { insertFirstRevision } from '../revisions/commands.server.ts'
import { toArticleState } from '../revisions/queries.server.ts'
import { freePaths, isFull } from './commands.server.ts'
import { type PageFormValues, type PageRefusal, parsePagePath, toPageTitle } from './placement.ts'
import { ownsSite } from './queries.server.ts'

/**
 * Adds a page to one of the operator's hosted sites, or to the main site for the account that owns it. Its article is
 * published at once, on no list, and edited like every other one. On a site that asks for a second pair of eyes it is not
 * published yet. A request that arrives again with its id finds the article.
 */
export async function addPage(
  operator: Operator,
  siteId: string,
  { requestId, ...typed }: PageFormValues & { requestId?: string },
): Promise<{ ok: true; articleId: string } | Refusal<PageRefusal>> {
  const title = toPageTitle(typed.pageTitle)
  const content = typed.pageContent
  if (title === '' || content.trim() === '') return refuse('fields-missing')
  if (content.length > FIELDS.content.limit) return refuse('too-long')
  const parsed = parsePagePath(typed.pagePath)
  if (!parsed.ok) return refuse(parsed.reason)
  const text = { ...NO_FIELDS, title, content, author: operator.name }
  const rendered = await renderText({ content, canonicalUrl: null, lang: null }, operator.id).catch(orTooSlow)
  if (!rendered) return refuse('too-slow')
  if (lacksAlt(rendered.html) && (await requiresAlt(operator))) return refuse('alt-missing')
  const columns = toTextColumns(text, rendered)
  return writeAs(operator, async (trx) => {
    if (!(await ownsSite(trx, operator, siteId))) return refuse('not-found')
    const known = requestId && (await findByDraft(trx, operator, requestId))
    if (known) return { ok: true, articleId: known.id }
    if (await isFull(trx, siteId)) return refuse('too-many')
    await freePaths(trx, siteId, [parsed.path])
    const now = new Date()
    const publishedAt = (await isReviewed(trx, operator, siteId)) ? null : now
    const about = { publishedAt, updatedAt: now, userId: operator.id }
    const { id, slug } = await insertArticle(trx, {
      ...columns,
      ...about,
      siteId: null,
      ...(requestId && { draftId: requestId }),
    })
    await insertFirstRevision(trx, null, toArticleState({ ...columns, ...about, id, slug }))
    const added = await trx
      .insertInto('sitePages')
      .values({ articleId: id, siteId, path: parsed.path })
      .onConflict((conflict) => conflict.columns(['siteId', 'path']).doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) {
      await trx.deleteFrom('blogPosts').where('id', '=', id).where(isOwn(operator, 'userId')).execute()
      return refuse('path-taken')
    }
    if (publishedAt) await note(trx, operator, ['published', title])
    await invalidatePages(trx, [SITES_TAG, pageTag.site(siteId)])
    return { ok: true, articleId: id }
  })
}

const NO_FIELDS: Omit<ArticleText, 'title' | 'content' | 'author'> = {
  metaDescription: null,
  tags: [],
  keywords: [],
  canonicalUrl: null,
  cover: null,
  lang: null,
  translationOf: null,
}

// The request of a program takes the place of a draft.
const findByDraft = (trx: Transaction, operator: Operator, draftId: string) =>
  trx
    .selectFrom('blogPosts')
    .select('id')
    .where(isOwn(operator, 'userId'))
    .where('draftId', '=', draftId)
    .where('originId', 'is', null)
    .executeTakeFirst()

function orTooSlow(error: unknown): undefined {
  if (!(error instanceof DeadlineError)) throw error
}

/** Returns true if a site asks for a second pair of eyes. */
export async function isReviewed(trx: Transaction, operator: Operator, siteId: string): Promise<boolean> {
  const rule = trx.selectFrom('reviewRules').select('siteId').where(isOwn(operator, 'userId'))
  return (await rule.where('siteId', '=', siteId).where('pairs', '=', true).executeTakeFirst()) !== undefined
}
