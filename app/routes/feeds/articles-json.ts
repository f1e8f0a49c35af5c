import { readScope } from '../../features/articles/articles.ts'
import { answerJsonPage } from '../../features/site/feeds/json-answers.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import { parsePage } from '../../shared/page-list.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/articles-json'

export const handle: RouteFacts = { access: 'public' }

/** Answers programs with a page of articles of the site, of a category or of an author. */
export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  answerJsonPage(context.get(siteContext), readScope(params, url), parsePage(url.searchParams.get('page')))
