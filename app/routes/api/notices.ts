import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toApiReceipt, toNextPage, toPageNumber } from '../../features/api/convert-seo.ts'
import { wrongCursor } from '../../features/api/messages.ts'
import { pingSearchEngines } from '../../features/local-seo/search-engines/commands.server.ts'
import { toPingRefusal } from '../../features/local-seo/search-engines/messages.ts'
import { findNotices } from '../../features/local-seo/search-engines/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

/** Lists the answers of search engines to notices. */
export const loader = answerRead('listReceipts', async ({ operator, query: { cursor } }) => {
  const page = toPageNumber(cursor)
  if (page === undefined) return refuseApi('invalid-request', { errors: [wrongCursor] })
  const { history } = await findNotices(operator, page)
  const entries = history.receipts.map(toApiReceipt)
  return answerWith('listReceipts', { entries, next: toNextPage(history) })
})

/** Notifies search engines now. */
export const action = answerWrites({
  sendNotices: async ({ operator }) => {
    const pinged = await pingSearchEngines(operator)
    if (pinged.ok) return answerWith('sendNotices', { runId: pinged.runId })
    const { reason } = pinged
    const waitS = reason === 'too-many' ? pinged.waitS : undefined
    return refuseAs({ ok: false, reason, waitS }, toPingRefusal(pinged).description)
  },
})
