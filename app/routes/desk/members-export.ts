import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { EXPORT_FILE } from '../../features/accounts/settings/settings.ts'
import { exportAccount } from '../../features/moving-in/formats/export-account.server.ts'
import { refuseCrossSite } from '../../shared/http.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/members-export'

export const handle: RouteFacts = { access: 'screen', right: 'lead', isStreamed: true }

/** Streams the data of an account to one of its owners as a zip file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const refused = refuseCrossSite(request)
  if (refused) return refused
  return new Response(await exportAccount(context.get(operatorContext), { isPersonal: false }), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${EXPORT_FILE}"`,
    },
  })
}
