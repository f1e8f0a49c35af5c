import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { answerDraft } from '../../features/api/answer-articles.server.ts'
import { toApiRevision } from '../../features/api/convert.ts'
import { findRevisedText } from '../../features/articles/revisions/queries.server.ts'
import { saveRefusals } from '../../features/writing/drafts/messages.ts'
import { findDraft } from '../../features/writing/drafts/queries.server.ts'
import { restoreRefusals } from '../../features/writing/messages.ts'
import { restoreRevision } from '../../features/writing/publish/restore-revision.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Returns the texts of a revision. */
export const loader = answerRead('findRevision', async ({ operator, params: { articleId = '', number } }) => {
  const key = { siteId: null, number: Number(number) }
  const text = await findRevisedText(operator, articleId, key)
  return text ? answerWith('findRevision', toApiRevision(key.number, text)) : refuseApi('not-found')
})

/** Restores a revision into the draft or the working copy. */
export const action = answerWrites({
  restoreRevision: async ({ operator, params: { articleId = '', number } }) => {
    const refused = await restoreRevision(operator, articleId, { siteId: null, number: Number(number) })
    if (refused) return refuseAs(refused, restoreRefusals[refused.reason])
    const draft = await findDraft(operator, articleId)
    return answerDraft('restoreRevision', draft ? { ok: true, draft } : DRAFT_GONE, saveRefusals)
  },
})

const DRAFT_GONE = { ok: false, reason: 'draft-gone' } as const
