import { answerFound, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { isOwnPicturePath } from '../../features/articles/pictures/queries.server.ts'
import { saveProfile } from '../../features/newsroom/authors/commands.server.ts'
import { profileRefusals } from '../../features/newsroom/authors/messages.ts'
import { findAuthor } from '../../features/newsroom/authors/queries.server.ts'
import { noPicture } from '../../features/api/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

/** Returns an author of the account's articles. */
export const loader = answerRead('findAuthor', async ({ operator, params }) => {
  const author = await findAuthor(operator, params.author ?? '')
  return answerFound('findAuthor', author)
})

/** Changes the profile of the author. */
export const action = answerWrites({
  changeAuthor: async ({ operator, params: { author: name = '' }, body }) => {
    const author = await findAuthor(operator, name)
    if (!author) return refuseApi('not-found')
    const { biography = author.biography, picture = author.picture, links = author.links } = body
    if (picture !== null && picture !== author.picture && !(await isOwnPicturePath(operator, picture)))
      return refuseApi('invalid-request', { errors: [{ field: 'picture', message: noPicture }] })
    const refused = await saveProfile(operator, name, { biography, picture, links: links.join('\n') })
    if (refused) return refuseAs(refused, profileRefusals[refused.reason])
    return answerWith('changeAuthor', await findAuthor(operator, name))
  },
})
