import { pageTag, readName } from '../../features/articles/articles.ts'
import { listByAuthor } from '../../features/articles/queries.server.ts'
import { authorImage } from '../../features/site/pages/page-images.ts'
import {
  answerNoImage,
  answerSocialImage,
} from '../../features/site/social-images/social-image-answer.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/author-image'

export const handle: RouteFacts = { access: 'public' }

/** Answers with the social image of an author as a PNG; 404 for a name without articles. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const author = readName(url.pathname)
  const { total } = await listByAuthor(site.id, author, 1)
  if (total === 0) return answerNoImage()
  return answerSocialImage(authorImage(site, author), [pageTag.author(site.id, author)], url)
}
