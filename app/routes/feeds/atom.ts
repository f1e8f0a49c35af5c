import { readScope } from '../../features/articles/articles.ts'
import { answerFeed } from '../../features/site/feeds/feed-answer.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/atom'

export const handle: RouteFacts = { access: 'public' }

/** Answers with the Atom feed of the site, of a category or of an author. */
export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  answerFeed(context.get(siteContext), readScope(params, url), 'atom')
