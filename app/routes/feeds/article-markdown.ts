import { modifiedAt, pageTag } from '../../features/articles/articles.ts'
import { findArticleSource } from '../../features/articles/queries.server.ts'
import { answerFile, answerNoFile } from '../../features/site/feeds/answers.server.ts'
import { canonicalLink, toMarkdownPage } from '../../features/site/feeds/markdown-page.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import { lastModifiedHeader } from '../../shared/http.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/article-markdown'

export const handle: RouteFacts = { access: 'public' }

/** Answers with the text of an article as it was written, after YAML front matter. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const article = await findArticleSource(site.id, params.slug)
  if (!article) return answerNoFile()
  return answerFile(toMarkdownPage(site.origin, article), {
    type: 'text/markdown',
    tags: [pageTag.article(article.id)],
    headers: { ...lastModifiedHeader(modifiedAt(article)), ...canonicalLink(site.origin, article) },
  })
}
