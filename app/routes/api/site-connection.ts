import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import {
  toApiSite,
  toApiTest,
  toConnectionForm,
  toForm,
  toSiteErrors,
} from '../../features/api/convert-sites.ts'
import { connectSite } from '../../features/delivery/target-sites/connection.server.ts'
import { siteRefusals, toTestSentence } from '../../features/delivery/target-sites/messages.ts'
import { findOwnSite } from '../../features/delivery/target-sites/queries.server.ts'
import { parseConnection } from '../../features/delivery/target-sites/site-form.ts'
import { env } from '../../platform/env.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'set_up', checksScope: true }

export const loader = answerNoReads

/** Changes the address or the credentials of a site. */
export const action = answerWrites({
  connectSite: async ({ session, operator, params: { siteId = '' }, body }) => {
    const site = await findOwnSite(operator, siteId)
    if (!site) return refuseApi('not-found')
    const parsed = parseConnection(toForm(toConnectionForm(body)), site.kind, env.SITE_URL)
    if (!parsed.ok) return refuseApi('invalid-request', { errors: toSiteErrors(parsed.errors) })
    const saved = await connectSite(session, siteId, parsed.value)
    if (!saved.ok) return refuseAs(saved, siteRefusals[saved.reason])
    const connected = await findOwnSite(operator, siteId)
    if (!connected) return refuseApi('not-found')
    const test = toApiTest(saved.test, toTestSentence)
    return answerWith('connectSite', { site: toApiSite(connected), test })
  },
})
