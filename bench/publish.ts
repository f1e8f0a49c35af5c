import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended, runTool } from '../tests/support/server.ts'
import type { Bench } from './bench.ts'
import { corpusFile } from './corpus.ts'
import { report } from './measure.ts'
import { onBothStores } from './stores.ts'

/** Measures deliveries to a webhook receiver, from the queue to the stored outcome, beside a bare loop of `fetch`. */
export const benchPublish = ({ corpus }: Bench) =>
  onBothStores(async (store, settings) => {
    const receiver = fork('bench/webhook-receiver.ts')
    const [url] = (await once(receiver, 'message')) as [string]
    const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'))
    const env = {
      ...process.env,
      ...settings,
      DATA_DIR: dataDir,
      OUTBOUND_ALLOW: new URL(url).host,
      RATE_LIMITS: 'off', // otherwise an account delivers 120 times to a host in ten minutes
      LOG_LEVEL: 'error',
    }
    // The worker is a process of its own, because the product reads its settings when its modules are loaded.
    const { code, output } = await ended(runTool({ env }, 'bench/publish-worker.ts', url, corpusFile(corpus)))
    if (code !== 0) throw new Error(output)
    const ours = JSON.parse(output) as Delivered
    const limit = await loop(url)
    stop(receiver)
    rmSync(dataDir, { recursive: true, force: true })
    report(`${store}: bare loop of fetch`, `${Math.round(limit)} a second`)
    report(`${store}: deliveries`, `${Math.round(ours.perSecond)} a second, ${ours.count} in all`)
    report(`${store}: ratio`, (ours.perSecond / limit).toFixed(2))
    report(`${store}: memory at each tenth, MiB`, ours.mebibytes.map(Math.round).join(' '))
  })

interface Delivered {
  count: number
  perSecond: number
  /** The resident memory of the delivering process, at each tenth of the deliveries. */
  mebibytes: number[]
}

// The loop has as many open requests as the product allows for one host.
async function loop(url: string): Promise<number> {
  const child = fork('bench/fetch-loop.ts', [url])
  const [perSecond] = (await once(child, 'message')) as [number]
  stop(child)
  return perSecond
}

const stop = (child: ChildProcess) => child.kill()
