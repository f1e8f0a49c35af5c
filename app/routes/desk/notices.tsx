import { data } from 'react-router'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import { pingSearchEngines } from '../../features/search-engines/commands.server.ts'
import { pingFailed } from '../../features/search-engines/messages.ts'
import { NoticesView } from '../../features/search-engines/notices-view.tsx'
import { findNotices } from '../../features/search-engines/queries.server.ts'
import { parsePage } from '../../shared/page-list.ts'
import { keepScreen } from '../../ui/keep-screen.tsx'
import type { Route } from './+types/notices'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  findNotices(context.get(operatorContext), parsePage(url.searchParams.get('page')))

export async function action({ context }: Route.ActionArgs) {
  const pinged = await pingSearchEngines(context.get(operatorContext))
  const { message, description } = pinged
  const { isDone, isNews, isOver } = pinged.ok ? pinged : REFUSED
  return data({ isDone: isDone || !isOver, isNews, message, description }, { status: toStatus(pinged) })
}

const REFUSED = { isDone: false, isNews: false, isOver: true }

function toStatus(pinged: Awaited<ReturnType<typeof pingSearchEngines>>): number {
  if (pinged.ok) return 200
  return pinged.reason === 'too-many' ? 429 : 409
}

export const clientMiddleware = [keepScreen(pingFailed)]

export const meta = () => [{ title: 'Search engines' }]

export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  return <NoticesView {...loaderData} outcome={actionData} />
}
