// @seconds 200
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, type ExpectStatic, test } from 'vitest'
import { makeMortalProduct } from '../support/mortal-product.ts'
import { ended, queryStore, signUp, startAgain, startServer, type TestServer } from '../support/server.ts'
import { KILLS } from '../support/tier.ts'

// For a named step a few rounds are enough, because each kill is in the middle of the same run; for "any moment", each
// round is a run of its own. Both stores behave alike, so on the embedded one a single round is enough.
const ROUNDS = process.env.TEST_STORE === 'server' ? KILLS : 1
const SERVICES = 20
const CITIES = 250
const PAGES = SERVICES * CITIES

// The functions that run one after the other while pages are made.
const STEPS = ['preparePages', 'savePages', 'insertRows', 'retirePages', 'finishRun'] as const
const MORTAL = makeMortalProduct(STEPS)

const NOTES = `'The mill number ' || n || ' of ' || md5(n::text) || ' stands beside the ' || md5((n * 7)::text) || ' bridge since ' || n
  || ' and the ' || md5((n * 11)::text) || ' market opens near the ' || md5((n * 13)::text) || ' square while the old '
  || md5((n * 17)::text) || ' quarry is closed, and the ' || md5((n * 19)::text) || ' river floods each ' || md5((n * 23)::text) || ' spring.'`

// Sorted by n, and different at each call.
const ID = `(lpad(to_hex(n), 8, '0') || substr(gen_random_uuid()::text, 9))::uuid`

/** Inserts this number of services and cities of an account. Every tenth city has no notes. */
async function fillCatalogue(
  server: TestServer,
  email: string,
  [services, cities]: [number, number],
): Promise<void> {
  const user = `(select id from users where email = '${email}')`
  await queryStore(
    server,
    `insert into services (id, user_id, name, slug, description)
     select ${ID}, ${user}, 'Service ' || n, 'service-' || n, 'Work of kind ' || n || ' is done.'
     from generate_series(1, ${services}) n`,
  )
  await queryStore(
    server,
    `insert into cities (id, user_id, name, state, slug, population, notes)
     select ${ID}, ${user}, 'City ' || n, 'S' || n % 7, 'city-' || n, n * 100, case when n % 10 = 0 then '' else ${NOTES} end
     from generate_series(1, ${cities}) n`,
  )
}

async function start(): Promise<{ server: TestServer; email: string; headers: Record<string, string> }> {
  const server = await startServer({ KILL_AT: join('/', 'nowhere'), RATE_LIMITS: 'off' })
  server.env.KILL_AT = join(server.dataDir, 'kill-at')
  const { email, cookie } = await signUp(server)
  await fillCatalogue(server, email, [SERVICES, CITIES])
  return { server, email, headers: toHeaders(server, cookie) }
}

const toHeaders = (server: TestServer, cookie: string) => ({
  cookie,
  origin: `http://localhost:${server.port}`,
  prefer: 'respond-async',
})

const GENERATE = '/functions/v1/generate-landing-pages'

/** Starts a run. Returns the path of its progress. */
async function begin(server: TestServer, headers: Record<string, string>): Promise<string> {
  const answer = await server.ask(GENERATE, { json: { regenerateAll: true }, headers })
  if (answer.status !== 202) throw new Error(`${answer.status}: ${answer.body}`)
  return String(answer.headers.location)
}

// Over HTTP, because a database connection would break with the kill.
async function hasEnded(server: TestServer, run: string, headers: Record<string, string>): Promise<boolean> {
  const answer = await server.ask(run, { headers }).catch(() => undefined)
  return answer?.status === 200 && (JSON.parse(answer.body) as { state: string }).state === 'done'
}

/** The columns that readers see, without those that differ between two uninterrupted runs. */
const PAGE_SET = `select slug, is_published, is_noindex, meta_title, md5(content) as content, score,
  md5(regexp_replace(schema_markup::text, 'localhost:[0-9]+', '', 'g')) as markup,
  retired_at is null as is_there from generated_pages where user_id = (select id from users where email = '$email') order by slug`

const listPages = (server: TestServer, email: string) => queryStore(server, PAGE_SET.replace('$email', email))

/** Returns the pages of an uninterrupted run with the same data. */
async function makeUninterrupted(): Promise<object[]> {
  const { server, email, headers } = await start()
  const run = await begin(server, headers)
  for (let tries = 0; tries < 600 && !(await hasEnded(server, run, headers)); tries += 1) await sleep(200)
  const pages = await listPages(server, email)
  await server.end()
  return pages
}

const wanted = makeUninterrupted()

/** Waits until the server is killed, or until the run has ended before the step. Returns true if it was killed. */
async function dies({ process }: TestServer, isOver: () => Promise<boolean>): Promise<boolean> {
  while (process.signalCode === null && !(await isOver())) await sleep(50)
  await Promise.race([ended(process), sleep(500)])
  return process.signalCode === 'SIGKILL'
}

const CASES = [...STEPS.map((step) => [step, Math.min(ROUNDS, 5)] as const), ['any moment', ROUNDS] as const]

describe(`a run that makes ${PAGES} pages`, () => {
  test.for(CASES)(
    'and is killed at %s, %i times at most, makes the pages of an uninterrupted run, and changes no others',
    { timeout: 900_000 },
    async ([step, rounds], { expect }) => {
      const started = await start()
      const { email, headers } = started
      let { server } = started
      const other = await signUp(server)
      await queryStore(
        server,
        `insert into generated_pages (id, user_id, slug, is_published, meta_title, content, city_id, service_id)
         select gen_random_uuid(), id, 'his-page', true, 'His', '<p>His</p>', gen_random_uuid(), gen_random_uuid()
         from users where email = '${other.email}'`,
      )
      const his = await listPages(server, other.email)
      const killAt = server.env.KILL_AT ?? ''
      await server.stop()
      server = await startAgain(server, MORTAL)
      let run = await begin(server, headers)
      const isOver = () => hasEnded(server, run, headers)
      for (let round = 0; round < rounds; round += 1) {
        if (await isOver()) {
          if (step !== 'any moment') break
          await queryStore(server, `delete from generated_pages where slug <> 'his-page'`)
          run = await begin(server, headers)
        }
        await sleep(Math.random() * 600)
        if (step === 'any moment') server.process.kill('SIGKILL')
        else writeFileSync(killAt, step)
        if (!(await dies(server, isOver))) break
        server = await startAgain(server, MORTAL)
        await checkReadable(server, email, expect)
      }
      rmSync(killAt, { force: true })
      await expect.poll(isOver, { timeout: 120_000, interval: 500 }).toBe(true)
      const pages = await listPages(server, email)
      expect(pages).toHaveLength(PAGES)
      expect(pages).toEqual(await wanted)
      expect(await listPages(server, other.email)).toEqual(his)
      expect(await server.stop()).toBe(0)
      server.forget()
    },
  )
})

/** Checks that existing pages can be read, in any state of the run. */
async function checkReadable(server: TestServer, email: string, expect: ExpectStatic): Promise<void> {
  const shown = await queryStore<{ slug: string }>(
    server,
    `select slug from generated_pages where is_published
     and user_id = (select id from users where email = '${email}') order by random() limit 5`,
  )
  for (const { slug } of [...shown, { slug: 'his-page' }])
    expect((await server.ask(`/${slug}`)).status, slug).toBe(200)
}
