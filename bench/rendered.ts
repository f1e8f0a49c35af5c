import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { ended, runTool, signUp, startLastingServer, type TestServer } from '../tests/support/server.ts'
import type { Encoding } from '../app/platform/web/page-cache.server.ts'
import type { Bench } from './bench.ts'
import { corpusFile } from './corpus.ts'
import { cpuMs, pidOf, report } from './measure.ts'
import { connectTo, onBothStores } from './stores.ts'

const ARTICLES = 1000
const HOME_PAGES = 200
const PAGES = 1000 // requested in each measurement
const WARM_UPS = 3 // the optimising compiler is done after some 3,000 home pages
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/**
 * Measures the CPU time of a page that is not in memory. Each request of a round is for a page not requested before.
 */
export const benchRendered = ({ corpus }: Bench) =>
  onBothStores((name, settings) => benchStore(name, corpusFile(corpus), settings))

async function benchStore(name: string, file: string, settings: Record<string, string>): Promise<void> {
  // Unlike the short-lived servers of most tests, with the optimising compiler, as in use. It refuses no page for its load.
  const server = await startLastingServer({ DEMO: 'off', LOG_LEVEL: 'info', RATE_LIMITS: 'off', ...settings })
  await ended(runTool(server, 'tools/import.ts', file))
  const client = await connectTo(server)
  const { rows } = await client.query<{ path: string }>(
    `select '/article/' || slug as path from blog_posts order by published_at desc limit ${ARTICLES}`,
  )
  const articles = rows.map(({ path }) => path)
  const homePages = Array.from(
    { length: Math.min(HOME_PAGES, Math.floor(rows.length / 12)) },
    (_, index) => `/?page=${index + 1}`,
  )
  const landingPages = await makeLandingPages(server, client)
  await sleep(70_000) // the server tidies changed tables every minute
  const kinds: [string, string[]][] = [
    ['home', homePages],
    ['article', articles],
    ['landing page', landingPages],
  ]
  const used = async (paths: string[], encoding: Encoding) => {
    const rounds = Math.ceil(PAGES / paths.length)
    const idle = await idleCpuPerMs(server)
    let ms = 0
    for (let round = 0; round < rounds; round += 1) {
      await dropAll(client)
      ms += await measure(server, { paths, encoding, idle })
    }
    return ms / rounds
  }
  for (const [, paths] of kinds)
    for (let round = 0; round < WARM_UPS; round += 1) await used(paths, 'identity')
  for (const [kind, paths] of kinds) {
    const plain = await used(paths, 'identity')
    const compressed = await used(paths, 'br')
    const count = Math.ceil(PAGES / paths.length) * paths.length
    report(
      `${kind}, ${name}`,
      `${plain.toFixed(2)} ms of CPU, with brotli ${compressed.toFixed(2)} ms (${count} pages each)`,
    )
  }
  await client.end()
  await server.stop()
  server.forget()
}

const SERVICES = 20
const CITIES = 50

/** Makes landing pages, with 120 words about each city, and returns their paths. */
async function makeLandingPages(server: TestServer, client: Client): Promise<string[]> {
  const { cookie } = await signUp(server)
  await client.query(
    `insert into services (id, user_id, name, slug, description)
       select gen_random_uuid(), users.id, 'Service ' || n, 'service-' || n, 'What is done in ' || n || ' steps. ' from users, generate_series(1, ${SERVICES}) n`,
  )
  await client.query(
    `insert into cities (id, user_id, name, state, slug, notes)
       select gen_random_uuid(), users.id, 'City ' || n, 'Ohio', 'city-' || n || '-ohio',
         (select string_agg('word' || n || 'x' || word, ' ') from generate_series(1, 120) word)
       from users, generate_series(1, ${CITIES}) n`,
  )
  const json = { regenerateAll: true }
  const answer = await server.ask('/functions/v1/generate-landing-pages', { json, headers: { cookie } })
  if (answer.status !== 200) throw new Error(answer.body)
  const { rows } = await client.query<{ path: string }>(
    `select '/' || slug as path from generated_pages where is_published`,
  )
  return rows.map(({ path }) => path)
}

async function dropAll(client: Client): Promise<void> {
  await client.query(
    `insert into page_drops (id, tags) select gen_random_uuid(), array_agg('site:' || id) from target_sites`,
  )
  await sleep(1500) // the server looks for dropped pages every second
}

/** Returns the mean CPU time of a page in milliseconds; each page is requested once. */
async function measure(
  server: TestServer,
  { paths, encoding, idle }: { paths: string[]; encoding: Encoding; idle: number },
): Promise<number> {
  const pid = pidOf(server.process)
  const before = cpuMs(pid)
  const startedAt = performance.now()
  await askAll(server, paths, encoding)
  return (cpuMs(pid) - before - idle * (performance.now() - startedAt)) / paths.length
}

// The process also works without requests: it looks for jobs and for dropped pages.
async function idleCpuPerMs(server: TestServer): Promise<number> {
  const pid = pidOf(server.process)
  const before = cpuMs(pid)
  await sleep(1500)
  return (cpuMs(pid) - before) / 1500
}

async function askAll(server: TestServer, paths: string[], encoding: Encoding): Promise<void> {
  const queue = [...paths]
  const reader = async () => {
    for (let path = queue.pop(); path; path = queue.pop()) {
      const answer = await ask(server.port, path, encoding)
      if (answer !== '200 miss') throw new Error(`${path} answered ${answer}, not a fresh page`)
    }
  }
  await Promise.all([reader(), reader(), reader(), reader()])
}

function ask(port: number, path: string, encoding: Encoding): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'localhost', 'accept-encoding': encoding }
    request({ port, host: '127.0.0.1', path, headers, agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(`${response.statusCode} ${String(response.headers['x-cache'])}`))
    })
      .on('error', reject)
      .end()
  })
}
