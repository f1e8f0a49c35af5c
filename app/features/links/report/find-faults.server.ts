import type { Transaction } from '../../../platform/store/database.server.ts'
import type { RequestSite } from '../../../platform/web/request-context.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { type Destination, checkLink, toDestination, toSitesByHost } from './destinations.ts'
import { findLocalTargets, listLandingPages } from './find-targets.server.ts'
import type { LinkFault } from './report.ts'

/** Finds the broken links of the main site's pages to sites of this installation, with the reason of each. */
export async function findFaults(
  trx: Transaction,
  operator: Operator,
  { addresses, sites }: { addresses: Set<string>; sites: RequestSite[] },
): Promise<Map<string, LinkFault>> {
  // Nearly all links of landing pages lead to other landing pages, so one query finds those first.
  const paths = [...addresses].filter((address) => /^\/[a-z0-9-]+$/.test(address))
  const pages = await listLandingPages(trx, paths)
  const others = [...addresses].filter((address) => !pages.has(address))
  const destinations = toDestinations(others, sites)
  const local = await findLocalTargets(trx, operator, [...destinations.values()])
  const known = { canonical: new Map(), ...local }
  const checked = Array.from(destinations, ([address, to]) => [address, checkLink(to, known).fault] as const)
  return new Map(checked.flatMap(([address, fault]) => (fault ? [[address, fault]] : [])))
}

function toDestinations(addresses: string[], sites: RequestSite[]): Map<string, Destination> {
  const byHost = toSitesByHost(sites)
  const base = sites.find(({ isMain }) => isMain)?.origin
  const urls = addresses.map((address) => [address, URL.parse(address, base)] as const)
  return new Map(
    urls.flatMap(([address, url]) =>
      url && /^https?:$/.test(url.protocol) ? [[address, toDestination(url, byHost)]] : [],
    ),
  )
}
