import { isDeepStrictEqual } from 'node:util'
import { type Expression, sql, type SqlBool } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { log } from '../../../platform/log.server.ts'
import { isOwn, readAs, writeAs } from '../../../platform/own-rows.server.ts'
import { invalidatePages, write } from '../../../platform/web/page-invalidation.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { Session } from '../../accounts/sign-in/queries.server.ts'
import { pageTag } from '../../articles/articles.ts'
import { unpublishWithout } from '../../articles/placement/commands.server.ts'
import { dressNewSite } from '../faces/commands.server.ts'
import { type Face, NO_FACE } from '../faces/faces.ts'
import { findFaceToCopy } from '../faces/queries.server.ts'
import { moveHomes, orderAllOfSite, orderCopiesOfHome } from '../deliveries/commands.server.ts'
import { reserveSiteHost } from '../../../platform/host-names.server.ts'
import { note } from '../../accounts/record/commands.server.ts'
import type { NewSite } from './site-form.ts'
import { parseSiteUrl, SITES_LIMIT, type SiteRefusal, type SiteSettings } from './target-sites.ts'
import { makeWebhookSecret, sealCredentials } from '../../../connectors/sites/credentials.server.ts'
import { isRemote } from '../../../connectors/sites/site-connector.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { SITES_TAG } from '../../../shared/sites.ts'

/** A site that was added, with the secret that signs its webhooks. The secret is never shown again. */
export type Added = { ok: true; id: string; secret?: string }

/**
 * Adds a site for the operator, with a look if one is given. A remote site needs a fresh session (decision 22). A request
 * that arrives again with the id of its site finds that.
 */
export async function addSite(
  session: Pick<Session, 'operator' | 'isFresh'>,
  site: NewSite,
  { id = uuidv7(), face }: { id?: string | undefined; face?: Face | undefined } = {},
): Promise<Added | Refusal<SiteRefusal>> {
  const { operator, isFresh } = session
  if (isRemote(site.kind) && !isFresh) return refuse('not-fresh')
  const added = await writeAs(operator, async (trx) => {
    if ((await findOwnName(trx, operator, id)) !== undefined) return { ok: true as const, id }
    if (!(await mayHaveAddress(trx, site))) return refuse('host-taken')
    await lockAccount(trx, operator)
    if ((await countOwnSites(trx, operator)) >= SITES_LIMIT) return refuse('too-many')
    return insertOwnSite(trx, operator, { site: { id, ...site }, face })
  })
  if (added.ok) log.info({ account: operator.id, site: added.id, kind: site.kind }, 'site.added')
  return added
}

/**
 * Adds a hosted site like one of the operator's: with its description, its group, its copy policy and its look. Articles and
 * pages stay where they are.
 */
export async function copySite(
  operator: Operator,
  id: string,
  { name, url }: { name: string; url: string },
): Promise<Added | Refusal<SiteRefusal>> {
  const model = await readAs(operator, (trx) =>
    trx
      .selectFrom('targetSites')
      .select(['description', 'groupName', 'copyPolicy'])
      .where('id', '=', id)
      .where('kind', '=', 'hosted')
      .where(isOwn(operator, 'ownerId'))
      .executeTakeFirst(),
  )
  if (!model) return refuse('not-found')
  const site = { kind: 'hosted' as const, name, url, credentials: null, ...model }
  return addSite({ operator, isFresh: false }, site, { face: await findFaceToCopy(operator, id) })
}

/** Makes other transactions that add sites of the account wait. */
export async function lockAccount(trx: Transaction, operator: Operator): Promise<void> {
  await trx.selectFrom('users').select('id').where(isOwn(operator, 'id')).forUpdate().execute()
}

/** Returns the number of sites that an account has. */
export async function countOwnSites(trx: Transaction, operator: Operator): Promise<number> {
  const { count } = await trx
    .selectFrom('targetSites')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOwn(operator, 'ownerId'))
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a site of an account, with a look if one is given. */
export async function insertOwnSite(
  trx: Transaction,
  operator: Operator,
  { site, face }: { site: NewSite & { id: string }; face: Face | undefined },
): Promise<Added | Refusal<SiteRefusal>> {
  const inserted = await insertSite(trx, site, operator.id)
  if (!inserted.ok) return inserted
  if (face && !isDeepStrictEqual(face, NO_FACE))
    await dressNewSite(trx, { operator, siteId: inserted.id }, face)
  await note(trx, operator, ['site-added', site.name])
  return inserted
}

/** Adds a site that every account may publish to, and none may change. */
export const addSharedSite = (site: NewSite): Promise<Added | Refusal<SiteRefusal>> =>
  write(async (trx) =>
    (await mayHaveAddress(trx, site))
      ? insertSite(trx, { id: uuidv7(), ...site }, null)
      : refuse('host-taken'),
  )

/** Adds a shared site that this process serves under its own host name. */
export async function addHostedSite(
  name: string,
  address: string,
): Promise<Added | Refusal<SiteRefusal | 'address-wrong'>> {
  const url = parseSiteUrl(address, env.SITE_URL)
  if (url === undefined) return refuse('address-wrong')
  return addSharedSite({
    kind: 'hosted',
    name,
    url,
    description: '',
    groupName: '',
    copyPolicy: 'canonical',
    credentials: null,
  })
}

// Only a hosted site needs a host name of this installation.
const mayHaveAddress = async (trx: Transaction, { kind, url }: NewSite): Promise<boolean> =>
  kind !== 'hosted' || (await reserveSiteHost(trx, new URL(url).hostname))

async function insertSite(
  trx: Transaction,
  { id, credentials, ...site }: NewSite & { id: string },
  ownerId: string | null,
): Promise<Added | Refusal<SiteRefusal>> {
  const secret = site.kind === 'webhook' ? makeWebhookSecret() : undefined
  const opening = secret === undefined ? credentials : { secrets: [secret] }
  const sealed = opening && sealCredentials(id, opening)
  const added = await trx
    .insertInto('targetSites')
    .values({ id, ownerId, ...site, credentials: sealed })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n)
    return refuse(site.kind === 'hosted' ? 'host-taken' : 'address-taken')
  await invalidatePages(trx, [SITES_TAG])
  return { ok: true, id, ...(secret !== undefined && { secret }) }
}

/**
 * Changes the description of one of the operator's sites. A new copy policy delivers all copies again, and the copies elsewhere
 * of articles that get another home by it.
 */
export async function saveSettings(
  operator: Operator,
  id: string,
  settings: SiteSettings,
): Promise<{ ok: true } | Refusal<SiteRefusal>> {
  return writeAs(operator, async (trx) => {
    const own = trx.selectFrom('targetSites').where('id', '=', id).where(isOwn(operator, 'ownerId'))
    const before = await own.select('copyPolicy').forUpdate().executeTakeFirst()
    if (!before) return refuse('not-found')
    const change = () => trx.updateTable('targetSites').set(settings).where('id', '=', id).execute()
    await note(trx, operator, ['site-changed', settings.name])
    if (before.copyPolicy === settings.copyPolicy) await change()
    else {
      await moveHomes(trx, id, change)
      await orderAllOfSite(trx, id)
    }
    await invalidatePages(trx, [SITES_TAG, pageTag.site(id)])
    return { ok: true }
  })
}

/**
 * Switches one of the operator's sites off or on. A site that is off gets no deliveries, and a hosted one is not
 * served: the copies elsewhere that named its pages are sent again. When a site is switched on again, all its pending content
 * is delivered.
 */
export async function switchSite(operator: Operator, id: string, isActive: boolean): Promise<void> {
  await writeAs(operator, async (trx) => {
    const switched = await moveHomes(trx, id, () =>
      trx
        .updateTable('targetSites')
        .set({ isActive, disabledReason: null })
        .where('id', '=', id)
        .where(isOwn(operator, 'ownerId'))
        .where('isActive', '!=', isActive)
        .executeTakeFirst(),
    )
    if (switched.numUpdatedRows === 0n) return
    await note(trx, operator, ['site-changed', await findOwnName(trx, operator, id)])
    if (isActive) await orderAllOfSite(trx, id)
    await invalidatePages(trx, [SITES_TAG, pageTag.site(id)])
  })
}

/**
 * Removes one of the operator's sites. Copies on a hosted site are deleted with it. Copies on a remote site stay and
 * get no more updates. Articles stay, unpublished if they are on no other site. Copies elsewhere that named a page of the site
 * are sent again.
 */
export async function removeSite(operator: Operator, id: string): Promise<void> {
  const removed = await writeAs(operator, async (trx) => {
    const name = await findOwnName(trx, operator, id)
    const isRemoved = await deleteSite(trx, id, isOwn(operator, 'ownerId'))
    if (isRemoved) await note(trx, operator, ['site-removed', name])
    return isRemoved
  })
  if (removed) log.info({ account: operator.id, site: id }, 'site.removed')
}

async function findOwnName(trx: Transaction, operator: Operator, id: string): Promise<string | undefined> {
  const own = trx.selectFrom('targetSites').select('name').where('id', '=', id)
  return (await own.where(isOwn(operator, 'ownerId')).executeTakeFirst())?.name
}

/** Removes a shared site, as `removeSite` does. */
export async function removeSharedSite(id: string): Promise<void> {
  await write((trx) => deleteSite(trx, id, sql<boolean>`owner_id is null and kind <> 'main'`))
}

// Returns true if the site was there.
async function deleteSite(trx: Transaction, id: string, mayRemove: Expression<SqlBool>): Promise<boolean> {
  const site = trx.selectFrom('targetSites').select('id').where('id', '=', id).where(mayRemove)
  // Locked, so that no article is ordered for it in the meantime.
  if (!(await site.forUpdate().executeTakeFirst())) return false
  await orderCopiesOfHome(trx, id)
  await unpublishWithout(trx, id)
  await trx.deleteFrom('targetSites').where('id', '=', id).execute()
  await invalidatePages(trx, [SITES_TAG, pageTag.site(id)])
  return true
}
