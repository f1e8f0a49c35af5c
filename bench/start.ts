import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ended, runTool, startAgain, startServer, type TestServer } from '../tests/support/server.ts'
import { median, report } from './measure.ts'
import { onBothStores } from './stores.ts'

const TURNS = 5

/** A start of the built product, until its home page has answered; beside a start of Node that does nothing. */
export async function benchStart(): Promise<void> {
  const startedAt = performance.now()
  await once(spawn(process.execPath, ['-e', '']), 'close')
  report('node, doing nothing', seconds(startedAt))
  await onBothStores(async (store, settings) => {
    const server = await startTwice(store, { DEMO: 'on', ...settings })
    if (!settings.DATABASE_URL) report('refusal of a second process', await timeRefusal(server))
    await server.stop()
    server.forget()
  })
}

async function timeRefusal({ env }: TestServer): Promise<string> {
  const startedAt = performance.now()
  await ended(runTool({ env: { ...env, PORT: '1' } }, 'tools/start.ts', '--no-build'))
  return seconds(startedAt)
}

/** Starts on an empty store and then on what the first start left; the second one runs. */
async function startTwice(store: string, settings: Record<string, string>): Promise<TestServer> {
  let startedAt = performance.now()
  const first = await startServer(settings)
  await first.ask('/')
  report(`first start, ${store}`, seconds(startedAt))
  await first.stop()
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    startedAt = performance.now()
    const again = await startAgain(first)
    await again.ask('/')
    times.push(performance.now() - startedAt)
    await again.stop()
  }
  report(`every other start, ${store}`, `${(median(times) / 1000).toFixed(2)} s (median of ${TURNS})`)
  return startAgain(first)
}

const seconds = (startedAt: number) => `${((performance.now() - startedAt) / 1000).toFixed(2)} s`
