import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toApiLinkReport, toPageNumber } from '../../features/api/convert-seo.ts'
import { wrongCursor } from '../../features/api/messages.ts'
import { startLinkCheck } from '../../features/links/report/commands.server.ts'
import { alreadyChecking } from '../../features/links/report/messages.ts'
import { findLinkReport } from '../../features/links/report/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

/** Returns the last report on links. */
export const loader = answerRead('findLinkReport', async ({ operator, query: { list, q = '', cursor } }) => {
  const page = toPageNumber(cursor)
  if (page === undefined) return refuseApi('invalid-request', { errors: [wrongCursor] })
  return answerWith(
    'findLinkReport',
    toApiLinkReport(await findLinkReport(operator, { list, query: q, page })),
  )
})

/** Checks all links. */
export const action = answerWrites({
  startLinkCheck: async ({ operator }) => {
    const started = await startLinkCheck(operator)
    return started.ok
      ? answerWith('startLinkCheck', { runId: started.runId })
      : refuseAs(started, alreadyChecking)
  },
})
