import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toTemplateErrors } from '../../features/api/convert-seo.ts'
import { checkTemplate } from '../../features/local-seo/landing-pages/commands.server.ts'
import { noPreview } from '../../features/local-seo/landing-pages/messages.ts'
import { previewPage } from '../../features/local-seo/landing-pages/preview-page.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { refuse } from '../../shared/refusal.ts'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

export const loader = answerNoReads

/** Returns a landing page as a template would make it. */
export const action = answerWrites({
  previewTemplate: async ({ operator, body: template }) => {
    const errors = toTemplateErrors(await checkTemplate(operator, template))
    if (errors.length > 0) return refuseApi('invalid-request', { errors })
    const page = await previewPage(operator, template)
    if (!page) return refuseAs(refuse('nothing'), noPreview)
    const { metaTitle: title, metaDescription: description, content, score } = page
    return answerWith('previewTemplate', { title, description, content, score })
  },
})
