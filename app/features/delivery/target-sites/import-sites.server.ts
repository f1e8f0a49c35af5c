import { v7 as uuidv7, validate as isUuid } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { log } from '../../../platform/log.server.ts'
import { readAs, writeAs } from '../../../platform/own-rows.server.ts'
import { listTakenHosts, lockHostNames } from '../../../platform/host-names.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { decodeCsv, readCsv } from '../../../platform/read-csv.server.ts'
import { leaveOut, makeTally } from '../../../shared/left-out.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { NO_FACE } from '../faces/faces.ts'
import { findFaceToCopy } from '../faces/queries.server.ts'
import { countOwnSites, insertOwnSite, lockAccount } from './commands.server.ts'
import { siteRefusals } from './messages.ts'
import { hostOf, readSiteLines, type SiteLines } from './site-lines.ts'
import { SITES_FILE_LINES, type SitesFileRefusal, type SitesPreview } from './sites-file.ts'
import { SITES_LIMIT } from './target-sites.ts'

/** The maximum of bytes of a file of sites. It travels in the form that confirms it. */
const MAX_BYTES = 200_000
const READINGS_AN_HOUR = 60 // a file is read twice: to show what it adds, and to add it

/** A file of sites as its form has it. */
export interface SitesFile {
  bytes: Uint8Array
  /** The site whose look the new ones get; empty for the usual one. */
  likeId: string
}

/** Reads a file of sites and returns what it would add. Stores nothing. */
export async function previewSites(
  operator: Operator,
  file: SitesFile,
): Promise<{ ok: true; preview: SitesPreview } | SitesFileRefusal> {
  const read = await readFile(operator, file)
  if (!read.ok) return read
  const { text, lines } = read
  const { found, ...report } = await readAs(operator, (trx) => compare(trx, operator, lines))
  const toAdd = found.map(({ line, site: { name, url, groupName }, face: { tagline } }) => ({
    line,
    name,
    url,
    groupName,
    tagline,
  }))
  return { ok: true, preview: { ...report, text, likeId: file.likeId, toAdd } }
}

/** Adds the sites of a file, all of them or none. Refused if they are not as many as were shown. */
export async function importSites(
  operator: Operator,
  file: SitesFile,
  shown: number,
): Promise<{ ok: true; added: number } | SitesFileRefusal | Refusal<'changed' | 'too-many'>> {
  const read = await readFile(operator, file)
  if (!read.ok) return read
  return writeAs(operator, async (trx) => {
    await lockHostNames(trx)
    await lockAccount(trx, operator)
    const { found, isTooMany } = await compare(trx, operator, read.lines)
    if (found.length !== shown) return refuse('changed')
    if (isTooMany) return refuse('too-many')
    for (const { site, face } of found) {
      const added = await insertOwnSite(trx, operator, { site: { id: uuidv7(), ...site }, face })
      if (!added.ok) throw new Error(`A free host name was refused: ${added.reason}`) // takes all of them back
    }
    log.info({ account: operator.id, sites: found.length }, 'sites.imported')
    return { ok: true, added: found.length }
  })
}

async function readFile(
  operator: Operator,
  { bytes, likeId }: SitesFile,
): Promise<{ ok: true; text: string; lines: SiteLines } | SitesFileRefusal> {
  if (bytes.length > MAX_BYTES) return refuse('too-large')
  const waitS = await consumeRateLimits([
    { name: 'site import', of: operator.id, most: READINGS_AN_HOUR, windowS: 3600 },
  ])
  if (waitS > 0) return refuse('too-often', { waitS })
  const text = decodeCsv(bytes)
  if (text === undefined) return refuse('not-utf8')
  const csv = await readCsv(text)
  if (!csv.ok) return csv
  if (csv.lines.length === 0) return refuse('empty')
  if (csv.lines.length > SITES_FILE_LINES) return refuse('too-many-lines')
  const like = isUuid(likeId) ? await findFaceToCopy(operator, likeId) : undefined
  const read = await readSiteLines(csv, { mainOrigin: env.SITE_URL, like: like ?? NO_FACE })
  return read.ok ? { ok: true, text, lines: read.lines } : read
}

// Only the store knows the sites of others.
async function compare(trx: Transaction, operator: Operator, { found, ...report }: SiteLines) {
  const hosts = found.map(({ site }) => hostOf(site))
  const taken = await listTakenHosts(trx, hosts)
  const free = found.filter(({ site }) => !taken.has(hostOf(site)))
  const refused = { count: report.refused.count, first: [...report.refused.first] }
  const present = makeTally()
  for (const { line, site } of found.filter(({ site: { url } }) => taken.has(hostOf({ url })))) {
    if (taken.get(hostOf(site)) === operator.id) leaveOut(present, { line, label: site.name, why: site.url })
    else leaveOut(refused, { line, label: site.name, why: siteRefusals['host-taken'] })
  }
  const isTooMany = (await countOwnSites(trx, operator)) + free.length > SITES_LIMIT
  return { ...report, found: free, refused, present, isTooMany }
}
