import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from '../tests/support/postgres.ts'
import { ended, runTool, startAgain, startServer, type TestServer } from '../tests/support/server.ts'
import { median, report } from './measure.ts'

const TURNS = 5

/** A start of the built product, until its home page has answered; beside a start of Node that does nothing. */
export async function benchStart(): Promise<void> {
  let startedAt = performance.now()
  await once(spawn(process.execPath, ['-e', '']), 'close')
  report('node, doing nothing', seconds(startedAt))
  const second = await startTwice('embedded store', { DEMO: 'on' })
  startedAt = performance.now()
  await ended(runTool({ env: { ...second.env, PORT: '1' } }, 'tools/start.ts', '--no-build'))
  report('refusal of a second process', seconds(startedAt))
  await second.stop()
  second.forget()
  const postgres = await startPostgres()
  const other = await startTwice('server Postgres', {
    DATABASE_URL: postgres.url,
    APP_SECRET: 'a secret for benchmarks, of no value',
  })
  await other.stop()
  other.forget()
  await postgres.stop()
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
