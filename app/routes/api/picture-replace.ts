import { answerNoReads, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { replaceEverywhere } from '../../features/newsroom/library/commands.server.ts'
import { replaceRefusals } from '../../features/newsroom/library/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

export const loader = answerNoReads

/** Replaces a picture in all texts. */
export const action = answerWrites({
  replacePicture: async ({ operator, params: { pictureId = '' }, body: { by } }) => {
    const started = await replaceEverywhere(operator, pictureId, by)
    return started.ok
      ? answerWith('replacePicture', { runId: started.runId })
      : refuseAs(started, replaceRefusals[started.reason])
  },
})
