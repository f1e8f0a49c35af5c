import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from './build.ts'
import { runCommand } from './command-line.ts'
import {
  listRunning,
  lockBuilds,
  readPointer,
  removeOldReleases,
  type RunningProcess,
  switchTo,
} from './releases.ts'

const POLL_MS = 100
const MISSING_MS = 60_000 // an ended process must have a successor by then
const STARTING_MS = 600_000 // a migration of large tables needs minutes

const HELP = `
npm run update [-- --back]

Builds the checked out sources beside the release that is served, switches to them, and restarts the processes one after
the other: each must be ready before the next one ends. If one does not start, the old release is served again.

Only processes with --supervised are restarted, because another program starts them again when they end. The others are
named: stop them, and start them again.

  --back   switches to the release before, without a build, and restarts the processes
`

await runCommand(HELP, async () => {
  const previous = readPointer('previous')
  if (process.argv.includes('--back')) goBack(previous)
  else await buildIfStale({ removesOld: false }) // a release that does not start replaces none
  const release = readPointer('current') ?? ''
  const outdated = listRunning().filter((running) => running.release !== release)
  const supervised = outdated.filter(({ isSupervised }) => isSupervised)
  try {
    for (const running of supervised) await restart(running, release)
  } catch (error) {
    const served = supervised[0]?.release ?? release
    switchTo(served, previous)
    await endOthers(served, supervised.length)
    throw new Error(`${(error as Error).message} Release ${served} is served again.`, { cause: error })
  }
  inTurn(removeOldReleases)
  const left = outdated.filter(({ isSupervised }) => !isSupervised).map(({ pid }) => pid)
  if (left.length > 0)
    process.stderr.write(`Stop these processes and start them again: ${left.join(', ')}.\n`)
  process.stderr.write(`The current release is ${release}.\n`)
})

function goBack(previous: string | undefined): void {
  if (previous === undefined) throw new Error('There is no release before this one.')
  inTurn(() => switchTo(previous))
}

// No build runs meanwhile.
function inTurn(change: () => void): void {
  const lock = lockBuilds()
  change()
  lock.close()
}

/** Ends the processes of a release that has failed, and waits for those of the one that is served again. */
async function endOthers(release: string, processes: number): Promise<void> {
  for (const running of listRunning())
    if (running.isSupervised && running.release !== release) end(running.pid)
  const deadline = performance.now() + MISSING_MS
  while (listRunning().filter((one) => one.release === release && one.isReady).length < processes) {
    if (performance.now() > deadline) throw new Error(`Release ${release} is not ready in time either.`)
    await sleep(POLL_MS)
  }
}

/** Ends a process, and waits until another one is ready. Throws if that one ends, or does not come. */
async function restart({ pid }: RunningProcess, release: string): Promise<void> {
  process.stderr.write(`Restarting process ${pid}...\n`)
  const known = new Set(listRunning().map((running) => running.pid))
  end(pid)
  const startedAt = performance.now()
  let successor: RunningProcess | undefined
  while (successor?.isReady !== true) {
    await sleep(POLL_MS)
    const all = listRunning()
    const found = all.find((running) => !known.has(running.pid) && running.release === release)
    if (successor && found?.pid !== successor.pid)
      throw new Error('The new release ended at its start; its log says why.')
    successor = found
    const isRunning = successor !== undefined || all.some((running) => running.pid === pid)
    if (performance.now() - startedAt > (isRunning ? STARTING_MS : MISSING_MS))
      throw new Error(
        successor ? 'The new release is not ready in time.' : 'Nothing has started the process again.',
      )
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has ended by itself
  }
}
