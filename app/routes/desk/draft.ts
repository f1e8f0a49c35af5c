import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { saveDraft, saveRevision } from '../../features/publishing/drafts/commands.server.ts'
import { draftBase, draftText, type SaveRefusal } from '../../features/publishing/drafts/drafts.ts'
import { findDraft } from '../../features/publishing/drafts/queries.server.ts'
import { readJson } from '../../shared/json-body.ts'
import type { RouteFacts } from '../../platform/route-facts.ts'
import type { Route } from './+types/draft'

export const handle: RouteFacts = { access: 'screen', takes: 'files' }

const saveBody = z.object({
  version: z.int().min(0),
  text: draftText,
  base: draftBase.optional(),
  isRevision: z.boolean().default(false),
})

/** Returns the version and the text of one of the account's drafts as JSON; null for drafts of others. */
export async function loader({ context, params: { draftId } }: Route.LoaderArgs) {
  const draft = isUuid(draftId) ? await findDraft(context.get(operatorContext), draftId) : undefined
  return Response.json(draft ? { version: draft.version, text: draft.text } : null)
}

const STATUSES: Record<SaveRefusal, number> = {
  'changed-meanwhile': 409,
  gone: 410,
  'wrong-form': 422,
  'too-many-drafts': 422,
  'too-many-saves': 429,
}

/**
 * Saves a draft, given as JSON: the version that it was made from, its text, and for a working copy the state of its
 * article. With `isRevision` the text is a revision too. Answers with a SaveAnswer, or a problem if the body is wrong.
 */
export async function action({ request, context, params: { draftId } }: Route.ActionArgs) {
  if (!isUuid(draftId)) return Response.json({}, { status: 404 })
  const { isRevision, ...save } = await readJson(request, saveBody)
  const store = isRevision ? saveRevision : saveDraft
  const answer = await store(context.get(operatorContext), { id: draftId, ...save })
  const headers: HeadersInit = !answer.ok && answer.waitS ? { 'Retry-After': String(answer.waitS) } : {}
  return Response.json(answer, { status: answer.ok ? 200 : STATUSES[answer.reason], headers })
}
