import { answerFound, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseWith } from '../../features/api/refuse.ts'
import { toLimit } from '../../features/api/convert.ts'
import { toApiPicture } from '../../features/api/convert-pictures.ts'
import { wrongCursor } from '../../features/api/messages.ts'
import { saveUpload } from '../../features/articles/pictures/commands.server.ts'
import { toAddAnswer } from '../../features/articles/pictures/messages.ts'
import { limitUploads } from '../../features/articles/pictures/pictures.ts'
import { findUsedPicture, listPicturePart } from '../../features/articles/pictures/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { consumeRateLimits } from '../../platform/rate-limits.server.ts'
import { refuse } from '../../shared/refusal.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true, takes: 'files' }

/** Lists the pictures of the library. */
export const loader = answerRead('listPictures', async ({ operator, query }) => {
  const { q = '', show = '', cursor } = query
  const part = await listPicturePart(operator, { q, show }, { cursor, limit: toLimit(query) })
  if (!part) return refuseApi('invalid-request', { errors: [wrongCursor] })
  return answerWith('listPictures', { entries: part.pictures.map(toApiPicture), next: part.next })
})

/** Adds a picture, whose file is the body. */
export const action = answerWrites({
  addPicture: async ({ operator, bytes, query: { name = '' } }) => {
    const waitS = await consumeRateLimits(limitUploads(operator))
    const saved =
      waitS > 0
        ? refuse('too-many', { waitS })
        : await saveUpload(operator, () => Promise.resolve(new Uint8Array(bytes)), name)
    if (!saved.ok) return refuseWith(saved, toAddAnswer(saved))
    const picture = await findUsedPicture(operator, saved.upload.id)
    const location = `/v1/pictures/${saved.upload.id}`
    return answerFound('addPicture', picture && toApiPicture(picture), { location })
  },
})
