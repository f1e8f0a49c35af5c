import { afterAll, expect, onTestFinished, test } from 'vitest'
import { failureOf, makeOutgoing } from '../../../tests/support/connector-target.ts'
import type { FakeAnswer } from '../../../tests/support/faulty-server.ts'
import { makeWebhookSecret, startWebhookFake } from '../../../tests/support/webhook-fake.ts'
import { env } from '../../platform/env.server.ts'
import { findConnector } from './connectors.server.ts'

afterAll(() => env.OUTBOUND_ALLOW.clear())

async function start() {
  const fake = await startWebhookFake()
  onTestFinished(() => fake.close())
  env.OUTBOUND_ALLOW.add(new URL(fake.url).host)
  return { fake, site: { url: fake.url, credentials: { secrets: [fake.settings.secret] } } }
}

const { check, publish, update, unpublish } = findConnector('webhook')

test('webhooks are signed with every valid secret, so that a receiver may keep its old one for a while', async () => {
  const { fake, site } = await start()
  const secrets = [makeWebhookSecret(), fake.settings.secret]
  await check({ url: fake.url, credentials: { secrets } })
  expect(fake.requests[0]?.headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/)
  site.credentials.secrets = [makeWebhookSecret()]
  const error = await failureOf(check(site), site)
  expect(error).toMatchObject({ reason: 'unauthorised' })
  expect(fake.events.map(({ type }) => type)).toEqual(['site.checked'])
})

test('webhooks have the same id at every attempt, and a new id for every change', async () => {
  const { fake, site } = await start()
  const article = makeOutgoing()
  const { deliveryId } = article
  fake.failNext({ kind: 'drop' })
  await failureOf(publish(site, article), site)
  const copy = await publish(site, article)
  expect(copy).toEqual({
    remoteId: `copy-${deliveryId}`,
    url: `${new URL(fake.url).origin}/${article.slug}`,
  })
  const { remoteId } = copy
  await unpublish(site, { deliveryId, orders: 2, remoteId, forGood: false })
  const unpublished = { ...copy, isUnpublished: true }
  await update(site, { ...article, orders: 3 }, unpublished)
  await update(site, { ...article, orders: 3 }, unpublished)
  await update(site, { ...article, orders: 4 }, copy)
  await unpublish(site, { deliveryId, orders: 5, remoteId, forGood: false })
  await unpublish(site, { deliveryId, orders: 6, remoteId, forGood: true })
  expect(fake.requests).toHaveLength(8)
  expect(fake.events.map(({ id, type, data }) => [id, type, data.revision])).toEqual([
    [`${deliveryId}_1`, 'post.published', 1],
    [`${deliveryId}_2`, 'post.unpublished', 2],
    [`${deliveryId}_3`, 'post.published', 3],
    [`${deliveryId}_4`, 'post.updated', 4],
    [`${deliveryId}_5`, 'post.unpublished', 5],
    [`${deliveryId}_6`, 'post.deleted', 6],
  ])
})

test.each<[FakeAnswer, string | null]>([
  [{ status: 204 }, null],
  [{ status: 200, body: 'thanks' }, null],
  [{ status: 200, body: { id: 5, url: 7 } }, null],
  [{ status: 201, body: { url: 'javascript:alert(1)' } }, null],
  [{ status: 201, body: { url: 'https://elsewhere.example/x' } }, null],
  [{ status: 202, body: { url: 'http://localhost/posts/1' } }, 'http://localhost/posts/1'],
])('the response to a webhook may be empty, or name the address of the copy: %j', async (answer, url) => {
  const { fake, site } = await start()
  fake.settings.answers = answer
  const article = makeOutgoing()
  expect(await publish(site, article)).toEqual({
    remoteId: article.deliveryId,
    url,
  })
})
