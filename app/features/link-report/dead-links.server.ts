import type { Transaction } from '../../platform/database.server.ts'
import type { RequestSite } from '../../platform/request-context.server.ts'
import { unescapeHtml } from '../../shared/text.ts'
import type { Operator } from '../accounts/accounts.ts'
import { type Destination, judge, toDestination, toSitesByHost } from './destinations.ts'
import { ADDRESS_LENGTH } from './find-links.ts'
import { findHere, listLandingPages } from './find-places.server.ts'
import type { LinkFault } from './link-report.ts'

/** What leads to nothing in a text: the first of its addresses that do, why, and how many do. */
export interface DeadLinks {
  id: string
  address: string
  fault: LinkFault
  count: number
}

interface Linking {
  /** Sanitised HTML: double quotes, and no `<` or `>` inside of a value. */
  texts: { id: string; html: string }[]
  sites: RequestSite[]
}

/** Finds texts of the main site with links to what is not there, on any site of this installation. */
export async function findDeadLinks(
  trx: Transaction,
  operator: Operator,
  { texts, sites }: Linking,
): Promise<DeadLinks[]> {
  const linking = texts.map(({ id, html }) => ({ id, addresses: listAddresses(html) }))
  const addresses = new Set(linking.flatMap((text) => text.addresses))
  const faults = await findFaults(trx, operator, { addresses, sites })
  return linking.flatMap((text) => {
    const dead = text.addresses.filter((address) => faults.has(address))
    const [address = ''] = dead
    const fault = faults.get(address)
    return fault ? [{ id: text.id, address, fault, count: dead.length }] : []
  })
}

const HREF = /<a\s(?:[^<>]*\s)?href="([^"]*)"/g

function listAddresses(html: string): string[] {
  const written = Array.from(html.matchAll(HREF), ([, address = '']) => unescapeHtml(address).trim())
  return [...new Set(written)].filter(
    (address) => address !== '' && !address.startsWith('#') && address.length <= ADDRESS_LENGTH,
  )
}

async function findFaults(
  trx: Transaction,
  operator: Operator,
  { addresses, sites }: { addresses: Set<string>; sites: RequestSite[] },
): Promise<Map<string, LinkFault>> {
  // Nearly all links of landing pages lead to others, which are looked up at once.
  const paths = [...addresses].filter((address) => /^\/[a-z0-9-]+$/.test(address))
  const pages = await listLandingPages(trx, paths)
  const others = [...addresses].filter((address) => !pages.has(address))
  const destinations = toDestinations(others, sites)
  const known = { canonical: new Map(), ...(await findHere(trx, operator, [...destinations.values()])) }
  const judged = Array.from(destinations, ([address, to]) => [address, judge(to, known).fault] as const)
  return new Map(judged.flatMap(([address, fault]) => (fault ? [[address, fault]] : [])))
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
