// A change of many articles whose process is killed twice changes each of them once. Its undo puts all of them back.
// @seconds 240
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RENDERER_VERSION } from '../../app/features/articles/markdown/markdown.ts'
import {
  addSite,
  ended,
  queryStore,
  signUp,
  startAgain,
  startServer,
  type TestServer,
} from '../support/server.ts'

const SETTLE_MS = 480_000
// A process with the embedded store takes three times as long to start.
const ARTICLES = process.env.TEST_STORE === 'server' ? 5000 : 500
const KILLED_AFTER = [ARTICLES / 4, ARTICLES / 2]

const MAKE_ARTICLES = `
  insert into blog_posts (id, site_id, user_id, slug, title, content, content_html, author, excerpt, toc,
    reading_minutes, renderer_version, published_at)
  select gen_random_uuid(), (select id from target_sites where kind = 'main'), users.id, 'number-' || n, 'Number ' || n,
    'Text ' || n, '<p>Text</p>', 'Ines', '', '[]', 1, ${RENDERER_VERSION}, now()
  from users, generate_series(1, ${ARTICLES}) as n`

/** The state of each article on each site: the order, its outcome, and whether readers see a copy. */
const STATES = `
  select deliveries.article_id, deliveries.site_id, state, wanted_hash is not null as is_wanted,
    copies.published_at is not null as is_shown
  from deliveries left join blog_posts as copies
    on copies.origin_id = deliveries.article_id and copies.site_id = deliveries.site_id
  where deliveries.site_id = (select id from target_sites where kind = 'hosted')
  order by article_id`

interface State {
  state: string
  is_wanted: boolean
  is_shown: boolean
}

const isOn = ({ state, is_wanted, is_shown }: State) => state === 'delivered' && is_wanted && is_shown
const isOff = ({ state, is_wanted, is_shown }: State) => state === 'removed' && !is_wanted && !is_shown

interface RunRow {
  id: string
  isOver: boolean
  done: number
  changed: number
  receipts: number
}

const NEWEST_RUN = `
  select id, finished_at is not null as "isOver", done, coalesce((counts->>'changed')::int, 0) as changed,
    (select count(distinct result->>'articleId')::int from run_items where run_id = runs.id) as receipts
  from runs order by id desc limit 1`

async function readRun(server: TestServer): Promise<RunRow> {
  const [run] = await queryStore<RunRow>(server, NEWEST_RUN)
  if (!run) throw new Error('There is no run.')
  return run
}

const waitForRun = (server: TestServer) =>
  expect
    .poll(() => readRun(server), { timeout: SETTLE_MS, interval: 1000 })
    .toMatchObject({ isOver: true, done: ARTICLES, changed: ARTICLES, receipts: ARTICLES })

test(
  `${ARTICLES} articles are taken from a site while the process is killed twice, and put back`,
  { timeout: 3 * SETTLE_MS },
  async () => {
    let server = await startServer()
    await addSite(server, 'Harbour')
    const { cookie } = await signUp(server)
    await queryStore(server, MAKE_ARTICLES)
    const [site] = await queryStore<{ id: string }>(
      server,
      `select id from target_sites where kind = 'hosted'`,
    )
    const siteId = site?.id ?? ''
    // It may be killed before it answers.
    const send = (form: Record<string, string>) =>
      server.ask('/articles', { form, headers: { cookie } }).catch(() => {})
    const readStates = () => queryStore<State>(server, STATES)

    await send({ intent: 'add-site', siteId, every: String(ARTICLES) })
    await waitForRun(server)
    const before = await readStates()
    expect(before.filter(isOn)).toHaveLength(ARTICLES)

    void send({ intent: 'remove-site', siteId, every: String(ARTICLES) })
    for (const killedAfter of KILLED_AFTER) {
      while ((await readRun(server)).done % ARTICLES < killedAfter) await sleep(50)
      server.process.kill('SIGKILL')
      await ended(server.process)
      server = await startAgain(server)
    }
    await waitForRun(server)
    await expect
      .poll(async () => (await readStates()).filter(isOff).length, { timeout: SETTLE_MS })
      .toBe(ARTICLES)

    void send({ intent: 'undo', runId: (await readRun(server)).id })
    await expect
      .poll(async () => (await readStates()).filter(isOn).length, { timeout: SETTLE_MS })
      .toBe(ARTICLES)
    await waitForRun(server)
    expect(await readStates()).toEqual(before)
    expect(await server.stop()).toBe(0)
    server.forget()
  },
)
