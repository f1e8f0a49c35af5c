import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ended, runTool, startServer } from '../tests/support/server.ts'
import type { Bench } from './bench.ts'
import { corpusFile } from './corpus.ts'
import { load, pidOf, report } from './measure.ts'
import { onBothStores } from './stores.ts'

const REST_MS = 20_000
const LOAD_SECONDS = 20

/** Measures the process's resident memory: at rest, with every page in memory, after load, and at rest again. */
export const benchMemory = ({ corpus }: Bench) =>
  onBothStores((name, settings) => benchStore(name, corpusFile(corpus), settings))

async function benchStore(name: string, file: string, settings: Record<string, string>): Promise<void> {
  const server = await startServer({ DEMO: 'off', ...settings })
  const pid = pidOf(server.process)
  await ended(runTool(server, 'tools/import.ts', file))
  await sleep(REST_MS)
  report(`${name}, at rest`, toMib(pid))
  const sitemap = (await server.ask('/sitemap.xml')).body
  for (const part of toPaths(sitemap)) {
    for (const path of toPaths((await server.ask(part)).body)) await server.ask(path)
  }
  report(`${name}, every page in memory`, toMib(pid))
  await load(`${server.url.replace('localhost', '127.0.0.1')}/`, pid, LOAD_SECONDS)
  report(`${name}, after ${LOAD_SECONDS} s of load`, toMib(pid))
  await sleep(REST_MS)
  report(`${name}, at rest again`, toMib(pid))
  await server.stop()
  server.forget()
}

const toPaths = (xml: string) =>
  Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => {
    const { pathname, search } = new URL(url)
    return pathname + search
  })

/** Returns the resident memory of a process (proc(5), VmRSS). */
const toMib = (pid: number) =>
  `${Math.round(Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) / 1024)} MiB`
