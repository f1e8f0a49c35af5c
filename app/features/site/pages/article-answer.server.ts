import { data, redirect } from 'react-router'
import { log } from '../../../platform/log.server.ts'
import {
  pageHeaders,
  type RequestSite,
  SERVICE_UNAVAILABLE,
} from '../../../platform/web/request-context.server.ts'
import { toAuthorNames } from '../../../shared/author-names.ts'
import { type Article, pageTag } from '../../articles/articles.ts'
import { findMovedArticle, toMovedTags } from '../../articles/queries.server.ts'
import { findArticlePage, listNewest } from './queries.server.ts'

/**
 * Returns the answer with the page of an article by its slug, cached until a write invalidates its tags. `address` is the URL
 * of the request. Throws a redirect for an id and for an old path. The status is 404 for any other name, and 503 if the
 * database cannot be read.
 */
export async function answerArticle(site: RequestSite, slugOrId: string, address: string) {
  try {
    return await findAnswer(site, slugOrId, address)
  } catch (error) {
    if (error instanceof Response) throw error
    log.error({ err: error }, 'Error loading article')
    return data({ site, ...NO_ARTICLE, related: [], isUnavailable: true }, SERVICE_UNAVAILABLE)
  }
}

const NO_ARTICLE = { article: undefined, ending: undefined, translations: undefined }

async function findAnswer(site: RequestSite, slugOrId: string, address: string) {
  const found = await findArticlePage(site.id, slugOrId)
  if (!found) return answerMissing(site, slugOrId, address)
  const { article, ending, related, translations } = found
  const shown = [...related, ...(ending.next ? [ending.next] : [])]
  return data(
    { site, article, ending, related, translations, isUnavailable: false },
    pageHeaders([
      ...toPageTags(site.id, article, shown),
      pageTag.translations(found.group),
      ...translations.siteIds.map(pageTag.site), // their addresses and their languages
    ]),
  )
}

async function answerMissing(site: RequestSite, name: string, address: string) {
  const moved = await findMovedArticle(site.id, name, address)
  if (moved)
    throw redirect(moved.path, {
      status: 301,
      ...pageHeaders([...toMovedTags(moved), pageTag.articles(site.id)]), // a new article may take the path
    })
  const related = await listNewest(site.id)
  return data({ site, ...NO_ARTICLE, related, isUnavailable: false }, { status: 404 })
}

// The article, the other articles that its page shows, and all changes after which it could show different ones.
const toPageTags = (siteId: string, article: Article, shown: { id: string }[]): string[] => [
  ...[article, ...shown].map(({ id }) => pageTag.article(id)),
  pageTag.articles(siteId),
  ...article.tags.map((tag) => pageTag.articlesWith(siteId, tag)),
  ...toAuthorNames(article.author).map((name) => pageTag.articlesBy(siteId, name)),
]
