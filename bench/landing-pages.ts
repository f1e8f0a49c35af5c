import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended, runTool, startServer, type TestServer } from '../tests/support/server.ts'
import { report } from './measure.ts'
import { onBothStores } from './stores.ts'

interface Made {
  count: number
  published: number
  firstS: number
  againS: number
  bulkS: number
  /** The resident memory of the process that makes the pages, at each tenth of the time. */
  mebibytes: number[]
}

/** Measures the pages of 100 services in 1,000 cities, made twice, beside inserting the same finished rows in bulk. */
export const benchLandingPages = () =>
  onBothStores(async (store, settings) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'))
    const env = { ...process.env, ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
    // The worker is a process of its own, because the product reads its settings when its modules are loaded.
    const { code, output } = await ended(runTool({ env }, 'bench/landing-pages-worker.ts'))
    if (code !== 0) throw new Error(output)
    const [lastLine = ''] = output.trim().split('\n').slice(-1)
    const made = JSON.parse(lastLine) as Made
    const rate = (seconds: number) => `${Math.round(made.count / seconds)} a second (${seconds.toFixed(1)} s)`
    report(`${store}: pages, of them published`, `${made.count}, ${made.published}`)
    report(`${store}: made`, rate(made.firstS))
    report(`${store}: the same rows inserted in bulk`, rate(made.bulkS))
    report(`${store}: ratio`, (made.bulkS / made.firstS).toFixed(2))
    report(
      `${store}: again without a change`,
      `${made.againS.toFixed(1)} s, ${((100 * made.againS) / made.firstS).toFixed(1)} % of the first`,
    )
    report(`${store}: memory at each tenth, MiB`, made.mebibytes.map(Math.round).join(' '))
    const server = await startServer({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    await firstByteMs(server, '/robots.txt') // the first request of all
    for (const path of ['/sitemap.xml', '/sitemaps/pages-1.xml', '/sitemaps/pages-2.xml'])
      report(
        `${store}: first byte of ${path}`,
        `${Math.round(await firstByteMs(server, path))} ms, not in memory`,
      )
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

const firstByteMs = (server: TestServer, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const request = get(
      { port: server.port, path, host: '127.0.0.1', headers: { host: 'localhost' } },
      (answer) => {
        answer.once('data', () => resolve(performance.now() - startedAt))
        answer.resume()
      },
    )
    request.on('error', reject)
  })
