import { data } from 'react-router'
import { pageHeaders } from '../../platform/request-context.server.ts'
import type { ArticlePage } from './articles.ts'

/**
 * Answers with a list of articles, kept until a write drops its tag. A list without articles is not kept: there are
 * endless names and page numbers to ask for. A page beyond the last is 404.
 */
export function answerList<Props extends { page: ArticlePage }>(props: Props, tag: string) {
  const { articles, page, pageCount } = props.page
  const status = page > pageCount ? 404 : 200
  return data(props, articles.length > 0 ? { status, ...pageHeaders([tag]) } : { status })
}
