// A process is killed again and again while articles are published and their events are sent. Each event arrives.
// @seconds 90
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { MAIN_SITE_ID } from '../../app/shared/sites.ts'
import { startFaultyServer } from '../support/faulty-server.ts'
import { ended, queryStore, signUp, startAgain, startServer } from '../support/server.ts'

const KILLS = 6
const ARTICLES_EACH = 10

test(
  `the events of ${KILLS * ARTICLES_EACH} articles arrive, although the process is killed ${KILLS} times`,
  { timeout: 900_000 },
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
    for (let round = 0; round < KILLS; round += 1) {
      const drafts = Array.from({ length: ARTICLES_EACH }, (_, index) => ({
        draftId: uuidv7(),
        draftVersion: '0',
        title: `Story ${round} ${index}`,
        content: 'Text',
        author: 'Ines',
        siteIds: MAIN_SITE_ID,
      }))
      const told = receiver.requests.length
      const publishing = Promise.allSettled(drafts.map((draft) => ask('/publisher', draft)))
      // Some articles are told by now, some are stored, and some are on their way.
      await expect
        .poll(() => receiver.requests.length, { timeout: 120_000, interval: 20 })
        .toBeGreaterThan(told)
      server.process.kill('SIGKILL')
      await ended(server.process)
      const answers = await publishing
      server = await startAgain(server)
      const lost = drafts.filter((_, index) => answers[index]?.status === 'rejected')
      for (const draft of lost) await ask('/publisher', draft) // as a person does whose answer was lost
    }
    // A message that was taken by a killed process is due again after its lease. The test does not wait for that.
    await queryStore(server, `update webhook_messages set due_at = now() where due_at is not null`)
    const waiting = () => queryStore(server, `select from webhook_messages where sent_at is null`)
    await expect.poll(async () => (await waiting()).length, { timeout: 120_000, interval: 500 }).toBe(0)
    const published = await queryStore<{ id: string; title: string }>(
      server,
      `select id, title from blog_posts where published_at is not null and title like 'Story %'`,
    )
    const told = new Set(
      receiver.requests.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id),
    )
    expect(new Set(published.map(({ title }) => title)).size).toBe(KILLS * ARTICLES_EACH)
    expect(published).toHaveLength(KILLS * ARTICLES_EACH)
    expect(published.filter(({ id }) => !told.has(id))).toEqual([])
    await server.end()
    await receiver.close()
  },
)
