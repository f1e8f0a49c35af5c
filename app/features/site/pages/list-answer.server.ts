import { data, redirect } from 'react-router'
import { log } from '../../../platform/log.server.ts'
import {
  pageHeaders,
  type RequestSite,
  SERVICE_UNAVAILABLE,
} from '../../../platform/web/request-context.server.ts'
import { type ArticlePage, type ArticleScope, toListTags } from '../../articles/articles.ts'
import type { MovedList } from './queries.server.ts'

const UNAVAILABLE_PAGE: ArticlePage = { articles: [], total: 0, page: 1, pageCount: 1, isUnavailable: true }

/** Returns the answer for a list that cannot be read from the database now: status 503. */
export const answerUnavailable = <Props, About = undefined>(props: Props) =>
  data({ ...props, page: UNAVAILABLE_PAGE, about: undefined as About | undefined }, SERVICE_UNAVAILABLE)

interface ListFacts<About> {
  /** What the list is of; the whole site unless given. */
  scope?: ArticleScope
  /** Finds the description of the page's subject, if it has articles. */
  findAbout?: (page: ArticlePage) => Promise<About>
  /** Finds the list that a list without articles redirects to. */
  findMoved?: () => Promise<MovedList | undefined>
}

/**
 * Returns the answer with a list of articles, cached until a write invalidates its tags. The status is 404 beyond the last
 * page, and for an empty list that is not expected. A 404 is not cached, because any name and page number can be
 * requested. The status is 503 if the database cannot be read. Throws a redirect for a list that has moved.
 */
export async function answerList<Props extends { site: RequestSite }, About = undefined>(
  props: Props,
  list: Promise<ArticlePage>,
  { scope = {}, findAbout, findMoved }: ListFacts<About> = {},
) {
  const found = await list
    .then(async (page) => ({
      page,
      about: page.total > 0 ? await findAbout?.(page) : undefined,
      moved: page.total === 0 ? await findMoved?.() : undefined,
    }))
    .catch((error: unknown) => log.error({ err: error }, 'Error loading posts'))
  if (!found) return answerUnavailable<Props, About>(props)
  const { page, about, moved } = found
  if (moved) throw redirect(moved.path, { status: 301, ...pageHeaders(moved.tags) })
  const tags = page.page <= page.pageCount ? toListTags(props.site.id, scope, page.total === 0) : []
  return data({ ...props, page, about }, tags.length > 0 ? pageHeaders(tags) : { status: 404 })
}
