import { EXPORT_FILE } from '../../features/account-settings/account-settings.ts'
import { exportAccount } from '../../features/account-settings/export-account.server.ts'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import type { Route } from './+types/account-export'

export async function loader({ request, context }: Route.LoaderArgs) {
  // Another site's page could have it packed again and again, though it never gets to see it.
  if (request.headers.get('sec-fetch-site') === 'cross-site')
    return new Response('This request came from another site.\n', {
      status: 403,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
  return new Response(await exportAccount(context.get(operatorContext)), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${EXPORT_FILE}"`,
    },
  })
}
