import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FakeRequest, startFaultyServer } from '../../../../tests/support/faulty-server.ts'
import {
  emptyStore,
  makeArticle,
  makeDraft,
  makeOperator,
  makeSession,
  makeSite,
} from '../../../../tests/support/fixtures.ts'
import { passUndoTime } from '../../../../tests/support/board.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { env } from '../../../platform/env.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Session } from '../../accounts/sign-in/queries.server.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import { deliver } from '../deliveries/commands.server.ts'
import { openSite } from '../../../connectors/sites/credentials.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { saveSettings as saveSeoSettings } from '../../local-seo/settings/commands.server.ts'
import { NO_SETTINGS } from '../../local-seo/settings/settings.ts'
import {
  addHostedSite,
  addSite,
  removeSharedSite,
  removeSite,
  saveSettings,
  switchSite,
} from './commands.server.ts'
import { addSecret, retireSecret, saveConnection } from './connection.server.ts'
import { findOwnSite, listHosts, listManagedSites } from './queries.server.ts'
import type { NewSite } from './site-form.ts'
import { SITES_LIMIT } from './target-sites.ts'

let ines: Session
let stranger: Session

useQueue()
beforeEach(async () => {
  await emptyStore()
  await sql`delete from pgboss.job`.execute(db)
  ines = await makeSession(await makeOperator())
  stranger = await makeSession(await makeOperator())
})

const receivers: { close: () => Promise<void> }[] = []
afterEach(async () => {
  env.OUTBOUND_ALLOW.clear()
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})

/** Starts a receiver of webhooks, which names each copy `copyId` after `work` has ended. */
async function receive(
  copyId: string,
  work?: () => Promise<unknown>,
): Promise<{ url: string; requests: FakeRequest[] }> {
  const receiver = await startFaultyServer(async () => {
    await work?.()
    return { status: 200, body: { id: copyId } }
  })
  env.OUTBOUND_ALLOW.add(new URL(receiver.url).host)
  receivers.push(receiver)
  return receiver
}

const BLOG = { username: 'ines', password: 'canary-password' }

const toSite = (site: Partial<NewSite> = {}): NewSite => ({
  name: 'Blog',
  kind: 'wordpress',
  url: 'https://blog.example',
  description: 'Boats, plainly.',
  groupName: '',
  copyPolicy: 'canonical',
  credentials: BLOG,
  ...site,
})
const toHosted = (host: string) => toSite({ kind: 'hosted', url: `https://${host}`, credentials: null })
const toWebhook = () => toSite({ kind: 'webhook', url: 'https://hook.example/in', credentials: null })

async function add(site: NewSite, session = ines): Promise<{ id: string; secret?: string }> {
  const added = await addSite(session, site)
  if (!added.ok) throw new Error(added.reason)
  return added
}

const rowOf = (id: string) =>
  db.selectFrom('targetSites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function openRow(id: string) {
  const { kind, ...row } = await rowOf(id)
  return kind === 'main' || kind === 'hosted' ? undefined : openSite({ ...row, kind })
}

/** Stores a delivery of one of Ines's articles to a site, as a connector leaves it: of a new one unless it is given. */
async function deliverTo(
  siteId: string,
  wantedHash: string | null = 'x',
  ofArticle?: string,
): Promise<string> {
  const articleId = ofArticle ?? (await makeArticle({ userId: ines.operator.id })).id
  const id = uuidv7()
  const left = { deliveredHash: wantedHash, remoteId: '7', remoteUrl: 'https://blog.example/7' }
  const state = wantedHash === null ? ('removed' as const) : ('delivered' as const)
  await db
    .insertInto('deliveries')
    .values({ id, articleId, siteId, wantedHash, state, ...left })
    .execute()
  return id
}

const deliveryOf = (id: string) =>
  db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()

async function publishOn(siteIds: string[], title = 'Tides'): Promise<string> {
  const published = await publishArticle(ines.operator, makeDraft({ siteIds, title }))
  if (!published.ok) throw new Error(published.reason)
  return published.summary.articleId
}

/** Makes one of Ines's published articles a page of a site. */
async function makePage(siteId: string): Promise<string> {
  const { id: articleId } = await makeArticle({ userId: ines.operator.id, publishedAt: null, title: 'About' })
  await db.updateTable('blogPosts').set({ publishedAt: new Date() }).where('id', '=', articleId).execute()
  await db.insertInto('sitePages').values({ articleId, siteId, path: '/about' }).execute()
  return articleId
}

/** Makes the deliveries to a site that wait. Returns their number. */
async function deliverPendingTo(siteId: string): Promise<number> {
  const pending = db.selectFrom('deliveries').select('id').where('state', '=', 'pending')
  const rows = await pending.where('siteId', '=', siteId).execute()
  for (const { id } of rows) await deliver(id)
  return rows.length
}

const countWaiting = async () =>
  (await db.selectFrom('deliveries').select('id').where('state', '=', 'pending').execute()).length

/** Lists the ids of the published articles, in order. */
const listPublished = async () => {
  const published = db.selectFrom('blogPosts').select('id').where('publishedAt', 'is not', null)
  return (await published.where('originId', 'is', null).orderBy('id').execute()).map(({ id }) => id)
}

/** Returns what the copies on a hosted site name as the original. */
const listOriginals = async (siteId: string) => {
  const rows = await db.selectFrom('blogPosts').select('canonicalUrl').where('siteId', '=', siteId).execute()
  return rows.map(({ canonicalUrl }) => canonicalUrl)
}

const countJobs = async () =>
  (
    await sql<{
      count: number
    }>`select count(*)::int as count from pgboss.job where name = 'deliver'`.execute(db)
  ).rows[0]?.count

describe('adding a site', () => {
  test('stores its credentials sealed for its own row', async () => {
    const { id } = await add(toSite())
    const row = await rowOf(id)
    expect(JSON.stringify(row)).not.toContain('canary')
    expect(row).toMatchObject({
      ownerId: ines.operator.id,
      kind: 'wordpress',
      description: 'Boats, plainly.',
    })
    expect(await openRow(id)).toMatchObject({ url: 'https://blog.example', credentials: BLOG })
    const other = await add(toSite({ url: 'https://other.example' }))
    await db
      .updateTable('targetSites')
      .set({ credentials: row.credentials })
      .where('id', '=', other.id)
      .execute()
    expect(await openRow(other.id)).toBeUndefined()
  })

  test('makes the secret of a webhook and returns it once', async () => {
    const { id, secret } = await add(toWebhook())
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect((await openRow(id))?.credentials).toEqual({ secrets: [secret] })
    expect(JSON.stringify(await findOwnSite(ines.operator, id))).not.toContain(secret)
  })

  test('needs a fresh session if it has credentials', async () => {
    const stale = { ...ines, isFresh: false }
    for (const site of [toSite(), toWebhook()])
      expect(await addSite(stale, site)).toEqual({ ok: false, reason: 'not-fresh' })
    expect(await addSite(stale, toHosted('daily.example'))).toMatchObject({ ok: true })
  })

  test('serves a hosted site immediately, and refuses a host name that is taken', async () => {
    await add(toHosted('daily.example'), stranger)
    expect((await listHosts()).get('daily.example')).toMatchObject({
      name: 'Blog',
      description: 'Boats, plainly.',
    })
    await makeSite('shared.example')
    for (const host of ['daily.example', 'shared.example'])
      expect(await addSite(ines, toHosted(host))).toEqual({ ok: false, reason: 'host-taken' })
  })

  test('never serves the host name of a remote site', async () => {
    await add(toSite())
    expect((await listHosts()).has('blog.example')).toBe(false)
  })

  test('refuses the same URL twice for one account, but not for another account', async () => {
    await add(toSite())
    expect(await addSite(ines, toSite())).toEqual({ ok: false, reason: 'address-taken' })
    expect(await addSite(stranger, toSite())).toMatchObject({ ok: true })
  })

  test('is refused after a hundred sites of an account, also when many are added at the same time', async () => {
    const urls = Array.from({ length: SITES_LIMIT - 5 }, (_, number) => `https://there-${number}.example`)
    const there = urls.map((url) => ({
      id: uuidv7(),
      name: url,
      url,
      kind: 'hosted' as const,
      ownerId: ines.operator.id,
    }))
    await db.insertInto('targetSites').values(there).execute()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, number) => addSite(ines, toHosted(`site-${number}.example`))),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(5)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'too-many')).toHaveLength(5)
  })
})

describe('sites of other accounts', () => {
  test('cannot be seen, changed, switched, tested or removed, and shared ones only seen', async () => {
    const hers = await add(toSite())
    const hook = await add(toWebhook())
    const shared = await makeSite('shared.example', 'Shared')
    const before = await db.selectFrom('targetSites').selectAll().orderBy('id').execute()
    const about = { name: 'Mine', description: '', groupName: '', copyPolicy: 'independent' as const }
    for (const id of [hers.id, hook.id, shared, MAIN_SITE_ID]) {
      expect(await findOwnSite(stranger.operator, id)).toBeUndefined()
      expect(await saveSettings(stranger.operator, id, about)).toEqual({ ok: false, reason: 'not-found' })
      const moved = await saveConnection(stranger, id, { url: 'https://evil.example', credentials: BLOG })
      expect(moved).toEqual({ ok: false, reason: 'not-found' })
      expect(await addSecret(stranger, id)).toEqual({ ok: false, reason: 'not-found' })
      expect(await retireSecret(stranger, id)).toEqual({ ok: false, reason: 'not-found' })
      await switchSite(stranger.operator, id, false)
      await removeSite(stranger.operator, id)
    }
    await removeSharedSite(MAIN_SITE_ID)
    await removeSharedSite(hers.id)
    expect(await db.selectFrom('targetSites').selectAll().orderBy('id').execute()).toEqual(before)
    expect(
      (await listManagedSites(stranger.operator)).map(({ name, isShared }) => ({ name, isShared })),
    ).toEqual([{ name: 'Shared', isShared: true }])
  })

  test('show only the origin of a shared webhook', async () => {
    await db
      .insertInto('targetSites')
      .values({
        id: uuidv7(),
        name: 'Hook',
        url: 'https://hook.example/?token=canary',
        kind: 'webhook',
        credentials: 'x',
      })
      .execute()
    expect((await listManagedSites(stranger.operator)).map(({ url }) => url)).toEqual([
      'https://hook.example',
    ])
  })
})

describe('changing a site', () => {
  test('orders its articles again if the copy policy changes, and only then', async () => {
    const { id } = await add(toSite())
    const [there, gone] = [await deliverTo(id), await deliverTo(id, null)]
    const about = { name: 'Renamed', description: 'Other', groupName: '', copyPolicy: 'canonical' as const }
    expect(await saveSettings(ines.operator, id, about)).toEqual({ ok: true })
    expect(await countJobs()).toBe(0)
    await saveSettings(ines.operator, id, { ...about, copyPolicy: 'noindex' })
    expect(await findOwnSite(ines.operator, id), 'the copy is still there').toMatchObject({ delivered: 1 })
    expect(await deliveryOf(there)).toMatchObject({ state: 'pending', orders: 2, remoteId: '7' })
    expect(await deliveryOf(gone)).toMatchObject({ state: 'removed', orders: 1 })
    expect(await countJobs()).toBe(1)
    expect(await findOwnSite(ines.operator, id)).toMatchObject({ name: 'Renamed', copyPolicy: 'noindex' })
  })

  test('keeps the credentials if none are entered, and stores new ones', async () => {
    const { id } = await add(toSite())
    const url = 'https://blog.example/news'
    expect(await saveConnection(ines, id, { url, credentials: null })).toEqual({ ok: true })
    expect(await openRow(id)).toMatchObject({ url, credentials: BLOG })
    const credentials = { username: 'theo', password: 'another' }
    await saveConnection(ines, id, { url, credentials })
    expect(await openRow(id)).toMatchObject({ url, credentials })
  })

  test('sends saved credentials to no other origin', async () => {
    const { id } = await add(toSite())
    for (const url of ['https://evil.example', 'http://blog.example', 'https://blog.example:8443'])
      expect(await saveConnection(ines, id, { url, credentials: null })).toEqual({
        ok: false,
        reason: 'credentials-needed',
      })
    expect((await rowOf(id)).url).toBe('https://blog.example')
  })

  test('deletes the ids of the copies if the URL changes', async () => {
    const { id } = await add(toSite())
    const [delivery, gone] = [await deliverTo(id), await deliverTo(id, null)]
    await saveConnection(ines, id, { url: 'https://blog.example', credentials: BLOG })
    expect(await deliveryOf(delivery)).toMatchObject({ state: 'pending', orders: 2, remoteId: '7' })
    await saveConnection(ines, id, { url: 'https://new.example', credentials: BLOG })
    expect(await deliveryOf(delivery)).toMatchObject({
      state: 'pending',
      orders: 3,
      remoteId: null,
      remoteUrl: null,
      deliveredHash: null,
    })
    expect(await deliveryOf(gone), 'a draft').toMatchObject({ state: 'removed', orders: 1, remoteId: null })
  })

  test('lets no delivery that is under way bring an id of the old URL to the new one', async () => {
    let siteId = ''
    const moves: ReturnType<typeof saveConnection>[] = []
    const there = await receive('9')
    const old = await receive(
      '8',
      () => (moves[0] ??= saveConnection(ines, siteId, { url: there.url, credentials: null })),
    )
    siteId = (await add(toSite({ kind: 'webhook', url: old.url, credentials: null }))).id
    const copies: string[] = []
    for (let count = 0; count < 5; count += 1) copies.push(await deliverTo(siteId))
    await saveConnection(ines, siteId, { url: old.url, credentials: null }) // orders them again
    await Promise.all(copies.map((copy) => deliver(copy)))
    expect(await Promise.all(moves)).toEqual([{ ok: true }])
    expect(old.requests.length, 'the others were waiting for a connection').toBeLessThanOrEqual(3)
    expect(there.requests).toHaveLength(copies.length)
    expect(there.requests.filter(({ body }) => body.includes('remote_id'))).toEqual([])
    for (const copy of copies)
      expect(await deliveryOf(copy)).toMatchObject({
        state: 'delivered',
        remoteId: '9',
        attemptId: null,
        leaseUntil: null,
      })
  })

  test('sends the copies elsewhere again that name a page of a hosted site, if its address changes', async () => {
    const [daily, weekly] = [await add(toHosted('daily.example')), await add(toHosted('weekly.example'))]
    const blog = await add(toSite())
    const articleId = await publishOn([daily.id, weekly.id])
    const [copy, other] = [await deliverTo(blog.id, 'x', articleId), await deliverTo(blog.id)]
    const same = { url: 'https://daily.example', credentials: null }
    await saveConnection(ines, daily.id, same)
    expect(await countWaiting()).toBe(0)
    await saveConnection(ines, daily.id, { ...same, url: 'https://morning.example' })
    expect(await deliveryOf(copy)).toMatchObject({ state: 'pending', orders: 2, remoteId: '7' })
    expect(await deliveryOf(other), 'of an article of the main site').toMatchObject({ state: 'delivered' })
    expect(await countWaiting(), 'not on the site itself').toBe(2)
    expect(await deliverPendingTo(weekly.id)).toBe(1)
    expect(await listOriginals(weekly.id)).toEqual(['https://morning.example/article/tides'])
  })

  test('sends the copies elsewhere again if the copy policy of a hosted site gives articles another home', async () => {
    const noindex = { name: 'Archive', description: '', groupName: '', copyPolicy: 'noindex' as const }
    const archive = await add({ ...toHosted('archive.example'), ...noindex })
    const [news, blog] = [await add(toHosted('news.example')), await add(toSite())]
    const articleId = await publishOn([archive.id, news.id])
    await publishOn([archive.id], 'Alone')
    const page = 'https://news.example/article/tides'
    expect(await listOriginals(news.id), 'search engines may show no page of the archive').toEqual([null])
    expect(new Set(await listOriginals(archive.id))).toEqual(new Set([page, null]))
    const copy = await deliverTo(blog.id, 'x', articleId)
    await saveSettings(ines.operator, archive.id, { ...noindex, name: 'The archive' })
    expect(await countWaiting()).toBe(0)
    await saveSettings(ines.operator, archive.id, { ...noindex, copyPolicy: 'canonical' })
    expect(await deliveryOf(copy), 'once, not again with those of the site').toMatchObject({
      state: 'pending',
      orders: 2,
    })
    expect([await deliverPendingTo(archive.id), await deliverPendingTo(news.id)]).toEqual([2, 1])
    expect(await listOriginals(archive.id)).toEqual([null, null])
    expect(await listOriginals(news.id)).toEqual(['https://archive.example/article/tides'])
    await saveSettings(ines.operator, archive.id, noindex)
    expect([await deliverPendingTo(archive.id), await deliverPendingTo(news.id)]).toEqual([2, 1])
    expect(await listOriginals(news.id)).toEqual([null])
  })

  test('refuses a URL that is taken', async () => {
    await add(toHosted('daily.example'), stranger)
    await add(toSite())
    const [hosted, blog] = [
      await add(toHosted('mine.example')),
      await add(toSite({ url: 'https://b.example' })),
    ]
    const taken = { url: 'https://daily.example', credentials: null }
    expect(await saveConnection(ines, hosted.id, taken)).toEqual({ ok: false, reason: 'host-taken' })
    expect(await saveConnection(ines, blog.id, { url: 'https://blog.example', credentials: BLOG })).toEqual({
      ok: false,
      reason: 'address-taken',
    })
  })

  test('needs a fresh session for credentials and secrets, and not for the rest', async () => {
    const [blog, hosted] = [await add(toSite()), await add(toHosted('daily.example'))]
    const hook = await add(toWebhook())
    const stale = { ...ines, isFresh: false }
    const refused = { ok: false, reason: 'not-fresh' }
    expect(await saveConnection(stale, blog.id, { url: 'https://blog.example', credentials: BLOG })).toEqual(
      refused,
    )
    expect(await addSecret(stale, hook.id)).toEqual(refused)
    expect(await retireSecret(stale, hook.id)).toEqual(refused)
    const moved = { url: 'https://weekly.example', credentials: null }
    expect(await saveConnection(stale, hosted.id, moved)).toEqual({ ok: true })
  })
})

const saveDomain = (siteDomain: string) => saveSeoSettings(stranger.operator, { ...NO_SETTINGS, siteDomain })

describe('the domain of an account', () => {
  test('is refused as the host name of a new site, and of a site that moves', async () => {
    expect(await saveDomain('roofs.example')).toEqual({ ok: true })
    const { id } = await add(toHosted('daily.example'))
    const refused = { ok: false, reason: 'host-taken' }
    expect(await addSite(ines, toHosted('roofs.example'))).toEqual(refused)
    expect(await addHostedSite('Roofs', 'https://roofs.example')).toEqual(refused)
    const moved = { url: 'https://ROOFS.example:8443', credentials: null }
    expect(await saveConnection(ines, id, moved)).toEqual(refused)
    expect(
      await addSite(ines, toSite({ url: 'https://roofs.example' })),
      'on another computer',
    ).toMatchObject({
      ok: true,
    })
  })

  test('and a new site do not both get a host name that is requested at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const host = `race-${round}.example`
      const [added, saved] = await Promise.all([addSite(ines, toHosted(host)), saveDomain(host)])
      expect([added.ok, saved.ok].filter(Boolean)).toHaveLength(1)
    }
  })
})

describe('the secret of a webhook', () => {
  test('is renewed beside the old one, which signs until it is retired', async () => {
    const { id, secret: first } = await add(toWebhook())
    const renewed = await addSecret(ines, id)
    const second = renewed.ok ? renewed.secret : ''
    expect((await openRow(id))?.credentials).toEqual({ secrets: [second, first] })
    expect(await findOwnSite(ines.operator, id)).toMatchObject({ secrets: 2 })
    expect(await retireSecret(ines, id)).toEqual({ ok: true })
    expect((await openRow(id))?.credentials).toEqual({ secrets: [second] })
    expect(await retireSecret(ines, id)).toEqual({ ok: false, reason: 'one-secret' })
  })

  test('is replaced if it does not open any more, and what failed without it is delivered again', async () => {
    const { id } = await add(toWebhook())
    const delivery = await deliverTo(id)
    const lost = { credentials: 'v1.other.a.b.c', checkedAt: new Date(), checkFailure: 'credentials-lost' }
    await db.updateTable('targetSites').set(lost).where('id', '=', id).execute()
    await db.updateTable('deliveries').set({ state: 'failed', reason: 'credentials-lost' }).execute()
    expect(await findOwnSite(ines.operator, id)).toMatchObject({ secrets: 0 })
    const made = await addSecret(ines, id)
    expect((await openRow(id))?.credentials).toEqual({ secrets: [made.ok && made.secret] })
    expect(await findOwnSite(ines.operator, id)).toMatchObject({ secrets: 1, checkFailure: null })
    expect(await deliveryOf(delivery)).toMatchObject({ state: 'pending', orders: 2 })
    await addSecret(ines, id)
    expect(await deliveryOf(delivery), 'the secret before opens').toMatchObject({ orders: 2 })
  })
})

test('a new secret that was not seen is replaced, and the old one goes on signing', async () => {
  const { id, secret: first } = await add(toWebhook())
  await addSecret(ines, id)
  const again = await addSecret(ines, id)
  expect((await openRow(id))?.credentials).toEqual({ secrets: [again.ok && again.secret, first] })
})

describe('a site that is switched off', () => {
  test('is not served, and gets all its pending content once it is on again', async () => {
    const { id } = await add(toHosted('daily.example'))
    const delivery = await deliverTo(id)
    await db.updateTable('targetSites').set({ disabledReason: 'Gone.' }).where('id', '=', id).execute()
    await switchSite(ines.operator, id, false)
    expect((await listHosts()).has('daily.example')).toBe(false)
    expect(await findOwnSite(ines.operator, id)).toMatchObject({ isActive: false, disabledReason: null })
    expect(await countJobs()).toBe(0)
    await switchSite(ines.operator, id, true)
    expect((await listHosts()).has('daily.example')).toBe(true)
    expect(await deliveryOf(delivery)).toMatchObject({ state: 'pending', orders: 2 })
    await switchSite(ines.operator, id, true) // a second click orders nothing
    expect(await deliveryOf(delivery)).toMatchObject({ orders: 2 })
  })

  test('is the home of no article that another hosted site has', async () => {
    const [daily, weekly] = [await add(toHosted('daily.example')), await add(toHosted('weekly.example'))]
    const blog = await add(toSite())
    const articleId = await publishOn([daily.id, weekly.id])
    const [copy, other] = [await deliverTo(blog.id, 'x', articleId), await deliverTo(blog.id)]
    await switchSite(ines.operator, daily.id, false)
    expect(await deliveryOf(copy)).toMatchObject({ state: 'pending', orders: 2 })
    expect(await deliveryOf(other), 'of an article of the main site').toMatchObject({ state: 'delivered' })
    expect([await deliverPendingTo(daily.id), await deliverPendingTo(weekly.id)]).toEqual([0, 1])
    expect(await listOriginals(weekly.id)).toEqual([null])
    await switchSite(ines.operator, daily.id, true)
    expect([await deliverPendingTo(daily.id), await deliverPendingTo(weekly.id)]).toEqual([1, 1])
    expect(await listOriginals(weekly.id)).toEqual(['https://daily.example/article/tides'])
  })

  test('gets failed removals again after it is switched on', async () => {
    const { id } = await add(toSite())
    const delivery = await deliverTo(id, null)
    await db.updateTable('deliveries').set({ state: 'failed', reason: 'site-inactive' }).execute()
    await switchSite(ines.operator, id, false)
    await switchSite(ines.operator, id, true)
    expect(await deliveryOf(delivery)).toMatchObject({ state: 'pending', wantedHash: null })
  })
})

describe('removing a site', () => {
  test('deletes the copies on a hosted site and keeps the articles', async () => {
    const { id } = await add(toHosted('daily.example'))
    const published = await publishArticle(ines.operator, makeDraft({ siteIds: [MAIN_SITE_ID, id] }))
    expect(published).toMatchObject({ ok: true, summary: { succeeded: 2 } })
    await removeSite(ines.operator, id)
    const left = await db.selectFrom('blogPosts').select('siteId').execute()
    expect(left).toEqual([{ siteId: MAIN_SITE_ID }])
    expect((await listHosts()).has('daily.example')).toBe(false)
  })

  test('sends the copies elsewhere again that named its pages: they name the page at the new home', async () => {
    const [daily, weekly] = [await add(toHosted('daily.example')), await add(toHosted('weekly.example'))]
    const [evening, blog] = [await add(toHosted('evening.example')), await add(toSite())]
    const articleId = await publishOn([daily.id, weekly.id, evening.id])
    const [copy, other] = [await deliverTo(blog.id, 'x', articleId), await deliverTo(blog.id)]
    expect(await listOriginals(weekly.id)).toEqual(['https://daily.example/article/tides'])
    await removeSite(ines.operator, daily.id)
    expect(await deliveryOf(copy)).toMatchObject({ state: 'pending', orders: 2, remoteId: '7' })
    expect(await deliveryOf(other), 'of an article of the main site').toMatchObject({ state: 'delivered' })
    expect([await deliverPendingTo(weekly.id), await deliverPendingTo(evening.id)]).toEqual([1, 1])
    expect(await listOriginals(weekly.id)).toEqual([null])
    expect(await listOriginals(evening.id)).toEqual(['https://weekly.example/article/tides'])
    await removeSite(ines.operator, evening.id)
    expect(await deliverPendingTo(weekly.id), 'it was the home of none').toBe(0)
  })

  test('unpublishes the articles and the pages that are on no other site, and only those', async () => {
    const [daily, blog] = [await add(toHosted('daily.example')), await add(toSite())]
    const alone = await publishOn([daily.id], 'Alone')
    const onMain = await publishOn([daily.id, MAIN_SITE_ID], 'On the main site')
    const elsewhere = await publishOn([daily.id], 'Elsewhere')
    await deliverTo(blog.id, 'x', elsewhere)
    const page = await makePage(daily.id)
    await removeSite(ines.operator, daily.id)
    expect(await listPublished()).toEqual([onMain, elsewhere].toSorted())
    await removeSite(ines.operator, blog.id)
    expect(await listPublished(), 'a site on another computer was its last one').toEqual([onMain])
    const left = await db.selectFrom('blogPosts').select('id').execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual([alone, onMain, elsewhere, page].toSorted())
  })

  test('no longer keeps a deleted article because of its copy on this site', async () => {
    const { id } = await add(toSite())
    const delivery = await deliverTo(id, null)
    const articleId = (await deliveryOf(delivery))?.articleId ?? ''
    await db.updateTable('deliveries').set({ state: 'failed', reason: 'unreachable' }).execute()
    await db
      .updateTable('blogPosts')
      .set({ deletionAskedAt: new Date(), publishedAt: null })
      .where('id', '=', articleId)
      .execute()
    await removeSite(ines.operator, id)
    await passUndoTime()
    expect(await db.selectFrom('blogPosts').select('id').execute()).toEqual([])
  })
})

describe('the list of sites', () => {
  test('has own sites before shared ones, each with the counts of own articles', async () => {
    const shared = await makeSite('shared.example', 'A shared one')
    const { id } = await add(toSite())
    await deliverTo(id)
    const failed = await deliverTo(id)
    await db
      .updateTable('deliveries')
      .set({ attemptedAt: new Date('2026-01-05') })
      .execute()
    await db
      .updateTable('deliveries')
      .set({ state: 'failed', reason: 'timeout', deliveredHash: null })
      .where('id', '=', failed)
      .execute()
    await deliverTo(shared)
    expect(await listManagedSites(ines.operator)).toMatchObject([
      { name: 'Blog', isShared: false, delivered: 1, failed: 1, lastDeliveredAt: new Date('2026-01-05') },
      { name: 'A shared one', isShared: true, delivered: 1, failed: 0, lastDeliveredAt: null },
    ])
    expect(await listManagedSites(stranger.operator)).toMatchObject([
      { name: 'A shared one', delivered: 0, failed: 0 },
    ])
  })
})
