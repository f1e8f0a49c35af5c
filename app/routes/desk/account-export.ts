import { EXPORT_FILE } from '../../features/accounts/settings/settings.ts'
import { exportAccount } from '../../features/moving-in/formats/export-account.server.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { refuseCrossSite } from '../../shared/http.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/account-export'

export const handle: RouteFacts = { access: 'screen', right: 'self', isStreamed: true }

/** Streams all data of the account as one zip file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const refused = refuseCrossSite(request)
  if (refused) return refused
  return new Response(await exportAccount(context.get(operatorContext)), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${EXPORT_FILE}"`,
    },
  })
}
