import { pageTag } from '../../features/articles/articles.ts'
import { answerFile } from '../../features/site/feeds/answers.server.ts'
import { LLMS_LIMIT, toLlms } from '../../features/site/feeds/llms.ts'
import { listCategoryDates, listNewest } from '../../features/site/feeds/queries.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/llms'

export const handle: RouteFacts = { access: 'public' }

/** Answers with the summary of the site for language models (llmstxt.org). */
export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const [categories, articles] = await Promise.all([
    listCategoryDates(site.id, site.face?.categories),
    listNewest(site.id, LLMS_LIMIT),
  ])
  const text = toLlms(site, { categories, articles })
  return answerFile(text, { type: 'text/plain', tags: [pageTag.list(site.id)] })
}
