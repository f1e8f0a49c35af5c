// @seconds 180
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, type ExpectStatic, test } from 'vitest'
import { type ChosenLinks, removeLinks } from '../../app/features/links/insertion/insertion.ts'
import { makeMortalProduct } from '../support/mortal-product.ts'
import {
  addSite,
  ended,
  queryStore,
  signUp,
  startAgain,
  startServer,
  type TestServer,
} from '../support/server.ts'
import { KILLS } from '../support/tier.ts'

// A few rounds are enough, because each kill is in the middle of the same run.
const ROUNDS = process.env.TEST_STORE === 'server' ? KILLS : 1
const POSTS = 80

const HARBOUR = [
  'The harbour wakes before the town does, and nobody minds.',
  'Fishing boats leave the quiet harbour at first light every morning of the week.',
  'By noon the harbour master has written down each of the boats that came back.',
  'Old ropes dry on the harbour wall while children count the fishing boats outside.',
].join('\n\n')

// The functions that run one after the other while links are added to posts.
const STEPS = ['prepareFix', 'replaceContent', 'orderDeliveries', 'finishRun'] as const
const MORTAL = makeMortalProduct(STEPS)

/** Starts a server with an account that has posts on two sites. Returns the headers of its session. */
async function startWithPosts(): Promise<{ server: TestServer; headers: Record<string, string> }> {
  const server = await startServer({ KILL_AT: join('/', 'nowhere'), RATE_LIMITS: 'off' })
  server.env.KILL_AT = join(server.dataDir, 'kill-at')
  await addSite(server, 'Quay')
  const { cookie } = await signUp(server)
  const [site] = await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'hosted'`)
  const form = {
    draftId: crypto.randomUUID(),
    title: 'Harbour',
    content: HARBOUR,
    author: 'A',
    siteIds: [site?.id ?? ''],
  }
  await server.ask('/publisher', { form, headers: { cookie } })
  const columns =
    'site_id, user_id, title, content, content_html, excerpt, reading_minutes, author, published_at, updated_at, renderer_version'
  await queryStore(
    server,
    `insert into blog_posts (id, slug, canonical_url, ${columns})
     select gen_random_uuid(), slug || '-of-' || n, 'https://harbour.example/' || n, ${columns}
     from blog_posts, generate_series(1, ${POSTS}) n where origin_id is null`,
  )
  await queryStore(
    server,
    `insert into deliveries (id, article_id, site_id, wanted_hash, delivered_hash, state)
     select gen_random_uuid(), id, '${site?.id}', 'before', 'before', 'delivered' from blog_posts
     where canonical_url is not null and origin_id is null`,
  )
  const headers = { cookie, origin: `http://localhost:${server.port}`, prefer: 'respond-async' }
  return { server, headers }
}

interface Result {
  id: string
  status: string
  links: ChosenLinks
}

async function checkPosts(server: TestServer, expect: ExpectStatic): Promise<void> {
  const [run] = await queryStore<{ counts: object }>(
    server,
    `select counts from runs where kind = 'backlinks'`,
  )
  expect(run?.counts).toEqual({ success: POSTS })
  const items = await queryStore<{ result: Result }>(
    server,
    `select result from run_items i join runs r on r.id = i.run_id where kind = 'backlinks'`,
  )
  const posts = await queryStore<{ id: string; content: string }>(
    server,
    `select id, content from blog_posts where canonical_url is not null and origin_id is null`,
  )
  expect(items).toHaveLength(POSTS)
  for (const { result } of items) {
    const content = posts.find(({ id }) => id === result.id)?.content ?? ''
    expect(content.match(/\]\(https:\/\/harbour\.example/g)).toHaveLength(2)
    expect(removeLinks(content, result.links)).toBe(HARBOUR)
  }
  const unordered = `select article_id from deliveries d join blog_posts b on b.id = article_id
    where canonical_url is not null and wanted_hash = 'before'`
  expect(await queryStore(server, unordered)).toEqual([])
}

// Over HTTP, because a database connection would break with the kill.
async function hasEnded(server: TestServer, run: string, headers: Record<string, string>): Promise<boolean> {
  const answer = await server.ask(run, { headers }).catch(() => undefined)
  return answer?.status === 200 && (JSON.parse(answer.body) as { state: string }).state === 'done'
}

/** Waits until the server is killed, or until the run has ended before the step. Returns true if it was killed. */
async function dies({ process }: TestServer, isOver: () => Promise<boolean>): Promise<boolean> {
  while (process.signalCode === null && !(await isOver())) await sleep(50)
  await Promise.race([ended(process), sleep(500)])
  return process.signalCode === 'SIGKILL'
}

describe.concurrent(`a run over ${POSTS} posts that is killed up to ${ROUNDS} times`, () => {
  test.for([...STEPS, 'any moment'])(
    'at %s changes every post exactly once',
    { timeout: 600_000 },
    async (step, { expect }) => {
      const started = await startWithPosts()
      let { server } = started
      const killAt = server.env.KILL_AT ?? ''
      await server.stop()
      server = await startAgain(server, MORTAL)
      const begun = await server.ask('/functions/v1/insert-backlinks', {
        method: 'POST',
        headers: started.headers,
      })
      expect(begun.status).toBe(202)
      const isOver = () => hasEnded(server, String(begun.headers.location), started.headers)
      for (let round = 0; round < ROUNDS && !(await isOver()); round += 1) {
        await sleep(Math.random() * 400)
        if (step === 'any moment') server.process.kill('SIGKILL')
        else writeFileSync(killAt, step)
        if (!(await dies(server, isOver))) break
        server = await startAgain(server, MORTAL)
      }
      rmSync(killAt, { force: true })
      await expect.poll(isOver, { timeout: 90_000, interval: 500 }).toBe(true)
      await checkPosts(server, expect)
      expect(await server.stop()).toBe(0)
      server.forget()
    },
  )
})
