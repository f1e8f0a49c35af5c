import { setTimeout as sleep } from 'node:timers/promises'
import { RENDERER_VERSION } from '../app/features/articles/markdown/markdown.ts'
import {
  addSite,
  ended,
  queryStore,
  runTool,
  signUp,
  startAgain,
  startServer,
  type TestServer,
} from '../tests/support/server.ts'
import type { Bench } from './bench.ts'
import { corpusFile } from './corpus.ts'
import { report } from './measure.ts'
import { fillStore, multiplyArticles, onBothStores } from './stores.ts'

const ARTICLES = 10_000
const POLL_MS = 100
const MAIN = 'localhost'
const HOSTED = 'harbour.localhost'

/** Measures the merge of two tags of 10,000 articles, and its undo; then again with a copy of each on a hosted site. */
export const benchTags = ({ corpus }: Bench) =>
  onBothStores(async (store, settings) => {
    const made = await startServer({ DEMO: 'off', RATE_LIMITS: 'off', ...settings })
    await addSite(made, 'Harbour')
    await ended(runTool(made, 'tools/import.ts', corpusFile(corpus)))
    const { cookie } = await signUp(made)
    await made.stop()
    await fillStore(made, multiplyArticles(ARTICLES), TAGGED)
    await merge(made, { store, cookie, hosts: [MAIN] })
    await fillStore(made, COPIED)
    await merge(made, { store: `${store}, with copies`, cookie, hosts: [MAIN, HOSTED] })
    made.forget()
  })

/** Starts the server, merges two tags, and undoes it. */
async function merge(
  made: TestServer,
  { store, cookie, hosts }: { store: string; cookie: string; hosts: string[] },
): Promise<void> {
  const server = await startAgain(made)
  const change = (form: Record<string, string>) => server.ask('/tags', { form, headers: { cookie } })
  const wanted = { key: 'sea', name: 'Ports', description: '', mergeWith: 'ports' }
  report(
    `${store}: tags of ${ARTICLES} articles merged`,
    await time(server, { hosts, from: 'sea', to: 'ports', change: () => change(wanted) }),
  )
  const [run] = await queryStore<{ id: string }>(server, 'select id from runs order by id desc limit 1')
  const undo = { intent: 'undo', runId: run?.id ?? '' }
  report(
    `${store}: undone`,
    await time(server, { hosts, from: 'ports', to: 'sea', change: () => change(undo) }),
  )
  await server.stop()
}

// Gives the account 10,000 articles with the tag Sea, the oldest with Ports too. Each has the revision of its publish.
const TAGGED = `
  update blog_posts set user_id = (select id from users), content_html = '<p>Text</p>', tags = tagged.tags,
    renderer_version = ${RENDERER_VERSION}
  from (
    select id, case when row_number() over (order by published_at) <= 100 then '{Sea,Ports}' else '{Fog,Sea}' end::text[] as tags
    from blog_posts
  ) as tagged where tagged.id = blog_posts.id;
  insert into revisions (id, article_id, user_id, made_by, number, kind, cause, text, changed, hash)
  select gen_random_uuid(), id, user_id, user_id, 1, 'published', 'publish',
    jsonb_build_object('title', title, 'content', content, 'tags', array_to_string(tags, ', ')), '{}', 'x'
  from blog_posts`

// Gives each article a copy on Harbour.
const COPIED = `
  insert into blog_posts (id, site_id, origin_id, user_id, title, slug, content, content_html, excerpt, reading_minutes,
    renderer_version, author, tags, published_at)
  select gen_random_uuid(), target_sites.id, blog_posts.id, user_id, title, slug, content, content_html, excerpt,
    reading_minutes, ${RENDERER_VERSION}, author, tags, published_at
  from blog_posts, target_sites where target_sites.kind = 'hosted';
  insert into deliveries (id, article_id, site_id, wanted_hash, delivered_hash, state, attempted_at)
  select gen_random_uuid(), origin_id, site_id, 'x', 'x', 'delivered', now() from blog_posts where origin_id is not null`

/** Changes tags. Returns the milliseconds until all pages show it that were in memory before, and until the answer. */
async function time(
  server: TestServer,
  {
    hosts,
    from,
    to,
    change,
  }: { hosts: string[]; from: string; to: string; change: () => Promise<{ status: number }> },
): Promise<string> {
  const all = await queryStore<{ slug: string }>(
    server,
    `select slug from blog_posts where origin_id is null order by published_at desc offset 100 limit 9800`,
  )
  const articles = all.filter((_, place) => place % 5000 === 0) // the newest, and one of the middle
  const isFresh = async (host: string) => {
    const [old, ...shown] = await Promise.all([
      server.ask(`/category/${from}`, { host }),
      ...articles.map(({ slug }) => server.ask(`/article/${slug}`, { host })),
    ])
    const wrong = shown.filter(
      ({ body }) => body.includes(`/category/${from}"`) || !body.includes(`/category/${to}"`),
    )
    return wrong.length === 0 && (from === 'ports' || old.status === 301)
  }
  for (const host of hosts) if (await isFresh(host)) throw new Error('The pages are not as expected.')
  const startedAt = performance.now()
  let answeredMs = 0
  const answered = change().finally(() => (answeredMs = performance.now() - startedAt))
  while (!(await Promise.all(hosts.map(isFresh))).every(Boolean)) await sleep(POLL_MS)
  const freshMs = performance.now() - startedAt
  const { status } = await answered
  if (status !== 200) throw new Error(`The change was answered with ${status}.`)
  return `pages fresh after ${freshMs.toFixed(0)} ms, answered after ${answeredMs.toFixed(0)} ms`
}
