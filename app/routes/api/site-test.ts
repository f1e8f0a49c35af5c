import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { toApiTest, toConnectionForm, toForm, toSiteErrors } from '../../features/api/convert-sites.ts'
import { testSite } from '../../features/delivery/target-sites/connection.server.ts'
import { toTestSentence } from '../../features/delivery/target-sites/messages.ts'
import { findOwnSite } from '../../features/delivery/target-sites/queries.server.ts'
import { parseConnection } from '../../features/delivery/target-sites/site-form.ts'
import { env } from '../../platform/env.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'set_up', checksScope: true }

export const loader = answerNoReads

/** Tests the connection to a site. */
export const action = answerWrites({
  testSite: async ({ operator, params: { siteId = '' }, body: { url, credentials } }) => {
    const site = await findOwnSite(operator, siteId)
    if (!site) return refuseApi('not-found')
    const isSaved = url === undefined && credentials === undefined
    const form = toForm(toConnectionForm({ url: url ?? site.url, credentials }))
    const parsed = isSaved ? undefined : parseConnection(form, site.kind, env.SITE_URL)
    if (parsed?.ok === false) return refuseApi('invalid-request', { errors: toSiteErrors(parsed.errors) })
    const test = toApiTest(await testSite(operator, siteId, parsed?.value), toTestSentence)
    return test ? answerWith('testSite', test) : refuseApi('not-remote')
  },
})
