import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { toApiTest, toConnectionForm, toForm, toSiteErrors } from '../../features/api/convert-sites.ts'
import { testNewSite } from '../../features/delivery/target-sites/connection.server.ts'
import { credentialsMissing, toTestSentence } from '../../features/delivery/target-sites/messages.ts'
import { parseConnection } from '../../features/delivery/target-sites/site-form.ts'
import { env } from '../../platform/env.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'set_up', checksScope: true }

export const loader = answerNoReads

/** Tests the connection to a site before it is added. */
export const action = answerWrites({
  testNewSite: async ({ operator, body }) => {
    const { kind } = body
    const parsed = parseConnection(toForm(toConnectionForm(body)), kind, env.SITE_URL)
    if (!parsed.ok) return refuseApi('invalid-request', { errors: toSiteErrors(parsed.errors) })
    const site = {
      kind,
      name: '',
      description: '',
      groupName: '',
      copyPolicy: 'canonical' as const,
      ...parsed.value,
    }
    const test = toApiTest(await testNewSite(operator, site), toTestSentence)
    if (test) return answerWith('testNewSite', test)
    return refuseApi('invalid-request', { errors: [{ field: 'credentials', message: credentialsMissing }] })
  },
})
