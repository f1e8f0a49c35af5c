import { pageTag } from '../../features/articles/articles.ts'
import { answerFile } from '../../features/site/feeds/answers.server.ts'
import { toRobots } from '../../features/site/feeds/robots.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/robots'

export const handle: RouteFacts = { access: 'public', isOnDomains: true }

/** Answers with the rules for crawlers, the same on all hosts except the URL of the sitemap. */
export function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  return answerFile(toRobots(site.origin), { type: 'text/plain', tags: [pageTag.site(site.id)] })
}
