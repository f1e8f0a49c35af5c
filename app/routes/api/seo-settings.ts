import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs, refuseWith } from '../../features/api/refuse.ts'
import { withoutUndefined } from '../../features/api/convert.ts'
import * as messages from '../../features/local-seo/settings/messages.ts'
import { saveSettings } from '../../features/local-seo/settings/commands.server.ts'
import { findSettings } from '../../features/local-seo/settings/queries.server.ts'
import { NO_SETTINGS, parseSettings } from '../../features/local-seo/settings/settings.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'set_up', checksScope: true }

/** Returns the SEO settings. */
export const loader = answerRead('findSettings', async ({ operator }) =>
  answerWith('findSettings', (await findSettings(operator)) ?? NO_SETTINGS),
)

/** Changes them. */
export const action = answerWrites({
  changeSettings: async ({ operator, body }) => {
    const sent = withoutUndefined(body)
    const parsed = parseSettings({ ...NO_SETTINGS, ...(await findSettings(operator)), ...sent })
    if (!parsed.ok) {
      const errors = Object.entries(parsed.errors).map(([field, message]) => ({ field, message }))
      return refuseApi('invalid-request', { errors })
    }
    const saved = await saveSettings(operator, parsed.settings)
    if (saved.ok) return answerWith('changeSettings', (await findSettings(operator)) ?? NO_SETTINGS)
    return saved.reason === 'not-stored'
      ? refuseWith(saved, { status: 503, message: messages.notStored })
      : refuseAs(saved, messages.domainRefusals[saved.reason])
  },
})
