import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { toTemplateErrors } from '../../features/api/convert-seo.ts'
import { removeTemplate, saveTemplate } from '../../features/local-seo/landing-pages/commands.server.ts'
import { findLandingTemplate } from '../../features/local-seo/landing-pages/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

/** Returns the template of the landing pages. */
export const loader = answerRead('findTemplate', async ({ operator }) => {
  const { title, description, body, belowGate } = await findLandingTemplate(operator)
  return answerWith('findTemplate', { title, description, body, belowGate })
})

/** Saves it, or goes back to that of the product. */
export const action = answerWrites({
  saveTemplate: async ({ operator, body: template }) => {
    const errors = toTemplateErrors(await saveTemplate(operator, template))
    return errors.length > 0 ? refuseApi('invalid-request', { errors }) : answerWith('saveTemplate', template)
  },
  resetTemplate: async ({ operator }) => {
    await removeTemplate(operator)
    return answerWith('resetTemplate', undefined)
  },
})
