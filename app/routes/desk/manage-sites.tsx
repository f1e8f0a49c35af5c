import { operatorContext } from '../../features/accounts/guard.server.ts'
import { siteRemoved } from '../../features/target-sites/messages.ts'
import { listManagedSites } from '../../features/target-sites/queries.server.ts'
import { SitesView } from '../../features/target-sites/sites-view.tsx'
import { isLocal, toSiteOrigin } from '../../features/target-sites/target-sites.ts'
import { env } from '../../platform/env.server.ts'
import type { Route } from './+types/manage-sites'

export async function loader({ context, url }: Route.LoaderArgs) {
  const sites = await listManagedSites(context.get(operatorContext))
  const example = isLocal(env.SITE_URL) ? toSiteOrigin('http://daily.localhost', env.SITE_URL) : undefined
  return { sites, example, done: url.searchParams.has('removed') ? siteRemoved : undefined }
}

export const meta = () => [{ title: 'Sites' }]

export default function ManageSites({ loaderData }: Route.ComponentProps) {
  return <SitesView {...loaderData} />
}
