import { z } from 'zod'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { sitesRefusals } from '../../features/writing/messages.ts'
import { publishToSites } from '../../features/writing/publish/publish-to-sites.server.ts'
import { SITES_PER_ARTICLE_LIMIT } from '../../features/writing/writing.ts'
import { answerAccepted, wantsNoWait } from '../../features/runs/answers.server.ts'
import { readJson } from '../../shared/json-body.ts'
import { toProblem } from '../../shared/problem.ts'
import type { Route } from './+types/publish-to-sites'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { listSiteResults, sayResult } from '../../features/delivery/deliveries/queries.server.ts'

export const handle: RouteFacts = { access: 'function', right: 'publish' }

const requestBody = z.object({
  blogPostId: z.uuid(),
  selectedSiteIds: z.array(z.uuid()).min(1, 'at least one').max(SITES_PER_ARTICLE_LIMIT),
  generateVariations: z.boolean().default(false),
})

/** Publishes one own article to more sites (spec §7). `Prefer: respond-async` answers with the run immediately. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const { blogPostId, selectedSiteIds, generateVariations } = await readJson(request, requestBody)
  const input = { articleId: blogPostId, siteIds: [...new Set(selectedSiteIds)] }
  const isAsync = wantsNoWait(request)
  const published = await publishToSites(operator, input, { waits: !isAsync, varies: generateVariations })
  if (!published.ok) {
    const { status, message } = sitesRefusals[published.reason]
    return toProblem(status, { code: published.reason.replaceAll('-', '_'), message })
  }
  const { runId } = published
  if (isAsync) return answerAccepted(operator, runId)
  const results = (await listSiteResults(operator, input)).map(sayResult)
  const succeeded = results.filter(({ status }) => status === 'succeeded').length
  return Response.json({ runId, summary: { succeeded, failed: results.length - succeeded }, results })
}
