import { answerNoWrites, answerRead, answerWith } from '../../features/api/answer.server.ts'
import { refuseApi } from '../../features/api/refuse.ts'
import { toLimit } from '../../features/api/convert.ts'
import { wrongCursor } from '../../features/api/messages.ts'
import { listRecordPart } from '../../features/accounts/record/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'lead', checksScope: true }

/** Lists who did what for the account. */
export const loader = answerRead('listRecord', async ({ operator, query }) => {
  const { q = '', person = '', act = '', from = '', to = '', cursor } = query
  const filter = { q, person, act, from, to }
  const part = await listRecordPart(operator, filter, { cursor, limit: toLimit(query) })
  return part
    ? answerWith('listRecord', { entries: part.lines, next: part.next })
    : refuseApi('invalid-request', { errors: [wrongCursor] })
})

export const action = answerNoWrites
