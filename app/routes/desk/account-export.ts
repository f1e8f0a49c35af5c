import { EXPORT_FILE } from '../../features/account-settings/account-settings.ts'
import { exportAccount } from '../../features/account-settings/export-account.server.ts'
import { operatorContext } from '../../features/accounts/guard.server.ts'
import type { Route } from './+types/account-export'

export async function loader({ context }: Route.LoaderArgs) {
  return new Response(await exportAccount(context.get(operatorContext)), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${EXPORT_FILE}"`,
    },
  })
}
