import { answerNoReads, answerWrites } from '../../features/api/answer.server.ts'
import { answerImport } from '../../features/api/answer-import.server.ts'
import { continueImport } from '../../features/moving-in/imports/commands.server.ts'
import { toAnswer } from '../../features/moving-in/imports/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

export const loader = answerNoReads

/** Continues an import that was stopped. */
export const action = answerWrites({
  continueImport: async ({ operator, body: { importId } }) =>
    answerImport(operator, 'continueImport', await continueImport(operator, importId), toAnswer),
})
