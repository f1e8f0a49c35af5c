// Plans that are due while processes are killed are carried out once each. Plans that came due while no process ran
// follow later.
// @seconds 150
import { expect, test } from 'vitest'
import { RENDERER_VERSION } from '../../app/features/articles/markdown/markdown.ts'
import { findFreePort } from '../support/postgres.ts'
import {
  addSite,
  ended,
  queryStore,
  signUp,
  startAgain,
  startServer,
  type TestServer,
} from '../support/server.ts'

const SETTLE_MS = 240_000

// Only a server has several processes. The embedded database shows that a kill and a day without a process lose no
// plan.
const isServer = process.env.TEST_STORE === 'server'
const WORKERS = isServer ? 2 : 1
const PLANS = isServer ? 1000 : 100
const KILLS = 3

/** Starts another process with the database of a server. */
async function startBeside(server: TestServer): Promise<TestServer> {
  const port = await findFreePort()
  return startAgain({ ...server, port, env: { ...server.env, PORT: String(port) } })
}

interface Counts {
  waiting: number
  done: number
  public: number
  twice: number
  lateS: number
}

async function count(server: TestServer): Promise<Counts> {
  const [counts] = await queryStore<Counts>(
    server,
    `select count(*) filter (where done_at is null)::int as waiting,
       count(*) filter (where result = 'done')::int as done,
       (select count(*)::int from blog_posts where published_at is not null and origin_id is null
         and title like 'Planned %') as public,
       (select count(*)::int from (
         select article_id from revisions where kind = 'published' group by 1 having count(*) > 1) as again) as twice,
       coalesce(extract(epoch from max(done_at - due_at)), 0)::float as "lateS"
     from plans`,
  )
  if (!counts) throw new Error('The store answers nothing.')
  return counts
}

// Stores many planned drafts, as the desk does.
const makePlans = (server: TestServer, due: string) =>
  queryStore(
    server,
    `with account as (select id from users limit 1),
       site as (select array_agg(id) as ids from target_sites where kind = 'hosted'),
       main as (select id from target_sites where kind = 'main'),
       article as (
         insert into blog_posts (id, site_id, user_id, slug, title, content, content_html, author, excerpt, toc,
           reading_minutes, renderer_version)
         select gen_random_uuid(), main.id, account.id, 'planned-' || n, 'Planned ' || n, 'Text ' || n,
           '<p>Text</p>', 'Ines', '', '[]', 1, ${RENDERER_VERSION}
         from generate_series(1, ${PLANS}) as n, main, account
         returning id, user_id, title, content, slug
       ), revision as (
         insert into revisions (id, article_id, user_id, number, kind, cause, text, changed)
         select gen_random_uuid(), id, user_id, 1, 'saved', 'save',
           jsonb_build_object('title', title, 'content', content, 'author', 'Ines', 'slug', slug), '{}'
         from article
       )
     insert into plans (id, user_id, article_id, kind, due_at, revision, site_ids)
     select gen_random_uuid(), user_id, article.id, 'publish', ${due}, 1, site.ids from article, site`,
  )

test(
  `${PLANS} plans of one minute are carried out once each, by ${WORKERS} processes of which some are killed`,
  { timeout: 600_000 },
  async ({ annotate }) => {
    const first = await startServer({ RATE_LIMITS: 'off' })
    await addSite(first, 'harbour')
    await signUp(first)
    await makePlans(first, `now() + interval '20 seconds'`)
    const workers = [first]
    if (WORKERS > 1) workers.push(await startBeside(first))
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const enough = Math.floor((PLANS * kill) / (KILLS + 2))
      await expect
        .poll(async () => (await count(first)).done, { timeout: SETTLE_MS, interval: 50 })
        .toBeGreaterThan(enough)
      const victim = workers.shift()
      victim?.process.kill('SIGKILL')
      if (victim) await ended(victim.process)
      if (victim) workers.push(await startAgain(victim))
    }
    await expect.poll(async () => (await count(first)).waiting, { timeout: SETTLE_MS, interval: 250 }).toBe(0)
    const { lateS, ...counts } = await count(first)
    expect(counts).toEqual({ waiting: 0, done: PLANS, public: PLANS, twice: 0 })
    await annotate(`The last plan came ${lateS.toFixed(1)} s late.`)
    for (const worker of workers) await worker.stop()
    first.forget()
  },
)

test('plans of a day without any process are carried out after the start', { timeout: 600_000 }, async () => {
  const first = await startServer({ RATE_LIMITS: 'off', ROLE: 'web' }) // works on no jobs
  await addSite(first, 'harbour')
  await signUp(first)
  await makePlans(first, `now() - interval '1 day'`)
  await first.stop()
  const again = await startAgain({ ...first, env: { ...first.env, ROLE: 'all' } })
  await expect.poll(async () => (await count(again)).waiting, { timeout: SETTLE_MS, interval: 250 }).toBe(0)
  const { lateS, ...counts } = await count(again)
  expect(counts).toEqual({ waiting: 0, done: PLANS, public: PLANS, twice: 0 })
  expect(lateS).toBeGreaterThan(86_400)
  await again.stop()
  first.forget()
})
