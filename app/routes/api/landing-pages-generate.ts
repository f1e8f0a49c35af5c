import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { startGeneration } from '../../features/local-seo/landing-pages/commands.server.ts'
import { startRefusals } from '../../features/local-seo/landing-pages/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

export const loader = answerNoReads

/** Makes and publishes the landing pages. */
export const action = answerWrites({
  generateLandingPages: async ({ operator, body: { regenerateAll = false, usesModel = false } }) => {
    const started = await startGeneration(operator, { regenerateAll, usesModel })
    return started.ok
      ? answerWith('generateLandingPages', { runId: started.runId })
      : refuseAs(started, startRefusals[started.reason])
  },
})
