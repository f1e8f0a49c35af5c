import { useNavigation, useSearchParams } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import { type ArticleOutcome, ArticlesView } from '../../features/publishing/articles-view.tsx'
import { redeliver } from '../../features/publishing/commands.server.ts'
import { type Edited, publishAgain, unpublishArticle } from '../../features/publishing/edit-article.server.ts'
import {
  articleFailures,
  articleOutcomes,
  editRefusals,
  publishedDescription,
  publishFailed,
} from '../../features/publishing/messages.ts'
import type { PublishSummary } from '../../features/publishing/publishing.ts'
import { findEditable, listOwnArticles } from '../../features/publishing/queries.server.ts'
import { parsePage } from '../../shared/page-list.ts'
import { readText } from '../../shared/text.ts'
import { keepScreen } from '../../ui/keep-screen.tsx'
import type { Route } from './+types/articles'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const list = await listOwnArticles(operator, parsePage(searchParams.get('page')))
  const askedId = searchParams.get('unpublish') ?? ''
  const asked = isUuid(askedId) ? await findEditable(operator, askedId) : undefined
  return { list, asked: asked?.state === 'published' ? asked : undefined }
}

export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  const articleId = readText(form, 'articleId')
  if (!isUuid(articleId)) return null
  switch (readText(form, 'intent')) {
    case 'redeliver': {
      const { failed } = await redeliver(operator, articleId)
      return { title: publishedDescription(failed), failed }
    }
    case 'publish':
      return toOutcome(await publishAgain(operator, articleId, readDate(form)), ({ failed }) => ({
        title: articleOutcomes.published,
        failed,
      }))
    case 'unpublish': {
      const publishedAt = readDate(form)
      return toOutcome(await unpublishArticle(operator, articleId), ({ title, failed }) => ({
        title: articleOutcomes.unpublished,
        failed,
        undo: publishedAt && { articleId, title, publishedAt },
      }))
    }
    default:
      return null
  }
}

function toOutcome(done: Edited, describe: (summary: PublishSummary) => ArticleOutcome): ArticleOutcome {
  return done.ok ? describe(done.summary) : { title: editRefusals[done.reason].title, failed: 0 }
}

/** The date that an article had before it was unpublished. */
function readDate(form: FormData): Date | undefined {
  const date = new Date(readText(form, 'publishedAt'))
  return date.getTime() <= Date.now() ? date : undefined
}

export const clientMiddleware = [
  keepScreen((form) => articleFailures[readText(form, 'intent')] ?? publishFailed),
]

export const meta = () => [{ title: 'Articles' }]

export default function Articles({ loaderData, actionData }: Route.ComponentProps) {
  const sent = useNavigation().formData?.get('articleId')
  const [search] = useSearchParams()
  const done = Object.entries(articleOutcomes).find(([name]) => name === search.get('done'))?.[1]
  const outcome: ArticleOutcome | undefined =
    actionData ?? (done === undefined ? undefined : { title: done, failed: 0 })
  const busyId = typeof sent === 'string' ? sent : undefined
  return <ArticlesView {...loaderData} busyId={busyId} outcome={outcome} />
}
