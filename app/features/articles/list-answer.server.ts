import { data } from 'react-router'
import { log } from '../../platform/log.server.ts'
import { pageHeaders, UNREAD } from '../../platform/request-context.server.ts'
import type { ArticlePage } from './articles.ts'

const NOTHING: ArticlePage = { articles: [], total: 0, page: 1, pageCount: 1, isUnread: true }

/** Says that the list cannot be read. */
export const answerUnread = <Props>(props: Props) => data({ ...props, page: NOTHING }, UNREAD)

/**
 * Answers with a list of articles, kept until a write drops its tag. A list without articles is not kept: there are
 * endless names and page numbers to ask for. A page beyond the last is 404, and so is an empty
 * list that nobody would expect (`isExpected`). A list that cannot be read says so, with
 * status 503.
 */
export async function answerList<Props>(
  props: Props,
  list: Promise<ArticlePage>,
  { tag, isExpected }: { tag: string; isExpected: boolean },
) {
  const page = await list.catch((error: unknown) => log.error({ err: error }, 'Error loading posts'))
  if (!page) return answerUnread(props)
  const isThere = page.page <= page.pageCount && (isExpected || page.total > 0)
  const status = isThere ? 200 : 404
  return data({ ...props, page }, page.articles.length > 0 ? { status, ...pageHeaders([tag]) } : { status })
}
