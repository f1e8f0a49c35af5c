import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startServer } from '../tests/support/server.ts'
import { load, type Load, median, pidOf, report } from './measure.ts'

const ROUNDS = 9
const SECONDS = 4
const CONNECTION_HEADERS = new Set(['date', 'connection', 'keep-alive'])

/** Measures a page from memory beside a bare server that sends the same head and body. The rounds alternate. */
export async function benchCached(): Promise<void> {
  const server = await startServer({ LOG_LEVEL: 'info', DEMO: 'on' })
  const { head, body } = await fetchCompressed(server.port)
  const raw = fork('bench/raw-server.ts')
  raw.send({ head, body: body.toString('base64') })
  const [{ port }] = (await once(raw, 'message')) as [AddressInfo]
  const ours: Load[] = []
  const limit: Load[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    limit.push(await load(`http://127.0.0.1:${port}/`, pidOf(raw), SECONDS))
    ours.push(await load(`${server.url.replace('localhost', '127.0.0.1')}/`, pidOf(server.process), SECONDS))
  }
  raw.kill()
  await server.stop()
  server.forget()
  report('home page, compressed', `${body.length} bytes`)
  report(
    'bare node:http',
    `${Math.round(rate(limit))} requests/s, ${(cpu(limit) * 1000).toFixed(1)} µs of CPU each`,
  )
  report(
    'from memory',
    `${Math.round(rate(ours))} requests/s, ${(cpu(ours) * 1000).toFixed(1)} µs of CPU each`,
  )
  report('share of a core that the client took', median(ours.map((one) => one.clientShare)).toFixed(2))
  report('ratio of requests/s', (rate(ours) / rate(limit)).toFixed(2))
  report('ratio of CPU', (cpu(limit) / cpu(ours)).toFixed(2))
}

const rate = (loads: Load[]) => median(loads.map((one) => one.requestsPerSecond))
const cpu = (loads: Load[]) => median(loads.map((one) => one.cpuMsPerRequest))

async function fetchCompressed(port: number): Promise<{ head: string[]; body: Buffer }> {
  await ask(port)
  return ask(port) // the second answer comes from memory
}

function ask(port: number): Promise<{ head: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' }
    request({ port, host: '127.0.0.1', path: '/', headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const pairs = Object.entries(response.headers).filter(([name]) => !CONNECTION_HEADERS.has(name))
        resolve({
          head: pairs.flatMap(([name, value]) => [name, String(value)]),
          body: Buffer.concat(chunks),
        })
      })
    })
      .on('error', reject)
      .end()
  })
}
