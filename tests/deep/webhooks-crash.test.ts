// A process is killed again and again while articles are published and their events are sent. Each event arrives.
// @seconds 60
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { startFaultyServer } from '../support/faulty-server.ts'
import { ended, queryStore, signUp, startAgain, startServer } from '../support/server.ts'

const ARTICLES = 60
const KILLS = 6

const PLACE = { siteIds: '00000000-0000-7000-8000-000000000000' }

test(
  `the events of ${ARTICLES} articles arrive, although the process is killed ${KILLS} times`,
  { timeout: 300_000 },
  async () => {
    const receiver = await startFaultyServer(() => ({ status: 200 }))
    receiver.failNext({ kind: 'delay', ms: 100 }, { times: Infinity })
    let server = await startServer({
      OUTBOUND_ALLOW: new URL(receiver.url).host,
      RATE_LIMITS: 'off',
      QUEUE_POLL_MS: '500',
    })
    const { cookie } = await signUp(server)
    const ask = (path: string, form: Record<string, string>) =>
      server.ask(path, { form, headers: { cookie } })
    await ask('/webhooks', { url: receiver.url, kinds: 'article.published' })
    for (let count = 0; count < ARTICLES; count += 1) {
      const draft = {
        draftId: uuidv7(),
        draftVersion: '0',
        title: `Story ${count}`,
        content: 'Text',
        author: 'Ines',
        ...PLACE,
      }
      const publishing = ask('/publisher', draft).catch(() => undefined) // the answer of a killed process is lost
      if (count % (ARTICLES / KILLS) === 5) {
        server.process.kill('SIGKILL')
        await ended(server.process)
        server = await startAgain(server)
      }
      await publishing
    }
    // A message that was taken by a killed process is due again after its lease. The test does not wait for that.
    await queryStore(server, `update webhook_messages set due_at = now() where due_at is not null`)
    const waiting = () => queryStore(server, `select from webhook_messages where sent_at is null`)
    await expect.poll(async () => (await waiting()).length, { timeout: 120_000 }).toBe(0)
    const published = await queryStore<{ id: string }>(
      server,
      `select id from blog_posts where published_at is not null and user_id is not null and origin_id is null`,
    )
    const told = new Set(
      receiver.requests.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id),
    )
    expect(published.length).toBeGreaterThan(ARTICLES - 2 * KILLS)
    expect(published.filter(({ id }) => !told.has(id))).toEqual([])
    await server.end()
    await receiver.close()
  },
)
