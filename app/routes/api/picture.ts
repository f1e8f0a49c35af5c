import { answerFound, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { changePicture } from '../../features/api/change-picture.server.ts'
import { toApiUsedPicture } from '../../features/api/convert-pictures.ts'
import { removePicture } from '../../features/articles/pictures/commands.server.ts'
import { findUsedPicture } from '../../features/articles/pictures/queries.server.ts'
import { pictureRefusals } from '../../features/newsroom/library/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Returns a picture with the places where it is used. */
export const loader = answerRead('findPicture', async ({ operator, params: { pictureId = '' } }) => {
  const picture = await findUsedPicture(operator, pictureId)
  return answerFound('findPicture', picture && toApiUsedPicture(picture))
})

/** Changes the picture, or deletes it. */
export const action = answerWrites({
  changePicture: async ({ operator, params: { pictureId = '' }, body }) => {
    const picture = await changePicture(operator, pictureId, body)
    return answerFound('changePicture', picture && toApiUsedPicture(picture))
  },
  deletePicture: async ({ operator, params: { pictureId = '' } }) => {
    const refused = await removePicture(operator, pictureId)
    return refused
      ? refuseAs(refused, pictureRefusals[refused.reason])
      : answerWith('deletePicture', undefined)
  },
})
