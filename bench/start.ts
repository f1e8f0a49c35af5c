import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ended, runTool, startAgain, startServer } from '../tests/support/server.ts'
import { report } from './measure.ts'

/** A start of the built product, until its home page has answered; beside a start of Node that does nothing. */
export async function benchStart(): Promise<void> {
  let startedAt = performance.now()
  await once(spawn(process.execPath, ['-e', '']), 'close')
  report('node, doing nothing', seconds(startedAt))
  startedAt = performance.now()
  const first = await startServer({ DEMO: 'on' })
  await first.ask('/')
  report('first start: new store, demo content', seconds(startedAt))
  await first.stop()
  startedAt = performance.now()
  const second = await startAgain(first)
  await second.ask('/')
  report('every other start, embedded store', seconds(startedAt))
  startedAt = performance.now()
  await ended(runTool({ env: { ...second.env, PORT: '1' } }, 'tools/start.ts', '--no-build'))
  report('refusal of a second process', seconds(startedAt))
  await second.stop()
  second.forget()
}

const seconds = (startedAt: number) => `${((performance.now() - startedAt) / 1000).toFixed(2)} s`
