import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { answerImport } from '../../features/api/answer-import.server.ts'
import { startPictures, stopPictures } from '../../features/moving-in/imports/commands.server.ts'
import { toAnswer } from '../../features/moving-in/imports/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

export const loader = answerNoReads

/** Fetches the pictures of other hosts that the imported articles show, or stops that. */
export const action = answerWrites({
  bringPictures: async ({ operator, body: { importId } }) =>
    answerImport(operator, 'bringPictures', await startPictures(operator, importId), toAnswer),
  stopPictures: async ({ operator }) => {
    await stopPictures(operator)
    return answerWith('stopPictures', undefined)
  },
})
