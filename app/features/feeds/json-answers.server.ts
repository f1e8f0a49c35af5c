import type { RequestSite } from '../../platform/request-context.server.ts'
import { toProblem } from '../../shared/problem.ts'
import { type ArticlePage, type ArticleScope, pageTag } from '../articles/articles.ts'
import { listByAuthor, listByCategory, listLatest } from '../articles/queries.server.ts'
import { answerFile } from './answers.server.ts'
import { toJsonPage } from './json-articles.ts'

/** Answers with a page of a site's published articles, or of one of its categories or authors; empty beyond the last. */
export async function answerJsonPage(
  site: RequestSite,
  scope: ArticleScope,
  page: number,
): Promise<Response> {
  const listed = await listScope(site.id, scope, page)
  const isKept = listed.articles.length > 0 // there are endless names and numbers to ask for
  return answerFile(JSON.stringify(toJsonPage(site.origin, listed)), {
    type: 'application/json',
    tags: isKept ? [toPageTag(site.id, scope)] : [],
  })
}

/** Answers a program that there is no such article. */
export const answerNoArticle = () =>
  toProblem(404, { code: 'not_found', message: 'There is no such article.' })

function listScope(siteId: string, scope: ArticleScope, page: number): Promise<ArticlePage> {
  const { category, author } = scope
  if (category !== undefined) return listByCategory(siteId, category, page)
  return author === undefined ? listLatest(siteId, page) : listByAuthor(siteId, author, page)
}

function toPageTag(siteId: string, { category, author }: ArticleScope): string {
  if (category !== undefined) return pageTag.category(siteId, category)
  return author === undefined ? pageTag.list(siteId) : pageTag.author(siteId, author)
}
