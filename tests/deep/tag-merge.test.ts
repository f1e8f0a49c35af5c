// Two tags of thousands of articles are merged: their pages show it, and the pages of another account stay in memory. A
// process that is killed in between leaves nothing half done. The undo puts everything back.
// @store server
// @seconds 120
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RENDERER_VERSION } from '../../app/features/articles/markdown/markdown.ts'
import { openEmbeddedStore } from '../../app/platform/store/embedded-store.server.ts'
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
const ARTICLES = process.env.TEST_STORE === 'server' ? 10_000 : 2500
const HARBOUR = 'harbour.localhost'

/**
 * The first account has `ARTICLES` articles with the tag Sea, and a tenth of them has Ports too. All have a copy on
 * Harbour. The second account has five later articles with Sea there; the pages of four show no article of the first
 * account. That of a sixth shows one, because of the tag Dawn.
 */
const toArticles = (first: string, second: string) => `
  create temporary table made as
  select gen_random_uuid() as id, users.id as user_id, word || ' ' || n as title, tags,
    '2026-01-01'::timestamptz + day * interval '1 day' + n * interval '1 second' as day
  from (
    select '${first}' as email, 'Number' as word, n, 0 as day, case when n = 1 then '{sea,Dawn}' when n % 10 = 0
      then '{Ports,SEA,Fog}' else '{Sea,Fog}' end::text[] as tags from generate_series(1, ${ARTICLES}) n
    union all select '${second}', 'Other', n, 9, '{Sea}' from generate_series(1, 5) n
    union all select '${second}', 'Guest', 1, 8, '{Dawn}'
  ) as rows join users using (email);
  insert into blog_posts (id, site_id, origin_id, user_id, slug, title, content, content_html, author, excerpt, toc,
    reading_minutes, renderer_version, tags, published_at, updated_at)
  select case when kind = 'main' then made.id else gen_random_uuid() end, sites.id,
    case when kind = 'hosted' then made.id end, user_id, replace(lower(title), ' ', '-'), title,
    repeat(md5(title) || ' ', 120), '<p>Text</p>', 'Ines', 'Text', '[]', 1, ${RENDERER_VERSION}, tags, day, day
  from made, target_sites as sites order by kind = 'main' desc;
  insert into deliveries (id, article_id, site_id, wanted_hash, delivered_hash, state, attempted_at)
  select gen_random_uuid(), made.id, sites.id, 'x', 'x', 'delivered', now()
  from made, target_sites as sites where kind = 'hosted'`

/** All that a change of a tag may change, apart from dates and revisions. */
const STATES = `
  select title, site_id, tags, published_at from blog_posts order by title, site_id`

/** The articles of the first account that are changed by half: the tag without its receipt, copy, revision or hash. */
const HALVES = `
  select origins.title from blog_posts as origins
  join blog_posts as copies on copies.origin_id = origins.id
  join deliveries on article_id = origins.id and deliveries.site_id = copies.site_id
  cross join lateral (
    select count(*) as count, max(number) as number, (array_agg(hash order by number desc))[1] as hash
    from revisions where article_id = origins.id
  ) as versions
  cross join lateral (
    select exists (select from run_items where item_id = origins.id::text and run_id =
      (select id from runs order by id desc limit 1) and result ? 'before') as has
  ) as receipt
  where origins.title like 'Number %' and (
    receipt.has <> not lower(origins.tags::text)::text[] @> '{sea}' or copies.tags <> origins.tags
    or copies.updated_at <> origins.updated_at or state <> 'delivered' or wanted_hash <> delivered_hash
    or versions.count <> versions.number
    or (receipt.has and (versions.count < 2 or versions.hash <> wanted_hash)))`

interface RunRow {
  id: string
  isOver: boolean
  changed: number
}

async function readRun(server: TestServer): Promise<RunRow> {
  const [run] = await queryStore<RunRow>(
    server,
    `select id, finished_at is not null as "isOver", coalesce((counts->>'changed')::int, 0) as changed
     from runs order by id desc limit 1`,
  )
  if (!run) throw new Error('There is no run.')
  return run
}

const waitForRun = (server: TestServer) =>
  expect
    .poll(() => readRun(server), { timeout: SETTLE_MS, interval: 500 })
    .toMatchObject({ isOver: true, changed: ARTICLES })

test(
  `a tag of ${ARTICLES} articles is merged with another one, and separated again`,
  { timeout: 3 * SETTLE_MS },
  async () => {
    let server = await startServer()
    await addSite(server, 'Harbour')
    const first = await signUp(server)
    const second = await signUp(server)
    await queryStore(server, toArticles(first.email, second.email))
    server = await startedAgain(server) // its pages are empty, and it knows nothing of these articles
    const headers = { cookie: first.cookie }
    const read = async (path: string, host?: string) => {
      const { body, headers: sent } = await server.ask(path, host === undefined ? {} : { host })
      return { body, cache: sent['x-cache'] }
    }
    const merge = () =>
      server.ask('/tags', {
        form: { key: 'sea', name: 'Ports', description: '', mergeWith: 'ports' },
        headers,
      })
    const hosts = ['localhost', HARBOUR]
    const shown = [
      '/',
      '/category/sea',
      '/category/ports',
      '/category/fog',
      '/category/ports/feed.xml',
      '/feed.xml',
      '/article/number-1',
      '/article/number-10',
      `/article/number-${ARTICLES}`,
      '/article/guest-1',
    ]
    const others = [2, 3, 4, 5].map((number) => `/article/other-${number}`)
    const warm = async () => {
      for (const host of hosts)
        for (const path of [...shown, ...others]) {
          await read(path, host)
          expect((await read(path, host)).cache, path).toBe('hit')
        }
    }
    const before = await queryStore(server, STATES)
    await warm()

    expect((await merge()).body).toContain(`Tag renamed in ${ARTICLES.toLocaleString('en')} articles`)
    for (const host of hosts) {
      for (const path of others) expect((await read(path, host)).cache, path).toBe('hit')
      for (const path of shown) expect((await read(path, host)).cache, path).toBe('miss')
      for (const path of ['/article/number-1', '/article/number-10', '/article/guest-1'])
        expect((await read(path, host)).body, path).toMatch(/href="\/category\/ports"/)
      expect((await read('/category/sea', host)).body).not.toContain('Number')
      expect((await read('/category/ports', host)).body).toContain(`Number ${ARTICLES}`)
      expect((await read('/category/ports/feed.xml', host)).body).toContain(`Number ${ARTICLES}`)
    }
    expect(await queryStore(server, HALVES)).toEqual([])
    expect(await readRun(server)).toMatchObject({ isOver: true, changed: ARTICLES })

    await warm()
    await server.ask('/tags', { form: { intent: 'undo', runId: (await readRun(server)).id }, headers })
    await waitForRun(server)
    expect(await queryStore(server, STATES)).toEqual(before)
    expect((await read('/article/number-1')).body).toMatch(/href="\/category\/sea"/)
    expect((await read('/category/sea')).body).toContain(`Number ${ARTICLES}`)

    const { id } = await readRun(server)
    void merge().catch(() => {})
    while ((await readRun(server)).id === id || (await readRun(server)).changed === 0) await sleep(5)
    server.process.kill('SIGKILL')
    await ended(server.process)
    expect(await readHalvesAfter(server)).toEqual([])
    server = await startAgain(server)
    await waitForRun(server)
    expect(await queryStore(server, HALVES)).toEqual([])
    expect((await read('/category/sea')).body).not.toContain('Number')
    expect(await server.stop()).toBe(0)
    server.forget()
  },
)

async function startedAgain(server: TestServer): Promise<TestServer> {
  await server.stop()
  return startAgain(server)
}

/** Returns what an ended process left half done. The embedded store ended with it, so it is opened for the question. */
async function readHalvesAfter(server: TestServer): Promise<object[]> {
  const store = server.env.DATABASE_URL ? undefined : await openEmbeddedStore(server.dataDir)
  const halves = await queryStore(server, HALVES)
  await store?.close()
  return halves
}
