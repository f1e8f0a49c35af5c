import { answerList, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { startFix } from '../../features/links/fixer/commands.server.ts'
import { fixRefusals } from '../../features/links/fixer/messages.ts'
import { listFixRuns } from '../../features/links/fixer/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

/** Lists the runs over the links of all articles. */
export const loader = answerRead('listLinkFixes', async ({ operator, query }) => {
  const runs = await listFixRuns(operator)
  const entries = runs.map(({ id, mode, state, total, done, createdAt }) => ({
    id,
    mode,
    state,
    total,
    done,
    createdAt,
  }))
  return answerList('listLinkFixes', entries, { ...query, toKey: ({ id }) => id })
})

/** Starts one. */
export const action = answerWrites({
  startLinkFix: async ({ operator, body: { mode, usesModel = false } }) => {
    const started = await startFix(operator, { mode, usesModel })
    return started.ok
      ? answerWith('startLinkFix', { runId: started.runId })
      : refuseAs(started, fixRefusals[started.reason])
  },
})
