import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { ended, runTool, signUp, startServer, type TestServer } from '../tests/support/server.ts'
import type { Encoding } from '../app/platform/page-cache.server.ts'
import type { Bench } from './bench.ts'
import { corpusFile } from './corpus.ts'
import { cpuMs, report } from './measure.ts'
import { connectTo, onBothStores } from './stores.ts'

const ARTICLES = 1000
const HOME_PAGES = 200
const PAGES = 1000 // asked for in each measurement
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** CPU of a page that is not in memory: every request of a round is for another page, asked for the first time. */
export const benchRendered = ({ corpus }: Bench) =>
  onBothStores((name, settings) => benchStore(name, corpusFile(corpus), settings))

async function benchStore(name: string, file: string, settings: Record<string, string>): Promise<void> {
  const server = await startServer({ DEMO: 'off', LOG_LEVEL: 'info', ...settings })
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
  for (const [kind, paths] of [
    ['home', homePages],
    ['article', articles],
    ['landing page', await makeLandingPages(server, client)],
  ] as const) {
    const rounds = Math.ceil(PAGES / paths.length)
    const used = async (encoding: Encoding) => {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        await dropAll(client)
        times.push(await measure(server, paths, encoding))
      }
      return times.reduce((sum, ms) => sum + ms, 0) / rounds
    }
    await used('identity') // compiles the code that the others measure
    const plain = await used('identity')
    const compressed = await used('br')
    report(
      `${kind}, ${name}`,
      `${plain.toFixed(2)} ms of CPU, with brotli ${compressed.toFixed(2)} ms (${rounds * paths.length} pages each)`,
    )
  }
  await client.end()
  await server.stop()
  server.forget()
}

const SERVICES = 20
const CITIES = 50

/** Makes landing pages, with 120 words about each city, and gives their paths. */
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
  await sleep(1500) // news is polled every second
}

/** Milliseconds of CPU for each of some pages, asked for once. */
async function measure(server: TestServer, paths: string[], encoding: Encoding): Promise<number> {
  const pid = server.process.pid ?? 0
  const idle = await idleCpuPerMs(server)
  const before = cpuMs(pid)
  const startedAt = performance.now()
  await askAll(server, paths, encoding)
  return (cpuMs(pid) - before - idle * (performance.now() - startedAt)) / paths.length
}

// What the process does by itself meanwhile: looking for jobs and for news.
async function idleCpuPerMs(server: TestServer): Promise<number> {
  const before = cpuMs(server.process.pid ?? 0)
  await sleep(1500)
  return (cpuMs(server.process.pid ?? 0) - before) / 1500
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
