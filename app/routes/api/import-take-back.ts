import { answerNoReads, answerWrites } from '../../features/api/answer.server.ts'
import { answerImport } from '../../features/api/answer-import.server.ts'
import { takeBackImport } from '../../features/moving-in/imports/commands.server.ts'
import { toAnswer } from '../../features/moving-in/imports/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

export const loader = answerNoReads

/** Takes the import back. */
export const action = answerWrites({
  takeBackImport: async ({ operator, body: { importId } }) =>
    answerImport(operator, 'takeBackImport', await takeBackImport(operator, importId), toAnswer),
})
