import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { type Operator, toPersonId } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { saveDraft, saveRevision } from '../../features/writing/drafts/commands.server.ts'
import {
  type DraftBase,
  draftBase,
  draftText,
  SAVE_STATUSES,
  type SaveAnswer,
  toDraftText,
  toSaveHeaders,
} from '../../features/writing/drafts/drafts.ts'
import { findDraft } from '../../features/writing/drafts/queries.server.ts'
import { saveProblems } from '../../features/writing/drafts/messages.ts'
import { findEditable } from '../../features/writing/publish/queries.server.ts'
import { readJson } from '../../shared/json-body.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/draft'
import { refuse } from '../../shared/refusal.ts'

export const handle: RouteFacts = { access: 'screen', right: 'write', takes: 'files' }

const saveBody = z.object({
  /** The account that the text belongs to, and the person who typed it. Others may have signed in since in this browser. */
  accountId: z.string().optional(),
  personId: z.string().optional(),
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
 * a sentence if nothing was saved; with the article if that was saved elsewhere and the working copy is gone.
 * Answers 401 if the text is for another account, or was typed by another person.
 */
export async function action({ request, context, params: { draftId } }: Route.ActionArgs) {
  const body = saveBody.safeParse(await readJson(request, z.unknown()))
  if (!isUuid(draftId)) return toResponse(refuse('gone'))
  if (!body.success) return toResponse(refuse('wrong-form'))
  const { accountId, personId, isRevision, ...save } = body.data
  const operator = context.get(operatorContext)
  if (isOfOthers(operator, { accountId, personId })) return new Response(null, { status: 401 })
  const store = isRevision ? saveRevision : saveDraft
  const answer = await store(operator, { id: draftId, ...save })
  if (answer.ok || answer.reason !== 'gone') return toResponse(answer)
  const article = await findArticle(operator, draftId)
  return toResponse(article ? { ...answer, article } : answer)
}

const isOfOthers = (
  operator: Operator,
  {
    accountId = operator.id,
    personId = toPersonId(operator),
  }: Record<'accountId' | 'personId', string | undefined>,
) => accountId !== operator.id || personId !== toPersonId(operator)

// The article that a working copy was published to, so that the form can go on with it.
async function findArticle(operator: Operator, id: string): Promise<DraftBase | undefined> {
  const article = await findEditable(operator, id)
  return article && article.state !== 'deleting'
    ? { version: article.version, text: toDraftText(article.typed) }
    : undefined
}

const toResponse = (answer: SaveAnswer) =>
  answer.ok
    ? Response.json(answer)
    : Response.json(
        { ...answer, message: saveProblems[answer.reason] },
        { status: SAVE_STATUSES[answer.reason], headers: toSaveHeaders(answer) },
      )
