import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { saveDraft, saveRevision } from '../../features/writing/drafts/commands.server.ts'
import {
  draftBase,
  draftText,
  SAVE_STATUSES,
  type SaveAnswer,
  toSaveHeaders,
} from '../../features/writing/drafts/drafts.ts'
import { findDraft } from '../../features/writing/drafts/queries.server.ts'
import { saveProblems } from '../../features/writing/drafts/messages.ts'
import { readJson } from '../../shared/json-body.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/draft'

export const handle: RouteFacts = { access: 'screen', takes: 'files' }

const saveBody = z.object({
  version: z.int().min(0),
  text: draftText,
  base: draftBase.optional(),
  leftOut: draftText.optional(),
  isRevision: z.boolean().default(false),
})

/** Returns the version and the text of one of the account's drafts as JSON; null for drafts of others. */
export async function loader({ context, params: { draftId } }: Route.LoaderArgs) {
  const draft = isUuid(draftId) ? await findDraft(context.get(operatorContext), draftId) : undefined
  return Response.json(draft ? { version: draft.version, text: draft.text } : null)
}

/**
 * Saves a draft, given as JSON: the version that it was made from, its text, and for a working copy the state of its
 * article. With `isRevision` the text is a revision too; `leftOut` is one in any case. Answers with a SaveAnswer, and with
 * a sentence if nothing was saved.
 */
export async function action({ request, context, params: { draftId } }: Route.ActionArgs) {
  const body = saveBody.safeParse(await readJson(request, z.unknown()))
  if (!isUuid(draftId)) return toResponse({ ok: false, reason: 'gone' })
  if (!body.success) return toResponse({ ok: false, reason: 'wrong-form' })
  const { isRevision, ...save } = body.data
  const store = isRevision ? saveRevision : saveDraft
  return toResponse(await store(context.get(operatorContext), { id: draftId, ...save }))
}

const toResponse = (answer: SaveAnswer) =>
  answer.ok
    ? Response.json(answer)
    : Response.json(
        { ...answer, message: saveProblems[answer.reason] },
        { status: SAVE_STATUSES[answer.reason], headers: toSaveHeaders(answer) },
      )
