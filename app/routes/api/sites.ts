import { answerList, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import {
  toApiSite,
  toApiTest,
  toConnectionForm,
  toForm,
  toSiteErrors,
} from '../../features/api/convert-sites.ts'
import { addTestedSite } from '../../features/delivery/target-sites/connection.server.ts'
import { siteRefusals, toTestSentence } from '../../features/delivery/target-sites/messages.ts'
import { findOwnSite, listTargetSites } from '../../features/delivery/target-sites/queries.server.ts'
import { parseNewSite } from '../../features/delivery/target-sites/site-form.ts'
import { env } from '../../platform/env.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Lists the sites that the account can publish on. */
export const loader = answerRead('listSites', async ({ operator, query }) => {
  const sites = await listTargetSites(operator)
  const entries = sites.map(({ id, name, url, kind }) => ({ id, name, url, kind }))
  return answerList('listSites', entries, { ...query, toKey: ({ id }) => id })
})

/** Adds a site, and tests the connection to it. */
export const action = answerWrites({
  addSite: async ({ session, operator, body, workId }) => {
    const { kind, name, description = '', groupName = '', copyPolicy = 'canonical' } = body
    const form = toForm({ name, description, groupName, copyPolicy, ...toConnectionForm(body) })
    const parsed = parseNewSite(form, kind, env.SITE_URL)
    if (!parsed.ok) return refuseApi('invalid-request', { errors: toSiteErrors(parsed.errors) })
    const added = await addTestedSite(session, parsed.value, workId)
    if (!added.ok) return refuseAs(added, siteRefusals[added.reason])
    const site = await findOwnSite(operator, added.id)
    if (!site) return refuseApi('not-found')
    const { secret = null, test } = added
    return answerWith(
      'addSite',
      { site: toApiSite(site), secret, test: toApiTest(test, toTestSentence) },
      { location: `/v1/sites/${site.id}` },
    )
  },
})
