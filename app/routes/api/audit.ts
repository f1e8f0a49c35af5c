import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toApiAudit, toPageNumber } from '../../features/api/convert-seo.ts'
import { wrongCursor } from '../../features/api/messages.ts'
import { startAudit } from '../../features/local-seo/audit/commands.server.ts'
import { alreadyAuditing } from '../../features/local-seo/audit/messages.ts'
import { findAudit } from '../../features/local-seo/audit/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

/** Returns the last audit, with one list of its findings. */
export const loader = answerRead('findAudit', async ({ operator, query: { kind, cursor } }) => {
  const page = toPageNumber(cursor)
  if (page === undefined) return refuseApi('invalid-request', { errors: [wrongCursor] })
  return answerWith('findAudit', toApiAudit(await findAudit(operator, { kind, page })))
})

/** Starts an audit. */
export const action = answerWrites({
  startAudit: async ({ operator }) => {
    const started = await startAudit(operator)
    return started.ok
      ? answerWith('startAudit', { runId: started.runId })
      : refuseAs(started, alreadyAuditing)
  },
})
