import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { removeUnused } from '../../features/articles/pictures/commands.server.ts'
import { countUnused } from '../../features/articles/pictures/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Counts the pictures that are used nowhere. */
export const loader = answerRead('countUnusedPictures', async ({ operator }) =>
  answerWith('countUnusedPictures', await countUnused(operator)),
)

/** Deletes them. */
export const action = answerWrites({
  removeUnusedPictures: async ({ operator }) =>
    answerWith('removeUnusedPictures', { removed: await removeUnused(operator) }),
})
