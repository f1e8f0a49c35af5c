import { answerList, answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { findAuthors } from '../../features/newsroom/authors/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

/** Lists the authors of the account's articles. */
export const loader = answerRead('listAuthors', async ({ operator, query: { q = '', ...page } }) =>
  answerList('listAuthors', (await findAuthors(operator, q)).found, { ...page, toKey: ({ name }) => name }),
)

export const action = answerNoWrites
