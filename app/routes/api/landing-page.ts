import { answerFound, answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { toApiLandingPage } from '../../features/api/convert-seo.ts'
import { sanitiseHtml } from '../../features/articles/markdown/sanitise-html.server.ts'
import { findOwnPage } from '../../features/local-seo/landing-pages/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

/** Returns a landing page in any state. */
export const loader = answerRead('findLandingPage', async ({ operator, params: { pageId = '' } }) => {
  const page = await findOwnPage(operator, pageId)
  if (!page) return answerFound('findLandingPage', undefined)
  const content = page.isTrusted ? page.content : sanitiseHtml(page.content, null) // another program wrote the row
  return answerFound('findLandingPage', { ...toApiLandingPage(page), content })
})

export const action = answerNoWrites
