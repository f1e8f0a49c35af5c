import { answerNoReads, answerWrites } from '../../features/api/answer.server.ts'
import { answerImport } from '../../features/api/answer-import.server.ts'
import { startImport } from '../../features/moving-in/imports/commands.server.ts'
import { toAnswer } from '../../features/moving-in/imports/messages.ts'
import { refuse } from '../../shared/refusal.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

export const loader = answerNoReads

/** Imports the articles that were found. */
export const action = answerWrites({
  startImport: async ({ operator, body: { importId, ...choices } }) => {
    const { asDrafts, updates = false, author = null, siteIds = [], bringsPictures = false } = choices
    if (siteIds.length === 0 && !asDrafts)
      return answerImport(operator, 'startImport', refuse('no-site'), toAnswer)
    const started = await startImport(operator, importId, {
      asDrafts,
      updates,
      author,
      siteIds,
      bringsPictures,
    })
    return answerImport(operator, 'startImport', started, toAnswer)
  },
})
