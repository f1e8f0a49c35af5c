import { answerNoReads, answerWrites } from '../../features/api/answer.server.ts'
import { answerImport } from '../../features/api/answer-import.server.ts'
import { chooseEncoding } from '../../features/moving-in/imports/keep-files.server.ts'
import { toAnswer } from '../../features/moving-in/imports/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

export const loader = answerNoReads

/** Reads the file again, in another encoding. */
export const action = answerWrites({
  chooseEncoding: async ({ operator, body: { importId, encoding } }) =>
    answerImport(operator, 'chooseEncoding', await chooseEncoding(operator, importId, encoding), toAnswer),
})
