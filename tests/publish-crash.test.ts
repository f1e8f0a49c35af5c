// After a kill at any step of a publish, no incomplete data is stored. Every selected site gets its copy later.
// @seconds 38
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { describe, test } from 'vitest'
import { makeMortalProduct } from './support/mortal-product.ts'
import type { FakeRequest } from './support/faulty-server.ts'
import {
  addSite,
  ended,
  queryStore,
  runTool,
  signUp,
  startAgain,
  startServer,
  type TestServer,
} from './support/server.ts'
import { byTier, KILLS } from './support/tier.ts'
import { startWordPressFake } from './support/wordpress-fake.ts'

// Both stores work in the same order. The embedded one takes three times as long to start, so it has only a single
// round. That shows that the promise holds there too.
const ROUNDS = byTier(1, process.env.TEST_STORE === 'server' ? KILLS : 1)
const SETTLE_MS = 180_000 // a second attempt comes a minute after the first

// The functions that run one after the other while an article is published to sites.
const STEPS = [
  'insertOrUpdateArticle', // before the first row is stored
  'insertArticle',
  'orderDeliveries',
  'startPublishRun', // the last step before the commit
  'workOnRun',
  'bringSiteUpToDate',
  'attemptDelivery', // leased
  'saveCopy',
  'toOutcomeRow', // copied, but not stored as delivered yet
  'updateOutcomes', // before it is stored as delivered
  'recordItem',
  'finishRun',
] as const
const DAILY: (typeof STEPS)[number][] = ['updateOutcomes']
const COMMITTED = new Set<string>(STEPS.slice(STEPS.indexOf('workOnRun')))
const MORTAL = makeMortalProduct(STEPS)

describe.concurrent(`killed ${ROUNDS} times each`, () => {
  test.for(byTier(DAILY, [...STEPS]))(
    'at %s, every site gets its copy, and no orphans are left',
    { timeout: 900_000 },
    async (step, { expect }) => {
      let server = await startServer({ KILL_AT: join('/', 'nowhere'), ROLE: 'web' })
      const killAt = join(server.dataDir, 'kill-at')
      server.env.KILL_AT = killAt
      for (const name of ['one', 'two', 'three']) await addSite(server, name)
      const siteIds = (
        await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'hosted'`)
      ).map(({ id }) => id)
      const { cookie } = await signUp(server)
      await server.stop()
      for (let round = 0; round < ROUNDS; round += 1) {
        server = await startAgain(server, MORTAL)
        writeFileSync(killAt, step)
        const form = { draftId: uuidv7(), title: `Round ${round}`, content: 'Text.', author: 'A', siteIds }
        await publishUntilKilled(server, () => server.ask('/publisher', { form, headers: { cookie } }))
        await ended(server.process)
        expect(server.process.signalCode).toBe('SIGKILL')
      }
      server = await startAgain(withJobs(server))
      await expect.poll(() => list(server, UNFINISHED), { timeout: SETTLE_MS, interval: 500 }).toBe('')
      const articles = await queryStore<{ title: string }>(
        server,
        'select title from blog_posts where origin_id is null',
      )
      expect(articles).toHaveLength(COMMITTED.has(step) ? ROUNDS : 0)
      expect(await queryStore(server, ORPHANS)).toEqual([])
      expect(await server.stop()).toBe(0)
      server.forget()
    },
  )
})

// The requests to WordPress while an article is published. Each is tried twice: done before the kill, and not done.
const QUESTIONS = ['reads', 'creates', 'publishes'] as const
type Question = (typeof QUESTIONS)[number]
const asks: Record<Question, (request: FakeRequest) => boolean> = {
  reads: ({ method }) => method === 'GET',
  creates: ({ method, url }) => method === 'POST' && url.pathname.endsWith('/wp/v2/posts'),
  publishes: ({ method, url }) => method !== 'GET' && /\/wp\/v2\/posts\/\d+$/.test(url.pathname),
}

describe.concurrent(`killed ${ROUNDS} times each`, () => {
  test.for(byTier<Question[]>(['creates'], [...QUESTIONS]))(
    'while it %s on WordPress, there is one post of each article',
    { timeout: 600_000 },
    async (question, { expect }) => {
      const blog = await startWordPressFake()
      let server = await startServer({ OUTBOUND_ALLOW: new URL(blog.url).host, ROLE: 'web' })
      const adding = runTool(server, 'tools/sites.ts', 'add', 'Blog', blog.url, '--kind', 'wordpress')
      adding.stdin?.end(`${blog.username}\n${blog.password}\n`)
      expect((await ended(adding)).code).toBe(0)
      const siteIds = (
        await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'wordpress'`)
      ).map(({ id }) => id)
      const { cookie } = await signUp(server)
      for (let round = 0; round < ROUNDS; round += 1) {
        const { process } = server
        const matches = (request: FakeRequest) => {
          if (!asks[question](request)) return false
          process.kill('SIGKILL')
          return round % 2 === 0 // in these rounds the request is not done
        }
        blog.failNext({ kind: 'hang' }, { matches })
        const form = { draftId: uuidv7(), title: `Round ${round}`, content: 'Text.', author: 'A', siteIds }
        await publishUntilKilled(server, () => server.ask('/publisher', { form, headers: { cookie } }))
        await ended(process)
        blog.clearFaults()
        server = await startAgain(server)
      }
      await server.stop()
      server = await startAgain(withJobs(server))
      await expect.poll(() => list(server, UNDELIVERED), { timeout: SETTLE_MS, interval: 500 }).toBe('')
      const titles = [...blog.posts.values()].map(({ title, status }) => `${title} ${status}`)
      expect(titles.toSorted()).toEqual(
        Array.from({ length: ROUNDS }, (_, round) => `Round ${round} publish`).toSorted(),
      )
      expect(await server.stop()).toBe(0)
      server.forget()
      await blog.close()
    },
  )
})

// Jobs run only after the last start: jobs of one round would disturb the next.
const withJobs = (server: TestServer): TestServer => ({ ...server, env: { ...server.env, ROLE: 'all' } })

async function publishUntilKilled(server: TestServer, publish: () => ReturnType<TestServer['ask']>) {
  await queryStore(server, 'delete from rate_limits') // an account publishes 20 articles an hour
  const answer = await publish().catch(() => undefined)
  if (answer) throw new Error(`It lived to answer ${answer.status}: ${answer.body}`)
}

const UNDELIVERED = `
  select concat_ws(' ', 'delivery', state, attempts, reason, detail, next_attempt_at) as row
  from deliveries where state <> 'delivered'`

const UNFINISHED = `
  select concat_ws(' ', 'delivery', state, attempts, reason, detail) as row from deliveries d where d.state not in ('delivered', 'failed') or not exists
    (select from blog_posts c where c.origin_id = d.article_id and c.site_id = d.site_id)
  union all select concat_ws(' ', 'run', state) from runs where finished_at is null`

/** Returns rows as lines, so that a failed test shows them. */
const list = async (server: TestServer, query: string): Promise<string> =>
  (await queryStore<{ row: string }>(server, query)).map(({ row }) => row).join('\n')

// Articles without deliveries, copies without a delivery, duplicate copies, and attempts without a lease.
const ORPHANS = `
  select 'article' as what from blog_posts a where origin_id is null
    and (select count(*) from deliveries where article_id = a.id) <> 3
  union all select 'copy' from blog_posts c where origin_id is not null
    and not exists (select from deliveries where article_id = c.origin_id and site_id = c.site_id)
  union all select 'double' from blog_posts where origin_id is not null group by site_id, origin_id having count(*) > 1
  union all select 'lease' from deliveries where lease_until > now()`
