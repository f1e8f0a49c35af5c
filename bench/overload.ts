import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { askAt, ended, queryStore, runTool, startServer, type TestServer } from '../tests/support/server.ts'
import type { Bench } from './bench.ts'
import { corpusFile } from './corpus.ts'
import { pidOf, quantile, report } from './measure.ts'
import { onBothStores } from './stores.ts'

const SECONDS = 30
const CONNECTIONS = { few: 16, many: 200 }
const PACE_MS = 20
const REST_MS = 30_000
const NEARLY_AT_PEACE = 2

/** Measures what readers get while 200 connections ask for pages that are not in memory: how many, how soon, and after. */
export const benchOverload = ({ corpus }: Bench) =>
  onBothStores(async (store, settings) => {
    const server = await startServer({ DEMO: 'off', RATE_LIMITS: 'on', TRUST_PROXY: '1', ...settings })
    await ended(runTool(server, 'tools/import.ts', corpusFile(corpus)))
    await flood(server, CONNECTIONS.few, 5) // the code of a fresh process is slow
    const before = await readMemory(server)
    const peace = await watch(server, sleep(5000))
    const best = await flood(server, CONNECTIONS.few, SECONDS)
    const during = flood(server, CONNECTIONS.many, SECONDS)
    const beside = await watch(server, during)
    const flooded = await during
    const most = await readMemory(server)
    const backMs = await untilPeace(server, quantile(peace.known, 0.99))
    await sleep(REST_MS)
    report(`${store}: answers a second, ${CONNECTIONS.few} connections`, best.good.toFixed(0))
    report(
      `  ${CONNECTIONS.many} connections`,
      `${flooded.good.toFixed(0)}, refused ${flooded.shed.toFixed(0)}, wrong ${flooded.wrong}`,
    )
    report('  ratio', (flooded.good / best.good).toFixed(2))
    report('  in memory, in peace: median, 99 of 100', toText(peace.known))
    report('  in memory, beside it', toText(beside.known))
    report('  refused after', toText(beside.refused))
    report('  as in peace again after', `${backMs.toFixed(0)} ms`)
    report('  memory before, at its end, 30 s later', `${before}, ${most}, ${await readMemory(server)}`)
    await server.stop()
    server.forget()
  })

interface Flood {
  /** Answers a second: pages, and addresses that are not there. */
  good: number
  /** Refusals a second. */
  shed: number
  wrong: number
}

/** Asks for pages that are not in memory, each from another address, as fast as they are answered. */
async function flood(server: TestServer, connections: number, seconds: number): Promise<Flood> {
  const folder = mkdtempSync(join(tmpdir(), 'flood-'))
  const script = join(folder, 'flood.lua')
  writeFileSync(script, await toScript(server))
  const client = spawn('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    script,
    `http://127.0.0.1:${server.port}`,
  ])
  const output = await text(client.stdout)
  rmSync(folder, { recursive: true })
  const [good = 0, shed = 0, wrong = 0] = /counted (\d+) (\d+) (\d+)/.exec(output)?.slice(1).map(Number) ?? []
  if (good === 0) throw new Error(output)
  return { good: good / seconds, shed: shed / seconds, wrong }
}

// A script of wrk. It counts 503 apart, and answers that are neither a page nor a missing one.
async function toScript(server: TestServer): Promise<string> {
  const labels = await queryStore<{ path: string }>(
    server,
    `select distinct '/author/' || author as path from blog_posts union select '/article/' || slug from blog_posts`,
  )
  const paths = labels.map(({ path }) => `"${encodeURI(path)}"`).join(',')
  return `
    local paths = {${paths}}
    local all = {}
    good, shed, wrong = 0, 0, 0
    function setup(thread) table.insert(all, thread) end
    function init() math.randomseed(os.time()) end
    function request()
      local n = math.random(1, 999999999)
      local kinds = {
        "/search?q=word" .. n, "/unknown-" .. n, "/?page=" .. (6 + n % 220),
        "/covers/default-" .. string.format("%08x", n) .. ".svg", paths[1 + n % #paths],
      }
      local network = "2001:db8:" .. string.format("%x:%x", n % 65536, n % 65521) .. "::1"
      return wrk.format("GET", kinds[1 + n % 5], {Host = "localhost", ["x-forwarded-for"] = network})
    end
    function response(status)
      if status == 503 then shed = shed + 1 elseif status == 200 or status == 301 or status == 404 then good = good + 1 else wrong = wrong + 1 end
    end
    function done()
      local sum = {0, 0, 0}
      for _, thread in ipairs(all) do
        for place, name in ipairs({"good", "shed", "wrong"}) do sum[place] = sum[place] + thread:get(name) end
      end
      print("counted " .. table.concat(sum, " "))
    end`
}

/** Reads a page in memory and a search at a steady pace until `until` settles. Returns the milliseconds of each. */
async function watch(
  { port }: TestServer,
  until: Promise<unknown>,
): Promise<{ known: number[]; refused: number[] }> {
  const end = new AbortController()
  const settled = until.finally(() => end.abort())
  const known: number[] = []
  const refused: number[] = []
  const asked: Promise<unknown>[] = []
  for (let count = 0; !end.signal.aborted; count += 1) {
    asked.push(
      time(port, '/').then(({ ms }) => known.push(ms)),
      time(port, `/search?q=reader${count}`).then(({ status, ms }) => status === 503 && refused.push(ms)),
    )
    await sleep(PACE_MS)
  }
  await Promise.all([settled, ...asked])
  return { known, refused }
}

/** Returns the milliseconds until a page that is not in memory is answered, and one in memory as soon as in peace. */
async function untilPeace({ port }: TestServer, peaceMs: number): Promise<number> {
  const startedAt = performance.now()
  for (let count = 0; ; count += 1) {
    const [page, search] = [await time(port, '/'), await time(port, `/search?q=after${count}`)]
    const isBack = search.status === 200 && page.ms <= peaceMs * NEARLY_AT_PEACE
    if (isBack) return performance.now() - startedAt
  }
}

// Each reader has another address, because one may send 600 searches a minute.
async function time(port: number, path: string): Promise<{ status: number; ms: number }> {
  const from = `198.51.100.${Math.floor(Math.random() * 256)}`
  const startedAt = performance.now()
  const { status } = await askAt(port, path, { headers: { 'x-forwarded-for': from } })
  return { status, ms: performance.now() - startedAt }
}

const toText = (times: number[]) =>
  `${quantile(times, 0.5).toFixed(1)} ms, ${quantile(times, 0.99).toFixed(1)} ms (${times.length})`

/** Returns the resident memory of a server (proc(5), VmRSS), and what of it are public pages: they are kept on purpose. */
async function readMemory({ process, ask }: TestServer): Promise<string> {
  const status = readFileSync(`/proc/${pidOf(process)}/status`, 'utf8')
  const pages = Number(/^broadsheet_cached_bytes (\d+)/m.exec((await ask('/metrics')).body)?.[1])
  const resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  return `${Math.round(resident / 1024)} MiB (pages ${Math.round(pages / 1024 / 1024)})`
}
