import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { failureOf, makeOutgoing } from '../../../tests/support/connector-target.ts'
import type { FakeRequest } from '../../../tests/support/faulty-server.ts'
import { type GhostSettings, startGhostFake } from '../../../tests/support/ghost-fake.ts'
import { env } from '../../platform/env.server.ts'
import { findConnector } from './connectors.server.ts'

afterAll(() => env.OUTBOUND_ALLOW.clear())

async function start(settings: Partial<GhostSettings> = {}) {
  const fake = await startGhostFake(settings)
  onTestFinished(() => fake.close())
  env.OUTBOUND_ALLOW.add(new URL(fake.url).host)
  return { fake, site: { url: fake.url, credentials: { key: fake.key } } }
}

interface Mistake {
  settings?: Partial<GhostSettings>
  /** Returns the key that the operator enters. */
  change?: (key: string) => string
}

const keep = (key: string) => key
const changeDigit = (digit: string) => (digit === '0' ? '1' : '0')

const isWrite = ({ method }: FakeRequest) => method === 'POST' || method === 'PUT'

const { publish, update } = findConnector('ghost')

describe('a failure of Ghost is explained in a sentence', () => {
  test.each<[string, Mistake, [reason: string, sentence: RegExp]]>([
    [
      'a key of a deleted integration',
      { change: (key) => key.replace(/^./, changeDigit) },
      ['unauthorised', /does not know this Admin API key/],
    ],
    [
      'a key with another secret',
      { change: (key) => key.replace(/.$/, changeDigit) },
      ['unauthorised', /another secret/],
    ],
    [
      'a clock that is ahead',
      { settings: { clockAheadS: 3600 } },
      ['refused', /its clock and the clock of this installation differ\. They are 60 minutes apart/],
    ],
    [
      'a key that may not write',
      { settings: { forbidsWriting: true } },
      ['rejected', /Admin API key of a custom integration/],
    ],
  ])('%s', async (_, { settings, change = keep }, [reason, sentence]) => {
    const { fake, site } = await start(settings)
    site.credentials.key = change(fake.key)
    const error = await failureOf(publish(site, makeOutgoing()), site)
    expect(error.reason).toBe(reason)
    expect(error.detail).toMatch(sentence)
  })

  test('no Ghost at this URL', async () => {
    const { fake, site } = await start()
    fake.failNext({ kind: 'answer', status: 404, body: '<h1>Not found</h1>' })
    const error = await failureOf(publish(site, makeOutgoing()), site)
    expect(error.detail).toBe(`There is no Ghost at ${fake.url}.`)
  })

  test('something before the data of every write is no failure where the post is there', async () => {
    const { fake, site } = await start()
    fake.failNext({ kind: 'warn', text: 'A warning of a proxy\n' }, { times: 99, matches: isWrite })
    const article = makeOutgoing()
    const copy = await publish(site, article)
    expect([...fake.posts.values()]).toMatchObject([{ id: copy.remoteId, status: 'published' }])
    expect(copy.url).toContain(fake.url)
    expect((await update(site, { ...article, title: 'New' }, copy)).remoteId).toBe(copy.remoteId)
    expect([...fake.posts.values()]).toMatchObject([{ title: 'New' }])
  })

  test('something before the data of every answer is one', async () => {
    const { fake, site } = await start()
    fake.failNext({ kind: 'warn', text: 'A warning of a proxy\n' }, { times: 99 })
    const error = await failureOf(publish(site, makeOutgoing()), site)
    expect(error.detail).toContain('something before its data: “A warning of a proxy”')
    expect(fake.posts.size).toBe(0)
  })

  test('a clock that is behind is no failure', async () => {
    const { site } = await start({ clockAheadS: -3600 })
    expect((await publish(site, makeOutgoing())).url).not.toBeNull()
  })

  test('a third save of the same post by another user during our write; two are no failure', async () => {
    const { fake, site } = await start()
    const article = makeOutgoing()
    fake.settings.collisions = 2
    const copy = await publish(site, article)
    fake.settings.collisions = 3
    const error = await failureOf(update(site, { ...article, title: 'New' }, copy), site)
    expect(error.isRetryable).toBe(true)
    expect(error.detail).toContain('keeps changing')
  })
})
