import { answerFound, answerNoReads, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { toApiFace } from '../../features/api/convert-sites.ts'
import { undoFace } from '../../features/delivery/faces/commands.server.ts'
import { toFaceError } from '../../features/delivery/faces/messages.ts'
import { findOwnFace } from '../../features/delivery/faces/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'set_up', checksScope: true }

export const loader = answerNoReads

/** Undoes the last change of the look of a site. */
export const action = answerWrites({
  undoFace: async ({ operator, params: { siteId = '' }, body: { version } }) => {
    const undone = await undoFace(operator, siteId, version)
    if (!undone.ok) return refuseAs(undone, toFaceError(undone))
    const face = await findOwnFace(operator, siteId)
    return answerFound('undoFace', face && toApiFace(face))
  },
})
