import { readScope } from '../../features/articles/articles.ts'
import { answerFeed } from '../../features/feeds/feed-answer.server.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/json-feed'

export const loader = ({ params, url, context }: Route.LoaderArgs) =>
  answerFeed(context.get(siteContext), readScope(params, url), 'json')
