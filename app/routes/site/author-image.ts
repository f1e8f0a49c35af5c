import { pageTag, readName } from '../../features/articles/articles.ts'
import { listByAuthor } from '../../features/articles/queries.server.ts'
import { authorImage } from '../../features/articles/social-image.ts'
import { answerNoImage, answerSocialImage } from '../../features/articles/social-image-answer.server.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/author-image'

export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const author = readName(url.pathname)
  const { total } = await listByAuthor(site.id, author, 1)
  if (total === 0) return answerNoImage()
  return answerSocialImage(authorImage(site, author), [pageTag.author(site.id, author)], url)
}
