import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { siteRemoved } from '../../features/delivery/target-sites/messages.ts'
import { listManagedSites } from '../../features/delivery/target-sites/queries.server.ts'
import { SitesView } from '../../features/delivery/target-sites/sites-view.tsx'
import { isLocal } from '../../features/delivery/target-sites/target-sites.ts'
import { env } from '../../platform/env.server.ts'
import type { Route } from './+types/manage-sites'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { toSiteOrigin } from '../../shared/sites.ts'

export const handle: RouteFacts = { access: 'screen', right: 'set_up' }

/** Lists own and shared sites; `example` is an address for a first site on this machine. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const sites = await listManagedSites(context.get(operatorContext))
  const example = isLocal(env.SITE_URL) ? toSiteOrigin('http://daily.localhost', env.SITE_URL) : undefined
  return { sites, example, done: url.searchParams.has('removed') ? siteRemoved : undefined }
}

export const meta = () => [{ title: 'Sites' }]

export default function ManageSites({ loaderData }: Route.ComponentProps) {
  return <SitesView {...loaderData} />
}
