// @store both
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  makeArticle,
  makeOperator,
  makeSession,
  makeSite,
} from '../../../../tests/support/fixtures.ts'
import { type FakeAnswer, startFaultyServer } from '../../../../tests/support/faulty-server.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { env } from '../../../platform/env.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../accounts.ts'
import type { Session } from '../sign-in/queries.server.ts'
import {
  addWebhook,
  deleteWebhook,
  pauseWebhook,
  replayMessage,
  resumeWebhook,
  rotateSecret,
  saveWebhook,
  sendTest,
} from './commands.server.ts'
import { findMessages, listWebhooks } from './queries.server.ts'
import { pruneMessages, sendDueMessages, settleMessages } from './send-messages.server.ts'
import { EVENT_KINDS, type EventKind, toPauseS, toRestS, WEBHOOKS_LIMIT } from './webhooks.ts'

const usual = { ...env }
const opened: { close: () => Promise<void> }[] = []

let ines: Operator
let session: Session

useQueue()
beforeEach(async () => {
  await emptyStore()
  env.RATE_LIMITS = 'off'
  ines = await makeOperator('ines@example.com')
  session = await makeSession(ines)
})
afterEach(async () => {
  Object.assign(env, usual)
  env.OUTBOUND_ALLOW.clear()
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

/** Starts a receiver whose answer can be changed. */
async function startReceiver() {
  const receiver: { answer: FakeAnswer } = { answer: { status: 204 } }
  const server = await startFaultyServer(() => receiver.answer)
  opened.push(server)
  env.OUTBOUND_ALLOW.add(new URL(server.url).host)
  return Object.assign(server, receiver, {
    set: (answer: FakeAnswer) => (receiver.answer = answer),
    kinds: () => server.requests.map(({ body }) => (JSON.parse(body) as { type: string }).type),
  })
}

async function add(url: string, kinds: readonly EventKind[] = EVENT_KINDS) {
  const added = await addWebhook(session, { url, kinds: [...kinds] })
  if (!added.ok) throw new Error(added.reason)
  return added
}

/** Sends what is due, also what is due later. */
async function sendAll(): Promise<void> {
  await db
    .updateTable('webhookMessages')
    .set({ dueAt: new Date(0) })
    .where('dueAt', 'is not', null)
    .execute()
  await db.updateTable('webhooks').set({ restsUntil: null }).execute()
  await sendDueMessages()
  await settleMessages()
}

const listKinds = async () =>
  (await db.selectFrom('webhookMessages').select('kind').orderBy('at').execute()).map(({ kind }) => kind)

const changeArticle = (id: string, set: string) =>
  sql`update blog_posts set ${sql.raw(set)} where id = ${id}`.execute(db)

describe('an event is a message in the transaction of what happens', () => {
  test('for articles: published, changed, unpublished, deleted', async () => {
    await add('https://receiver.example/')
    const { id } = await makeArticle({ userId: ines.id })
    await changeArticle(id, `title = 'Other'`)
    await changeArticle(id, `title = 'Other', renderer_version = 99, excerpt = 'x'`) // nothing that is told
    await changeArticle(id, `published_at = null`)
    await changeArticle(id, `published_at = now()`)
    await changeArticle(id, `published_at = null, deletion_asked_at = now()`)
    await sql`delete from blog_posts`.execute(db)
    expect(await listKinds()).toEqual([
      'article.published',
      'article.updated',
      'article.unpublished',
      'article.published',
      'article.deleted',
    ])
    await makeArticle() // of no account
    await makeArticle({ userId: ines.id, publishedAt: null })
    expect(await listKinds()).toHaveLength(5)
  })

  test('once for an article that is published and changed together, with its last state', async () => {
    await add('https://receiver.example/')
    const { id } = await makeArticle({ userId: ines.id, publishedAt: null })
    await db.transaction().execute(async (trx) => {
      await sql`update blog_posts set title = 'Second' where id = ${id}`.execute(trx)
      await sql`update blog_posts set published_at = now() where id = ${id}`.execute(trx)
      await sql`update blog_posts set slug = 'last' where id = ${id}`.execute(trx)
    })
    const rows = await db.selectFrom('webhookMessages').select(['kind', 'data']).execute()
    expect(rows).toMatchObject([{ kind: 'article.published', data: { id, title: 'Second', slug: 'last' } }])
  })

  test('for deliveries, runs, landing pages and members', async () => {
    await add('https://receiver.example/')
    const { id: articleId } = await makeArticle({ userId: ines.id })
    const siteId = await makeSite('hosted.example')
    const person = await makeOperator()
    await sql`delete from webhook_messages`.execute(db)
    const ids = { delivery: uuidv7(), run: uuidv7(), page: uuidv7() }
    const steps = [
      sql`insert into deliveries (id, article_id, site_id, wanted_hash, attempted_at)
        values (${ids.delivery}, ${articleId}, ${siteId}, 'x', now())`,
      sql`update deliveries set state = 'failed', reason = 'rejected', next_attempt_at = now() + interval '1 hour'
        where id = ${ids.delivery}`,
      sql`update deliveries set next_attempt_at = null where id = ${ids.delivery}`,
      sql`update deliveries set state = 'delivered', delivered_hash = 'x' where id = ${ids.delivery}`,
      sql`insert into runs (id, user_id, kind, input, total) values (${ids.run}, ${ines.id}, 'audit', '{}', 1)`,
      sql`update runs set state = 'done', finished_at = now() where id = ${ids.run}`,
      sql`insert into generated_pages (id, user_id, slug, is_published, meta_title, content, content_hash)
        values (${ids.page}, ${ines.id}, 'plumber-in-york', true, 'Plumber', '', 'a')`,
      sql`update generated_pages set score = 3 where id = ${ids.page}`,
      sql`update generated_pages set content_hash = 'b' where id = ${ids.page}`,
      sql`delete from generated_pages where id = ${ids.page}`,
      sql`insert into members (account_id, person_id, role) values (${ines.id}, ${person.id}, 'author')`,
      sql`update members set role = 'editor' where person_id = ${person.id} and account_id = ${ines.id}`,
      sql`update members set ended_at = now() where person_id = ${person.id} and account_id = ${ines.id}`,
    ]
    for (const step of steps) await step.execute(db)
    expect(await listKinds()).toEqual([
      'delivery.refused',
      'delivery.succeeded',
      'run.ended',
      'landing_page.published',
      'landing_page.updated',
      'landing_page.unpublished',
      'member.joined',
      'member.role_changed',
      'member.left',
    ])
  })

  test('and none without the commit, for another account, for a pause, for an event that was not ticked', async () => {
    const theo = await makeOperator()
    await add('https://receiver.example/', ['article.published'])
    const { id } = await makeArticle({ userId: ines.id, publishedAt: null })
    const failing = db.transaction().execute(async (trx) => {
      await sql`update blog_posts set published_at = now()`.execute(trx)
      expect((await sql`select from webhook_messages`.execute(trx)).rows).toHaveLength(1)
      throw new Error('killed')
    })
    await expect(failing).rejects.toThrow('killed')
    await makeArticle({ userId: theo.id })
    await changeArticle(id, `title = 'Other'`)
    expect(await listKinds()).toEqual([])
    const [webhook] = await listWebhooks(ines)
    await pauseWebhook(ines, webhook?.id ?? '')
    await makeArticle({ userId: ines.id })
    expect(await listKinds()).toEqual([])
    await resumeWebhook(ines, webhook?.id ?? '')
    await makeArticle({ userId: ines.id })
    expect(await listKinds()).toEqual(['article.published'])
  })

  test('and an account is deleted with its articles, webhooks and messages', async () => {
    await add('https://receiver.example/')
    await makeArticle({ userId: ines.id })
    await db.transaction().execute(async (trx) => {
      await sql`delete from blog_posts`.execute(trx)
      await sql`delete from users where id = ${ines.id}`.execute(trx)
    })
    expect(await listKinds()).toEqual([])
  })
})

describe('a message', () => {
  test('is signed as Standard Webhooks says, and keeps its id and its time', async () => {
    const receiver = await startReceiver()
    const { secret } = await add(`${receiver.url}/hooks?key=1`)
    receiver.set({ status: 500, body: 'not yet' })
    const { id } = await makeArticle({ userId: ines.id })
    await sendAll()
    receiver.set({ status: 200 })
    await sendAll()
    const [first, second] = receiver.requests
    expect(first?.url.href).toBe(`${receiver.url}/hooks?key=1`)
    for (const request of [first, second])
      expect(
        new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>),
      ).toMatchObject({ type: 'article.published', data: { id } })
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    await sendAll()
    expect(receiver.requests).toHaveLength(2)
  })

  test('is tried again later and later, for five days, and leaves its answers in the log', async () => {
    const receiver = await startReceiver()
    const { id } = await add(receiver.url)
    receiver.set({ status: 503, body: '<b>later</b>\n  please' })
    await sendTest(ines, id)
    await sendDueMessages()
    await settleMessages()
    const { messages } = await findMessages(ines, id, 1)
    expect(messages[0]).toMatchObject({
      sentAt: null,
      attempts: [{ status: 503, answer: '<b>later</b> please' }],
    })
    const waitMs = (messages[0]?.dueAt?.getTime() ?? 0) - Date.now()
    expect([waitMs > 2000, waitMs < 7000]).toEqual([true, true])
    const pauses = Array.from({ length: 12 }, (_, index) => toPauseS(index + 1, 0.5))
    expect(pauses.at(-1)).toBe(null)
    const days = pauses.reduce((sum: number, pause) => sum + (pause ?? 0), 0) / 86_400
    expect([days > 4.5, days < 5]).toEqual([true, true])
  })

  test('is due again if its process dies while it is sent', async () => {
    const receiver = await startReceiver()
    const { id } = await add(receiver.url)
    await sendTest(ines, id)
    receiver.failNext({ kind: 'hang' })
    await sendDueMessages() // the process that waits for the answer counts as dead
    await expect.poll(() => receiver.requests.length).toBe(1)
    const [taken] = await db.selectFrom('webhookMessages').select(['attempts', 'dueAt']).execute()
    expect(taken).toMatchObject({ attempts: 1 })
    const leaseMs = (taken?.dueAt?.getTime() ?? 0) - Date.now()
    expect([leaseMs > 30_000, leaseMs < 70_000]).toEqual([true, true])
    await opened.pop()?.close()
    await settleMessages()
  })

  test('goes to no private address, and the log says why', async () => {
    const receiver = await startReceiver()
    env.OUTBOUND_ALLOW.clear()
    const { id } = await add(receiver.url)
    await sendTest(ines, id)
    await sendAll()
    expect(receiver.requests).toEqual([])
    const { messages } = await findMessages(ines, id, 1)
    expect(messages[0]?.attempts[0]?.answer).toContain('https://')
  })

  test('of the log is sent again with its id, and one of another webhook or account is not', async () => {
    const receiver = await startReceiver()
    const [{ id }, other] = [await add(receiver.url), await add(`${receiver.url}/other`)]
    await sendTest(ines, id)
    await sendAll()
    const [message] = (await findMessages(ines, id, 1)).messages
    const theo = await makeOperator()
    expect(await replayMessage(theo, id, message?.id ?? '')).toMatchObject({ reason: 'not-found' })
    expect(await replayMessage(ines, other.id, message?.id ?? '')).toMatchObject({ reason: 'not-found' })
    expect(await replayMessage(ines, id, message?.id ?? '')).toEqual({ ok: true })
    await sendAll()
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.kinds()).toEqual(['webhook.test', 'webhook.test'])
  })
})

describe('a webhook', () => {
  test('has two secrets for a day after a new one, and both sign', async () => {
    const receiver = await startReceiver()
    const { id, secret: former } = await add(receiver.url)
    const rotated = await rotateSecret(session, id)
    const secret = rotated.ok ? rotated.secret : ''
    const isSignedBy = (by: string) => {
      const { body = '', headers = {} } = receiver.requests.at(-1) ?? {}
      try {
        return new Webhook(by).verify(body, headers as Record<string, string>) !== undefined
      } catch {
        return false
      }
    }
    await sendTest(ines, id)
    await sendAll()
    expect([isSignedBy(former), isSignedBy(secret)]).toEqual([true, true])
    expect(receiver.requests[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    await sql`update webhook_secrets set ends_at = now() - interval '1 second' where ends_at is not null`.execute(
      db,
    )
    await pruneMessages()
    await sendTest(ines, id)
    await sendAll()
    expect([isSignedBy(former), isSignedBy(secret)]).toEqual([false, true])
  })

  test('is paused by an answer 410, and after five days without success', async () => {
    const receiver = await startReceiver()
    const { id } = await add(receiver.url)
    receiver.set({ status: 410 })
    await sendTest(ines, id)
    await sendTest(ines, id)
    await sendAll()
    expect(await listWebhooks(ines)).toMatchObject([{ pauseReason: 'gone', waiting: 0 }])
    expect(await sendTest(ines, id)).toMatchObject({ reason: 'paused' })
    await resumeWebhook(ines, id)
    receiver.set({ status: 500 })
    await sendTest(ines, id)
    await sendAll()
    expect(await listWebhooks(ines)).toMatchObject([{ pauseReason: null, waiting: 1 }])
    await sql`update webhooks set failing_since = now() - interval '5 days'`.execute(db)
    await sendAll()
    expect(await listWebhooks(ines)).toMatchObject([{ pauseReason: 'failing', waiting: 0 }])
  })

  test('rests after five failures in a row, whatever waits', async () => {
    const receiver = await startReceiver()
    const { id } = await add(receiver.url)
    for (let count = 0; count < 9; count += 1) await sendTest(ines, id)
    receiver.set({ status: 500 })
    await sendDueMessages()
    // Each end begins with the next message, until the rest.
    await expect
      .poll(async () => (await db.selectFrom('webhooks').select('restsUntil').execute())[0]?.restsUntil)
      .toBeTruthy()
    await settleMessages()
    expect(receiver.requests.length).toBeLessThan(8)
    expect([toRestS(4), toRestS(5), toRestS(7), toRestS(50)]).toEqual([0, 60, 240, 3600])
    receiver.set({ status: 200 })
    await sendAll()
    expect(
      await db.selectFrom('webhooks').select(['failures', 'failingSince', 'restsUntil']).execute(),
    ).toEqual([{ failures: 0, failingSince: null, restsUntil: null }])
  })

  test('that is slow does not delay another one', async () => {
    const [slow, quick] = [await startReceiver(), await startReceiver()]
    const one = await add(slow.url)
    const two = await add(quick.url)
    slow.failNext({ kind: 'delay', ms: 400 })
    await sendTest(ines, one.id)
    await sendTest(ines, two.id)
    await sendDueMessages()
    await expect.poll(() => quick.requests.length).toBe(1)
    await sendTest(ines, two.id)
    await sendDueMessages()
    await expect.poll(() => quick.requests.length).toBe(2)
    const { rows } =
      await sql`select from webhook_attempts join webhook_messages on webhook_messages.id = message_id
      where webhook_id = ${one.id}`.execute(db)
    expect(rows).toEqual([])
    await settleMessages()
  })

  test('is added with a fresh proof, once for an address, and ten times at most', async () => {
    const wish = { url: 'https://receiver.example/', kinds: ['run.ended' as const] }
    expect(await addWebhook({ ...session, isFresh: false }, wish)).toMatchObject({ reason: 'not-fresh' })
    expect(await addWebhook(session, wish)).toMatchObject({ ok: true })
    expect(await addWebhook(session, wish)).toMatchObject({ reason: 'url-taken' })
    for (let count = 1; count < WEBHOOKS_LIMIT; count += 1) await add(`${wish.url}${count}`)
    expect(await addWebhook(session, { ...wish, url: 'https://more.example/' })).toMatchObject({
      reason: 'too-many',
    })
  })

  test('belongs to its account, and there to its owners', async () => {
    const { id } = await add('https://receiver.example/')
    const theo = await makeOperator()
    const editor: Operator = {
      ...theo,
      id: ines.id,
      member: { personId: theo.id, role: 'editor', siteIds: null },
    }
    await db
      .insertInto('members')
      .values({ accountId: ines.id, personId: theo.id, role: 'editor', siteIds: null })
      .execute()
    for (const operator of [theo, editor]) {
      expect(await listWebhooks(operator)).toEqual([])
      const other = { ...session, operator }
      const wish = { url: 'https://other.example/', kinds: ['run.ended' as const] }
      for (const refused of [
        await saveWebhook(other, id, wish),
        await rotateSecret(other, id),
        await pauseWebhook(operator, id),
        await resumeWebhook(operator, id),
        await deleteWebhook(operator, id),
        await sendTest(operator, id),
      ])
        expect(refused).toMatchObject({ reason: 'not-found' })
    }
    await expect(
      addWebhook({ ...session, operator: editor }, { url: 'https://e.example/', kinds: ['run.ended'] }),
    ).rejects.toMatchObject({ data: { isAllowed: false } })
    expect(await listWebhooks(ines)).toHaveLength(1)
    expect(await deleteWebhook(ines, id)).toEqual({ ok: true })
    expect(await listWebhooks(ines)).toEqual([])
  })
})
