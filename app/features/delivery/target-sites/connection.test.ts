import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyStore, makeOperator, makeSession } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { startWordPressFake, type WordPressFake } from '../../../../tests/support/wordpress-fake.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Session } from '../../accounts/sign-in/queries.server.ts'
import { addSharedSite, addSite } from './commands.server.ts'
import { saveConnection, testNewSite, testSharedSite, testSite } from './connection.server.ts'
import { toTestSentence } from './messages.ts'
import { listManagedSites } from './queries.server.ts'
import type { NewSite } from './site-form.ts'
import type { ConnectionTest } from './target-sites.ts'

let blog: WordPressFake
let ines: Session

useQueue()
beforeAll(async () => {
  blog = await startWordPressFake()
})
afterAll(() => blog.close())
beforeEach(async () => {
  await emptyStore()
  blog.requests.length = 0
  env.OUTBOUND_ALLOW.add(new URL(blog.url).host)
  ines = await makeSession(await makeOperator())
})
afterEach(() => {
  env.OUTBOUND_ALLOW.clear()
  env.RATE_LIMITS = 'off'
})

const toSite = (password = blog.password): NewSite => ({
  name: 'Blog',
  kind: 'wordpress',
  url: blog.url,
  description: '',
  groupName: '',
  copyPolicy: 'canonical',
  credentials: { username: blog.username, password: password.replaceAll(' ', '') },
})

const sentenceOf = (tested: ConnectionTest | undefined) => tested && toTestSentence(tested)

async function add(site = toSite()): Promise<string> {
  const added = await addSite(ines, site)
  if (!added.ok) throw new Error(added.reason)
  return added.id
}

test('a site is tested before it is added, and the result has the title of the site', async () => {
  expect(await testNewSite(ines.operator, toSite())).toMatchObject({ ok: true, name: 'Harbour Post' })
  const refused = await testNewSite(ines.operator, toSite('canary'))
  expect(refused).toMatchObject({ ok: false, reason: 'not-connected' })
  expect(sentenceOf(refused)).not.toContain('canary')
  expect(await db.selectFrom('targetSites').select('id').where('kind', '!=', 'main').execute()).toEqual([])
})

test('a site that was added is tested as it is saved, or as it was entered', async () => {
  const id = await add(toSite('canary'))
  expect(await testSite(ines.operator, id)).toMatchObject({ ok: false })
  const { url, credentials } = toSite()
  expect(await testSite(ines.operator, id, { url, credentials })).toMatchObject({ ok: true })
  expect(await testSite(ines.operator, id)).toMatchObject({ ok: false })
})

test('the result of a test is kept until the next test, or a new connection', async () => {
  const id = await add(toSite('canary'))
  const find = async () => (await listManagedSites(ines.operator)).find((site) => site.id === id)
  expect(await find()).toMatchObject({ checkedAt: null, checkFailure: null })
  const refused = await testSite(ines.operator, id)
  expect(await find()).toMatchObject({ checkedAt: expect.any(Date), checkFailure: sentenceOf(refused) })

  const { url, credentials } = toSite()
  await testSite(ines.operator, id, { url, credentials })
  expect(await find()).toMatchObject({ checkFailure: sentenceOf(refused) })
  await saveConnection(ines, id, { url, credentials })
  expect(await find()).toMatchObject({ checkedAt: null, checkFailure: null })
  await testSite(ines.operator, id)
  expect(await find()).toMatchObject({ checkedAt: expect.any(Date), checkFailure: null })
})

test('saved credentials are sent to no other origin', async () => {
  const id = await add()
  const entered = { url: blog.url.replace('localhost', '127.0.0.1'), credentials: null }
  const tested = await testSite(ines.operator, id, entered)
  expect(tested).toEqual({ ok: false, reason: 'credentials-needed' })
  expect(blog.requests).toEqual([])
})

test('no account tests the site of another account', async () => {
  const id = await add()
  const stranger = await makeOperator()
  const { url, credentials } = toSite()
  expect(await testSite(stranger, id)).toBeUndefined()
  expect(await testSite(stranger, id, { url, credentials })).toBeUndefined()
  expect(await testSharedSite(id)).toBeUndefined()
  expect(blog.requests).toEqual([])
})

test('credentials that cannot be unsealed any more must be entered again', async () => {
  const id = await add()
  await db.updateTable('targetSites').set({ credentials: 'v1.other.a.b.c' }).where('id', '=', id).execute()
  const refused = await testSite(ines.operator, id)
  expect(refused).toEqual({ ok: false, reason: 'credentials-lost' })
  const stored = db.selectFrom('targetSites').select('checkFailure').where('id', '=', id)
  expect(await stored.executeTakeFirst()).toEqual({ checkFailure: 'credentials-lost' })
  const [listed] = await listManagedSites(ines.operator)
  expect(listed?.checkFailure).toBe(sentenceOf(refused))
})

test('no request goes into a private network, and the sentence says how to allow it', async () => {
  env.OUTBOUND_ALLOW.clear()
  for (const url of [
    'https://127.0.0.1',
    'https://[::ffff:10.0.0.1]',
    'https://169.254.169.254',
    'https://localhost',
  ]) {
    const tested = await testNewSite(ines.operator, { ...toSite(), url })
    expect(tested).toMatchObject({ ok: false, detail: expect.stringContaining('OUTBOUND_ALLOW') })
  }
})

test('each account has ten tests a minute', async () => {
  env.RATE_LIMITS = 'on'
  const tests = await Promise.all(Array.from({ length: 12 }, () => testNewSite(ines.operator, toSite())))
  expect(tests.filter((tested) => tested?.ok)).toHaveLength(10)
  expect(sentenceOf(tests.find((tested) => !tested?.ok))).toMatch(/^Not tested: .* wait \d+ seconds/)
  expect(await testNewSite(await makeOperator(), toSite())).toMatchObject({ ok: true })
})

test('a shared site is tested for the command line', async () => {
  const added = await addSharedSite(toSite())
  expect(await testSharedSite(added.ok ? added.id : '')).toMatchObject({ ok: true, name: 'Harbour Post' })
})
