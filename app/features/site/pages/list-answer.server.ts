import { data, redirect } from 'react-router'
import { log } from '../../../platform/log.server.ts'
import { pageHeaders, SERVICE_UNAVAILABLE } from '../../../platform/web/request-context.server.ts'
import type { ArticlePage } from '../../articles/articles.ts'
import type { MovedList } from './queries.server.ts'

const UNAVAILABLE_PAGE: ArticlePage = { articles: [], total: 0, page: 1, pageCount: 1, isUnavailable: true }

/** Returns the answer for a list that cannot be read from the database now: status 503. */
export const answerUnavailable = <Props, About = undefined>(props: Props) =>
  data({ ...props, page: UNAVAILABLE_PAGE, about: undefined as About | undefined }, SERVICE_UNAVAILABLE)

interface ListFacts<About> {
  tag: string
  /** True if the list is a page also without articles. */
  isExpected: boolean
  /** Finds the description of the page's subject, if it has articles. */
  findAbout?: () => Promise<About>
  /** Finds the list that a list without articles redirects to. */
  findMoved?: () => Promise<MovedList | undefined>
}

/**
 * Returns the answer with a list of articles, cached until a write invalidates its tag. A list without articles is not
 * cached, because any name and page number can be requested. The status is 404 beyond the last page, and for an empty
 * list unless it `isExpected`. It is 503 if the database cannot be read. Throws a redirect for a list that has moved.
 */
export async function answerList<Props, About = undefined>(
  props: Props,
  list: Promise<ArticlePage>,
  { tag, isExpected, findAbout, findMoved }: ListFacts<About>,
) {
  const found = await list
    .then(async (page) => ({
      page,
      about: page.total > 0 ? await findAbout?.() : undefined,
      moved: page.total === 0 ? await findMoved?.() : undefined,
    }))
    .catch((error: unknown) => log.error({ err: error }, 'Error loading posts'))
  if (!found) return answerUnavailable<Props, About>(props)
  const { page, about, moved } = found
  if (moved) throw redirect(moved.path, { status: 301, ...pageHeaders(moved.tags) })
  const isThere = page.page <= page.pageCount && (isExpected || page.total > 0)
  const status = isThere ? 200 : 404
  return data(
    { ...props, page, about },
    page.articles.length > 0 ? { status, ...pageHeaders([tag]) } : { status },
  )
}
