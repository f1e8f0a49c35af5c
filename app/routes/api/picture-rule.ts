import { answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { saveAltRule } from '../../features/articles/pictures/commands.server.ts'
import { requiresAlt } from '../../features/articles/pictures/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Returns the rule for alt texts. */
export const loader = answerRead('findAltRule', async ({ operator }) =>
  answerWith('findAltRule', { requiresAlt: await requiresAlt(operator) }),
)

/** Changes the rule. */
export const action = answerWrites({
  changeAltRule: async ({ operator, body }) => {
    await saveAltRule(operator, body.requiresAlt)
    return answerWith('changeAltRule', body)
  },
})
