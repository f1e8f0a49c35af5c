import { answerFound, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { answerImport, openFile } from '../../features/api/answer-import.server.ts'
import { toApiImport } from '../../features/api/convert-import.ts'
import { discardImport } from '../../features/moving-in/imports/commands.server.ts'
import { receiveFiles } from '../../features/moving-in/imports/keep-files.server.ts'
import { toAnswer } from '../../features/moving-in/imports/messages.ts'
import { findImport } from '../../features/moving-in/imports/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = {
  access: 'function',
  right: 'organise',
  checksScope: true,
  takes: 'large-file',
}

/** Returns the import of the account. */
export const loader = answerRead('findImport', async ({ operator }) => {
  const current = await findImport(operator, 'UTC')
  return answerFound('findImport', current && toApiImport(current))
})

/** Reads a file with articles, or discards it. */
export const action = answerWrites({
  uploadImport: async ({ operator, request, query: { name, from = '' } }) => {
    const { body, headers } = request
    if (!body) return refuseApi('no-file')
    const received = await receiveFiles(operator, {
      bytes: Number(headers.get('content-length')),
      openFiles: () => openFile(name, body),
      readFrom: () => from,
    })
    return answerImport(operator, 'uploadImport', received, toAnswer)
  },
  discardImport: async ({ operator, body: { importId } }) => {
    const discarded = await discardImport(operator, importId)
    return discarded.ok
      ? answerWith('discardImport', undefined)
      : answerImport(operator, 'discardImport', discarded, toAnswer)
  },
})
