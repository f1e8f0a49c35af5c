import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { isOwn, readAs, writeAs } from '../../../platform/own-rows.server.ts'
import { invalidatePages, write } from '../../../platform/web/page-invalidation.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { ConnectorError } from '../../../connectors/connector-error.ts'
import { findConnector } from '../../../connectors/sites/connectors.server.ts'
import { type RemoteKind, type RemoteSite, isRemote } from '../../../connectors/sites/site-connector.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { Session } from '../../accounts/sign-in/queries.server.ts'
import { pageTag } from '../../articles/articles.ts'
import { orderAllOfSite, orderCopiesOfHome } from '../deliveries/commands.server.ts'
import { reserveSiteHost } from '../../../platform/host-names.server.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { type Added, addSite } from './commands.server.ts'
import type { Connection, NewSite } from './site-form.ts'
import type { ConnectionTest, SiteKind, SiteRefusal, TestRefusal } from './target-sites.ts'
import {
  makeWebhookSecret,
  openSite,
  readSecrets,
  sealCredentials,
} from '../../../connectors/sites/credentials.server.ts'
import { isRefusal, type Refusal, refuse } from '../../../shared/refusal.ts'
import { SITES_TAG } from '../../../shared/sites.ts'

const TESTS_A_MINUTE = 10

interface Row {
  id: string
  kind: SiteKind
  url: string
  credentials: string | null
}

/**
 * Changes the URL and the credentials of one of the operator's sites, and delivers all articles to it again. With a new URL
 * of a hosted site, the copies elsewhere that name its pages are sent again instead. Credentials that are not entered stay,
 * but are never sent to another origin. A remote site needs a fresh session.
 */
export async function saveConnection(
  { operator, isFresh }: Session,
  id: string,
  connection: Connection,
): Promise<{ ok: true } | Refusal<SiteRefusal>> {
  try {
    return await writeAs(operator, async (trx) => {
      const before = await findRow(trx, operator, id)
      if (!before) return refuse('not-found')
      if (isRemote(before.kind) && !isFresh) return refuse('not-fresh')
      if (leaksCredentials(before, connection)) return refuse('credentials-needed')
      if (before.kind === 'hosted' && !(await reserveSiteHost(trx, new URL(connection.url).hostname)))
        return refuse('host-taken')
      await storeConnection(trx, before, connection)
      await note(trx, operator, ['site-changed', connection.url])
      log.info({ account: operator.id, site: id }, 'site.connection_changed')
      return { ok: true }
    })
  } catch (error) {
    const reason = toTakenReason(error)
    if (reason) return refuse(reason)
    throw error
  }
}

/** Adds a site, as `addSite` does, and tests it then if it is remote. */
export async function addTestedSite(
  session: Session,
  site: NewSite,
  id?: string,
): Promise<(Added & { test: ConnectionTest | undefined }) | Refusal<SiteRefusal>> {
  const added = await addSite(session, site, { id })
  return added.ok ? { ...added, test: await testSite(session.operator, added.id) } : added
}

/** Saves the connection of a site, as `saveConnection` does, and tests it then if the site is remote. */
export async function connectSite(
  session: Session,
  id: string,
  connection: Connection,
): Promise<{ ok: true; test: ConnectionTest | undefined } | Refusal<SiteRefusal>> {
  const saved = await saveConnection(session, id, connection)
  return saved.ok ? { ok: true, test: await testSite(session.operator, id) } : saved
}

async function storeConnection(
  trx: Transaction,
  before: Row,
  { url, credentials }: Connection,
): Promise<void> {
  const sealed = credentials ? { credentials: sealCredentials(before.id, credentials) } : {}
  await trx
    .updateTable('targetSites')
    .set({ url, ...sealed, checkedAt: null, checkFailure: null })
    .where('id', '=', before.id)
    .execute()
  if (isRemote(before.kind)) await orderAllOfSite(trx, before.id, url !== before.url)
  else if (url !== before.url) await orderCopiesOfHome(trx, before.id)
  await invalidatePages(trx, [SITES_TAG, pageTag.site(before.id)])
}

const TAKEN: Record<string, SiteRefusal> = {
  target_sites_hosted_host_key: 'host-taken',
  target_sites_address_key: 'address-taken',
}

// Only the database has all taken URLs, because the operator cannot see every site.
const toTakenReason = (error: unknown): SiteRefusal | undefined =>
  error instanceof Error && 'constraint' in error ? TAKEN[String(error.constraint)] : undefined

/** Tests the connection to a site before it is added; undefined for a kind that cannot be tested yet. */
export async function testNewSite(
  operator: Operator,
  { kind, url, credentials }: NewSite,
): Promise<ConnectionTest | undefined> {
  return isRemote(kind) && credentials ? testOpened(operator, kind, { url, credentials }) : undefined
}

/**
 * Tests one of the operator's sites, as it is saved or as `entered`; undefined if it is hosted here or not the
 * operator's.
 */
export async function testSite(
  operator: Operator,
  id: string,
  entered?: Connection,
): Promise<ConnectionTest | undefined> {
  const row = await readAs(operator, (trx) => findRow(trx, operator, id))
  if (!row || !isRemote(row.kind)) return undefined
  const { kind } = row
  if (!entered) {
    const test = await testOpened(operator, kind, openSite({ ...row, kind }))
    const isTried = test.ok || test.reason !== 'too-often'
    if (isTried) await writeAs(operator, (trx) => storeTest(trx, id, test))
    return test
  }
  if (leaksCredentials(row, entered)) return refuse('credentials-needed')
  const credentials = entered.credentials ?? openSite({ ...row, kind })?.credentials
  return testOpened(operator, kind, credentials && { url: entered.url, credentials })
}

/** Tests a shared site, for the command line; undefined if it is hosted here or not shared. */
export async function testSharedSite(id: string): Promise<ConnectionTest | undefined> {
  const row = await db
    .selectFrom('targetSites')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('ownerId', 'is', null)
    .executeTakeFirst()
  if (!row || !isRemote(row.kind)) return undefined
  const site = openSite({ ...row, kind: row.kind })
  const test = site ? await check(row.kind, site) : refuse('credentials-lost')
  await write((trx) => storeTest(trx, id, test))
  return test
}

async function storeTest(trx: Transaction, id: string, test: ConnectionTest): Promise<void> {
  const found = { checkedAt: new Date(), checkFailure: test.ok ? null : toFailure(test) }
  await trx.updateTable('targetSites').set(found).where('id', '=', id).execute()
}

const toFailure = (test: TestRefusal): string => ('detail' in test ? test.detail : test.reason)

// Limited, because a test sends requests to any URL that a user enters.
async function testOpened(
  operator: Operator,
  kind: RemoteKind,
  site: RemoteSite | undefined,
): Promise<ConnectionTest> {
  if (!site) return refuse('credentials-lost')
  const limit = { name: 'site test', of: operator.id, most: TESTS_A_MINUTE, windowS: 60 }
  const waitS = await consumeRateLimits([limit])
  return waitS > 0 ? refuse('too-often', { waitS }) : check(kind, site)
}

async function check(kind: RemoteKind, site: RemoteSite): Promise<ConnectionTest> {
  try {
    return { ok: true, ...(await findConnector(kind).check(site)) }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    const { detail } = error
    return detail === undefined ? refuse('unexplained') : refuse('not-connected', { detail })
  }
}

/**
 * Makes a new secret for a webhook and returns it; it is never shown again. The old secret signs too until it is
 * retired. A second new secret replaces the first one, because its owner may not have seen that. If the old one does not
 * open any more, the new one signs alone, and all articles are delivered again.
 */
export async function addSecret(
  session: Session,
  id: string,
): Promise<{ ok: true; secret: string } | Refusal<SiteRefusal>> {
  const secret = makeWebhookSecret()
  const changed = await changeSecrets(session, id, ([present, retiring = present]) =>
    retiring === undefined ? [secret] : [secret, retiring],
  )
  return changed.ok ? { ok: true, secret } : changed
}

/** Ends the old secret of a webhook: from now on only the new one signs. */
export const retireSecret = (session: Session, id: string): Promise<{ ok: true } | Refusal<SiteRefusal>> =>
  changeSecrets(session, id, ([present = '', retiring]) =>
    retiring === undefined ? refuse('one-secret') : [present],
  )

async function changeSecrets(
  { operator, isFresh }: Session,
  id: string,
  change: (secrets: string[]) => string[] | Refusal<SiteRefusal>,
): Promise<{ ok: true } | Refusal<SiteRefusal>> {
  if (!isFresh) return refuse('not-fresh')
  return writeAs(operator, async (trx) => {
    const row = await findRow(trx, operator, id)
    if (row?.kind !== 'webhook') return refuse('not-found')
    const known = readSecrets(row)
    const secrets = change(known)
    if (isRefusal(secrets)) return secrets
    const credentials = sealCredentials(id, { secrets })
    const isRepaired = known.length === 0
    const untested = isRepaired ? { checkedAt: null, checkFailure: null } : {}
    await trx
      .updateTable('targetSites')
      .set({ credentials, ...untested })
      .where('id', '=', id)
      .execute()
    if (isRepaired) await orderAllOfSite(trx, id) // a delivery without a secret is not tried again
    await note(trx, operator, ['site-changed', row.url])
    log.info({ account: operator.id, site: id }, 'site.secrets_changed')
    return { ok: true }
  })
}

const COLUMNS = ['id', 'kind', 'url', 'credentials'] as const

async function findRow(trx: Transaction, operator: Operator, id: string): Promise<Row | undefined> {
  const row = await trx
    .selectFrom('targetSites')
    .select(COLUMNS)
    .where('id', '=', id)
    .where(isOwn(operator, 'ownerId'))
    .forUpdate()
    .executeTakeFirst()
  return row && row.kind !== 'main' ? { ...row, kind: row.kind } : undefined
}

const leaksCredentials = (before: Row, { url, credentials }: Connection): boolean =>
  before.kind !== 'hosted' &&
  before.kind !== 'webhook' &&
  credentials === null &&
  new URL(url).origin !== new URL(before.url).origin
