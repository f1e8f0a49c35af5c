import { pageTag } from '../../features/articles/articles.ts'
import { answerFile } from '../../features/feeds/answers.server.ts'
import { toRobots } from '../../features/feeds/robots.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/robots'

export function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  return answerFile(toRobots(site.origin), { type: 'text/plain', tags: [pageTag.site(site.id)] })
}
