import { data, redirect } from 'react-router'
import { sharedDraftBusy, sharedDraftGone } from '../../features/writing/sharing/messages.ts'
import { findShown } from '../../features/writing/sharing/queries.server.ts'
import { previewText } from '../../features/writing/preview/preview.server.ts'
import { FailedPage } from '../../features/site/pages/failed-page.tsx'
import { SharedDraft } from '../../features/site/pages/shared-draft.tsx'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/draft'

export const handle: RouteFacts = { access: 'open', isFrame: true }

// Only visitors with the link find the draft. No cache keeps it, and no other site learns its URL.
const HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
}

export const headers = ({ errorHeaders, loaderHeaders }: Route.HeadersArgs) => errorHeaders ?? loaderHeaders

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: 'article' in loaderData ? loaderData.article.title : loaderData.failure.title },
  { name: 'robots', content: 'noindex, nofollow' },
]

/** Returns the draft that a link shows; leads to the article once it is public. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const shown = await findShown(token)
  if (!shown)
    return data({ status: 404 as const, failure: sharedDraftGone }, { status: 404, headers: HEADERS })
  if (shown.kind === 'published') throw redirect(shown.url, { headers: HEADERS })
  const preview = await previewText({ id: shown.shareId }, shown.text)
  if (!preview.ok)
    return data({ status: 503 as const, failure: sharedDraftBusy }, { status: 503, headers: HEADERS })
  const { name, face } = context.get(siteContext)
  return data(
    { site: { face }, siteName: name, article: preview.article, endsAt: shown.endsAt },
    { headers: HEADERS },
  )
}

export default function Draft({ loaderData }: Route.ComponentProps) {
  if ('article' in loaderData) return <SharedDraft {...loaderData} />
  return (
    <main>
      <FailedPage status={loaderData.status} {...loaderData.failure} />
    </main>
  )
}
