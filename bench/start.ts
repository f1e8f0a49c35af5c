import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ended, runTool, startAgain, startServer, type TestServer } from '../tests/support/server.ts'
import { median, report } from './measure.ts'
import { onBothStores } from './stores.ts'

const ROUNDS = 5

/**
 * Measures a start of the built product until the home page is answered. For comparison it measures a start of Node
 * that does nothing.
 */
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

/** Starts on an empty store and then on the filled one. Returns a server that runs. */
async function startTwice(store: string, settings: Record<string, string>): Promise<TestServer> {
  let startedAt = performance.now()
  const first = await startServer(settings)
  await first.ask('/')
  report(`first start, ${store}`, seconds(startedAt))
  await first.stop()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    startedAt = performance.now()
    const starting = startAgain(first)
    await waitForPage(first)
    times.push(performance.now() - startedAt)
    await (await starting).stop()
  }
  report(`every other start, ${store}`, `${(median(times) / 1000).toFixed(2)} s (median of ${ROUNDS})`)
  return startAgain(first)
}

// Readers get pages before the jobs are started and the URL is printed.
async function waitForPage(server: TestServer): Promise<void> {
  while (!(await isAnswering(server))) await sleep(5)
}

const isAnswering = ({ ask }: TestServer) =>
  ask('/').then(
    ({ status }) => status === 200,
    () => false,
  )

const seconds = (startedAt: number) => `${((performance.now() - startedAt) / 1000).toFixed(2)} s`
