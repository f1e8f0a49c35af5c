import { answerFound, answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { toApiFound } from '../../features/api/convert-import.ts'
import { readFound } from '../../features/moving-in/imports/read-found.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

/** Returns an article that was found in the file. */
export const loader = answerRead('findFoundArticle', async ({ operator, params: { position = '' } }) => {
  const record = await readFound(operator, Number(position))
  return answerFound('findFoundArticle', record && toApiFound(Number(position), record))
})

export const action = answerNoWrites
