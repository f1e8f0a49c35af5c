import { useNavigation, useSearchParams } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import { ArticlesView } from '../../features/publishing/articles-view.tsx'
import { redeliver } from '../../features/publishing/commands.server.ts'
import { publishAgain, unpublishArticle } from '../../features/publishing/edit-article.server.ts'
import {
  articleFailures,
  articleOutcomes,
  editRefusals,
  publishedDescription,
  publishFailed,
} from '../../features/publishing/messages.ts'
import { listOwnArticles } from '../../features/publishing/queries.server.ts'
import { parsePage } from '../../shared/page-list.ts'
import { readText } from '../../shared/text.ts'
import { keepScreen } from '../../ui/keep-screen.tsx'
import type { Route } from './+types/articles'

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = parsePage(url.searchParams.get('page'))
  return { list: await listOwnArticles(context.get(operatorContext), page) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  const [articleId, intent] = [readText(form, 'articleId'), readText(form, 'intent')]
  if (!isUuid(articleId)) return null
  if (intent === 'redeliver') {
    const { failed } = await redeliver(operator, articleId)
    return { title: publishedDescription(failed), failed }
  }
  if (intent !== 'publish' && intent !== 'unpublish') return null
  const isPublishing = intent === 'publish'
  const done = await (isPublishing ? publishAgain : unpublishArticle)(operator, articleId)
  if (!done.ok) return { title: editRefusals[done.reason].title, failed: 0 }
  const title = isPublishing ? articleOutcomes.published : articleOutcomes.unpublished
  return { title, failed: done.summary.failed }
}

export const clientMiddleware = [
  keepScreen((form) => articleFailures[readText(form, 'intent')] ?? publishFailed),
]

export const meta = () => [{ title: 'Articles' }]

export default function Articles({ loaderData, actionData }: Route.ComponentProps) {
  const sent = useNavigation().formData?.get('articleId')
  const [search] = useSearchParams()
  const done = Object.entries(articleOutcomes).find(([name]) => name === search.get('done'))?.[1]
  const outcome = actionData ?? (done === undefined ? undefined : { title: done, failed: 0 })
  const busyId = typeof sent === 'string' ? sent : undefined
  return <ArticlesView {...loaderData} busyId={busyId} outcome={outcome} />
}
