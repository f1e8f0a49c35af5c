import type { RequestSite } from '../../../platform/web/request-context.server.ts'
import { toProblem } from '../../../shared/problem.ts'
import { type ArticlePage, type ArticleScope, toListTags, toSiteScope } from '../../articles/articles.ts'
import { listByAuthor, listByCategory, listLatest } from '../../articles/queries.server.ts'
import { findMovedList } from '../pages/queries.server.ts'
import { answerFile, redirectFile } from './answers.server.ts'
import { toJsonPage } from './json-articles.ts'

/** Returns a response with a page of articles of a site, a category or an author, as JSON. */
export async function answerJsonPage(
  site: RequestSite,
  wanted: ArticleScope,
  page: number,
): Promise<Response> {
  const scope = toSiteScope(site, wanted)
  const listed = await listScope(site.id, scope, page)
  const moved = listed.total === 0 ? await findMovedList(site.id, scope) : undefined
  if (moved) return redirectFile(moved, 'articles.json')
  const isThere = listed.page <= listed.pageCount // others are not kept: any number can be requested
  return answerFile(JSON.stringify(toJsonPage(site.origin, listed)), {
    type: 'application/json',
    tags: isThere ? toListTags(site.id, scope, listed.total === 0) : [],
  })
}

/** Returns a 404 response for programs (RFC 9457). */
export const answerNoArticle = () =>
  toProblem(404, { code: 'not_found', message: 'There is no such article.' })

function listScope(siteId: string, scope: ArticleScope, page: number): Promise<ArticlePage> {
  const { category, author } = scope
  if (category !== undefined) return listByCategory(siteId, { ...scope, category }, page)
  return author === undefined ? listLatest(siteId, page) : listByAuthor(siteId, author, page)
}
