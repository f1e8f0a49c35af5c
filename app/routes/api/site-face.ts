import { answerFound, answerRead, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toApiFace, toFaceErrors, toTypedFace } from '../../features/api/convert-sites.ts'
import { saveTypedFace } from '../../features/delivery/faces/change-by-form.server.ts'
import {
  nameMissing,
  toCategoriesError,
  toColourError,
  toFaceError,
  toFrontError,
  toLinksError,
} from '../../features/delivery/faces/messages.ts'
import { findOwnFace } from '../../features/delivery/faces/queries.server.ts'
import type { Operator } from '../../features/accounts/accounts.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'set_up', checksScope: true }

/** Returns the look of a site. */
export const loader = answerRead('findFace', async ({ operator, params: { siteId = '' } }) => {
  const face = await findOwnFace(operator, siteId)
  return answerFound('findFace', face && toApiFace(face))
})

/** Changes the look of a site. */
export const action = answerWrites({
  changeFace: async ({ operator, params: { siteId = '' }, body }) => {
    const saved = await saveFields(operator, siteId, body)
    if (!saved) return refuseApi('not-found')
    if (!saved.ok && saved.reason === 'wrong') {
      const errors = toFaceErrors(saved.errors, {
        toColourError,
        toLinksError,
        toFrontError,
        toCategoriesError,
      })
      const lacking = saved.lacksName ? [{ field: 'name', message: nameMissing }] : []
      return refuseApi('invalid-request', { errors: [...lacking, ...errors] })
    }
    if (!saved.ok) return refuseAs(saved, toFaceError(saved))
    const face = await findOwnFace(operator, siteId)
    return answerFound('changeFace', face && toApiFace(face))
  },
})

const TRIES = 5

// Somebody may save other fields between the look and the save. The next look finds them.
async function saveFields(operator: Operator, siteId: string, body: Parameters<typeof toTypedFace>[1]) {
  for (let tried = 1; ; tried += 1) {
    const own = await findOwnFace(operator, siteId)
    if (!own) return undefined
    const typed = toTypedFace(own, body)
    const takesNearest = body.takesNearest === true
    const saved = await saveTypedFace(operator, siteId, { typed, takesNearest, version: own.version })
    if (saved.ok || saved.reason !== 'changed-since' || tried === TRIES) return saved
  }
}
