import { watch } from 'node:fs'
import { pause } from '../retry.ts'
import { HIDDEN } from './files.ts'

const SETTLE_MS = 300

/**
 * Runs whenever a file of a folder was changed, and every `everyS` seconds, until the signal ends it. Runs follow one
 * another. A run that fails is told, and the next one goes on.
 */
export async function watchFolder(
  folder: string,
  { everyS, run, signal }: { everyS: number; run: () => Promise<void>; signal: AbortSignal },
): Promise<void> {
  let wake: (() => void) | undefined
  const watcher = watch(folder, { recursive: true, signal }, (_, name) => {
    if (!name?.split(/[\\/]/).some((part) => part === HIDDEN || part.endsWith('.tmp'))) wake?.()
  })
  watcher.on('error', () => {}) // the clock goes on
  while (!signal.aborted) {
    const changed = new Promise<void>((resolve) => {
      wake = resolve
    })
    await run()
    await Promise.race([changed, sleep(everyS * 1000, signal)])
    await sleep(SETTLE_MS, signal) // editors write in several steps
  }
}

// An end while it waits is no failure: the loop looks at the signal.
const sleep = (ms: number, signal: AbortSignal) => pause(ms, signal).catch(() => {})
