import { useNavigation } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import { ArticlesView } from '../../features/publishing/articles-view.tsx'
import { redeliver } from '../../features/publishing/commands.server.ts'
import { listOwnArticles } from '../../features/publishing/queries.server.ts'
import { parsePage } from '../../shared/page-list.ts'
import { readText } from '../../shared/text.ts'
import type { Route } from './+types/articles'

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = parsePage(url.searchParams.get('page'))
  return { list: await listOwnArticles(context.get(operatorContext), page) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const articleId = readText(await request.formData(), 'articleId')
  return isUuid(articleId) ? redeliver(context.get(operatorContext), articleId) : null
}

export const meta = () => [{ title: 'Articles' }]

export default function Articles({ loaderData, actionData }: Route.ComponentProps) {
  const sent = useNavigation().formData?.get('articleId')
  const busyId = typeof sent === 'string' ? sent : undefined
  return <ArticlesView {...loaderData} busyId={busyId} failed={actionData?.failed} />
}
