import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { readFoundPicture } from '../../features/moving-in/imports/found-pictures.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/import-picture'

export const handle: RouteFacts = { access: 'screen', right: 'organise' }

/** Answers with a picture in the file of the account's import, for the preview of its articles. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const archive = url.searchParams.get('archive') ?? undefined
  const picture = { path: params['*'], bytes: 0, archive }
  const found = await readFoundPicture(context.get(operatorContext), picture)
  if (!found) return new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain' } })
  return new Response(new Uint8Array(found.bytes), {
    headers: {
      'content-type': found.type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    },
  })
}
