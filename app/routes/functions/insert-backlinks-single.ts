import { z } from 'zod'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import { insertBacklinksSingle } from '../../features/backlinks/commands.server.ts'
import { linkRefusals } from '../../features/backlinks/messages.ts'
import { readJson } from '../../shared/json-body.ts'
import { toProblem } from '../../shared/problem.ts'
import type { Route } from './+types/insert-backlinks-single'

const requestBody = z.object({ content: z.string(), canonicalUrl: z.string().max(2048) })

/** Puts links to the canonical host into a text (spec §7). A refusal is a problem: whoever asked keeps the text. */
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
