import { answerList, answerNoWrites, answerRead } from '../../features/api/answer.server.ts'
import { toApiTag } from '../../features/api/change-tag.server.ts'
import { toTagKey } from '../../features/articles/articles.ts'
import { findTags } from '../../features/newsroom/tags/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

/** Lists the tags of the account's articles. */
export const loader = answerRead('listTags', async ({ operator, query: { q = '', ...page } }) => {
  const { found } = await findTags(operator, q)
  return answerList('listTags', found.map(toApiTag), { ...page, toKey: (tag) => toTagKey(tag.name) })
})

export const action = answerNoWrites
