import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { answerDraft } from '../../features/api/answer-articles.server.ts'
import { createDraft } from '../../features/api/change-draft.server.ts'
import { toLimit } from '../../features/api/convert.ts'
import { wrongCursor } from '../../features/api/messages.ts'
import { listOwnDrafts } from '../../features/api/queries.server.ts'
import { saveRefusals } from '../../features/writing/drafts/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true, takes: 'texts' }

/** Lists the account's drafts and working copies, the last saved first. */
export const loader = answerRead('listDrafts', async ({ operator, query: { cursor, limit } }) => {
  const part = await listOwnDrafts(operator, { cursor, limit: toLimit({ limit }) })
  return part ? answerWith('listDrafts', part) : refuseApi('invalid-request', { errors: [wrongCursor] })
})

/** Saves a new draft. */
export const action = answerWrites({
  createDraft: async ({ operator, body, workId }) =>
    answerDraft('createDraft', await createDraft(operator, workId, body), saveRefusals),
})
