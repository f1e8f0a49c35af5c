import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { findOwnFace } from '../../features/delivery/faces/queries.server.ts'
import { sayImported, siteRemoved } from '../../features/delivery/target-sites/messages.ts'
import { listManagedSites } from '../../features/delivery/target-sites/queries.server.ts'
import { SitesView } from '../../features/delivery/target-sites/sites-view.tsx'
import { isLocal } from '../../features/delivery/target-sites/target-sites.ts'
import { env } from '../../platform/env.server.ts'
import type { Route } from './+types/manage-sites'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import { MAIN_SITE_ID, toSiteOrigin } from '../../shared/sites.ts'

export const handle: RouteFacts = { access: 'screen', right: 'set_up' }

/** Lists own and shared sites; `example` is an address for a first site on this machine. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const [sites, own] = await Promise.all([listManagedSites(operator), findOwnFace(operator, MAIN_SITE_ID)])
  const main = own && { name: own.name, path: `/manage-sites/${MAIN_SITE_ID}` }
  const example = isLocal(env.SITE_URL) ? toSiteOrigin('http://daily.localhost', env.SITE_URL) : undefined
  return { sites, main, example, done: toDone(url.searchParams) }
}

const toDone = (search: URLSearchParams) => {
  const imported = Number(search.get('imported'))
  if (Number.isInteger(imported) && imported > 0) return sayImported(imported)
  return search.has('removed') ? siteRemoved : undefined
}

export const meta = () => [{ title: 'Sites' }]

export default function ManageSites({ loaderData }: Route.ComponentProps) {
  return <SitesView {...loaderData} />
}
