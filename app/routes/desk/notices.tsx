import { data } from 'react-router'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { pingSearchEngines } from '../../features/local-seo/search-engines/commands.server.ts'
import { pingFailed, toPingRefusal } from '../../features/local-seo/search-engines/messages.ts'
import { NoticesView } from '../../features/local-seo/search-engines/notices-view.tsx'
import { findNotices } from '../../features/local-seo/search-engines/queries.server.ts'
import { parsePage } from '../../shared/page-list.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/notices'

export const handle: RouteFacts = { access: 'screen', right: 'promote' }

/** Returns one page of the notices to search engines. */
export const loader = ({ context, url }: Route.LoaderArgs) =>
  findNotices(context.get(operatorContext), parsePage(url.searchParams.get('page')))

/** Notifies search engines of all changed pages now; 429 if that was done too often. */
export async function action({ context }: Route.ActionArgs) {
  const pinged = await pingSearchEngines(context.get(operatorContext))
  const { message, description } = pinged.ok ? pinged : toPingRefusal(pinged)
  const { isDone, isNews, isOver } = pinged.ok ? pinged : REFUSED
  return data({ isDone: isDone || !isOver, isNews, message, description }, { status: toStatus(pinged) })
}

const REFUSED = { isDone: false, isNews: false, isOver: true }

function toStatus(pinged: Awaited<ReturnType<typeof pingSearchEngines>>): number {
  if (pinged.ok) return 200
  return pinged.reason === 'too-many' ? 429 : 409
}

export const clientMiddleware = [keepFormOnFailure(pingFailed)]

export const meta = () => [{ title: 'Search engines' }]

export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  return <NoticesView {...loaderData} outcome={actionData} />
}
