import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { MAIN_SITE_ID } from '../app/shared/sites.ts'
import { connectDevice } from '../tests/support/device.ts'
import { signUp, startLastingServer, type TestServer } from '../tests/support/server.ts'
import { cpuMs, pidOf, report } from './measure.ts'
import { connectTo, onBothStores } from './stores.ts'

const READS = 3000
const WRITES = 900 // an account may have 1,000 drafts
const CONNECTIONS = 8
const CONTENT = 'The tide turned at six, and the ferry left without its last passengers.\n\n'.repeat(40)
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** Measures what a program waits for: an article by token, and drafts with an idempotency key. */
export const benchApi = () => onBothStores(benchStore)

async function benchStore(store: string, settings: Record<string, string>): Promise<void> {
  const server = await startLastingServer({
    DEMO: 'off',
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'off', // a person may send 10,000 keys a day
    ...settings,
  })
  const { cookie } = await signUp(server)
  const token = await connectDevice(server, cookie, ['articles:read', 'articles:write', 'articles:publish'])
  const call = createCall(server, { authorization: `Bearer ${token}`, 'content-type': 'application/json' })
  const sent = { title: 'Tides', content: CONTENT, author: 'Ines' }
  const { id } = JSON.parse(await call('/v1/articles', { ...sent, siteIds: [MAIN_SITE_ID] })) as {
    id: string
  }
  const read = () => call(`/v1/articles/${id}`)
  const write = () => call('/v1/drafts', sent)
  const health = () => call('/healthz')
  const client = await connectTo(server)
  const makeRoom = () => client.query('delete from drafts')
  for (const act of [health, read]) await repeat(act, READS) // the optimising compiler is done after these
  for (let count = 0; count < READS; count += WRITES) {
    await repeat(write, WRITES)
    await makeRoom()
  }
  const bare = await measure(server, health, READS)
  const reads = await measure(server, read, READS)
  const writes = await measure(server, write, WRITES)
  const inserts = await measureInserts(client)
  await client.end()
  report(`${store}: /healthz`, toText(bare))
  report(`${store}: an article by token`, toText(reads))
  report('  of 2 ms of CPU', (reads.cpu / 2).toFixed(2))
  report(`${store}: drafts made with a key`, toText(writes))
  report('  of 200 a second', (writes.rate / 200).toFixed(2))
  report('  bare inserts and commits, one connection', `${Math.round(inserts)}/s`)
  report('  ratio to them', (writes.rate / inserts).toFixed(2))
  await server.stop()
  server.forget()
}

type Call = (path: string, json?: Record<string, unknown>) => Promise<string>

/** Returns a function that sends a request, with a key of its own if it writes, and returns the body of the answer. */
const createCall =
  ({ port }: TestServer, headers: Record<string, string>): Call =>
  async (path, json) => {
    const key = json && { 'idempotency-key': uuidv7() }
    const options = { port, host: '127.0.0.1', path, method: json ? 'POST' : 'GET', agent }
    const sent = request({ ...options, headers: { host: `localhost:${port}`, ...headers, ...key } })
    sent.end(json && JSON.stringify(json))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const body = await text(response)
    if ((response.statusCode ?? 0) >= 300) throw new Error(`${path} answered ${response.statusCode}: ${body}`)
    return body
  }

async function repeat(act: () => Promise<unknown>, times: number): Promise<void> {
  let left = times
  const client = async () => {
    for (; left > 0; left -= 1) await act()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
}

interface Pace {
  /** Requests a second. */
  rate: number
  /** Milliseconds of CPU of the server for a request. */
  cpu: number
}

async function measure(server: TestServer, act: () => Promise<unknown>, times: number): Promise<Pace> {
  await sleep(1500) // what the last requests left to do
  const pid = pidOf(server.process)
  const before = cpuMs(pid)
  const startedAt = performance.now()
  await repeat(act, times)
  const tookMs = performance.now() - startedAt
  return { rate: (times / tookMs) * 1000, cpu: (cpuMs(pid) - before) / times }
}

/** Returns how many of the same rows a second a single connection stores, each in a transaction of its own. */
async function measureInserts(client: Client): Promise<number> {
  const startedAt = performance.now()
  for (let count = 0; count < WRITES; count += 1) {
    await client.query(
      `insert into drafts (id, user_id, version, text) select $1, user_id, version, text from drafts limit 1`,
      [uuidv7()],
    )
  }
  const tookMs = performance.now() - startedAt
  return (WRITES / tookMs) * 1000
}

const toText = ({ rate, cpu }: Pace) => `${Math.round(rate)} requests/s, ${cpu.toFixed(2)} ms of CPU each`
