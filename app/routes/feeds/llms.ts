import { pageTag } from '../../features/articles/articles.ts'
import { answerFile } from '../../features/feeds/answers.server.ts'
import { LLMS_LIMIT, toLlms } from '../../features/feeds/llms.ts'
import { listCategoryDates, listNewest } from '../../features/feeds/queries.server.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/llms'

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const [categories, articles] = await Promise.all([
    listCategoryDates(site.id),
    listNewest(site.id, LLMS_LIMIT),
  ])
  const text = toLlms(site, { categories, articles })
  return answerFile(text, { type: 'text/plain', tags: [pageTag.list(site.id)] })
}
