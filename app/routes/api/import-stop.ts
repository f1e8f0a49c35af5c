import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { stopImport } from '../../features/moving-in/imports/commands.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

export const loader = answerNoReads

/** Stops the import. */
export const action = answerWrites({
  stopImport: async ({ operator }) => {
    await stopImport(operator)
    return answerWith('stopImport', undefined)
  },
})
