import { answerNoWrites, answerRead, answerWith } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { toApiLandingPage, toNextPage, toPageNumber } from '../../features/api/convert-seo.ts'
import { wrongCursor } from '../../features/api/messages.ts'
import { findPagesScreen } from '../../features/local-seo/landing-pages/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

/** Lists the landing pages. */
export const loader = answerRead('listLandingPages', async ({ operator, query }) => {
  const { state, q = '', band, cursor } = query
  const page = toPageNumber(cursor)
  if (page === undefined) return refuseApi('invalid-request', { errors: [wrongCursor] })
  const { listed } = await findPagesScreen(operator, { state, band: toBand(band), query: q, page })
  const entries = listed.rows.map(toApiLandingPage)
  return answerWith('listLandingPages', { entries, next: toNextPage(listed) })
})

const toBand = (band: string | undefined) => (band === undefined ? undefined : Number(band))

export const action = answerNoWrites
