import { z } from 'zod'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { insertBacklinksSingle } from '../../features/links/insertion/commands.server.ts'
import { linkRefusals } from '../../features/links/insertion/messages.ts'
import { readJson } from '../../shared/json-body.ts'
import { toProblem } from '../../shared/problem.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/insert-backlinks-single'

export const handle: RouteFacts = { access: 'function', right: 'write', takes: 'texts' }

const requestBody = z.object({ content: z.string(), canonicalUrl: z.string().max(2048) })

/** Adds links to the canonical host to a text (spec §7). A refusal is a problem: the caller keeps the text. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const inserted = await insertBacklinksSingle(operator, await readJson(request, requestBody))
  if (inserted.ok) return Response.json({ content: inserted.content, backlinksAdded: inserted.plan.length })
  const { reason } = inserted
  const problem = { code: reason.replaceAll('-', '_'), message: linkRefusals[reason] }
  return 'waitS' in inserted
    ? toProblem(429, problem, { 'retry-after': String(inserted.waitS) })
    : toProblem(422, problem)
}
