// Names a test file that takes too long, and ends its worker. The next files run in a new worker. It is a thread: the
// file may be in an endless loop.
import { writeSync } from 'node:fs'
import { parentPort, Worker } from 'node:worker_threads'
import { byTier } from './tier.ts'

const MINUTES = Number(process.env.FILE_MINUTES ?? byTier(5, 15))
const LAST_MS = 5000 // for the work of a process at its exit

const WATCHER = Symbol.for('the thread that watches the files of this worker')
const worker = globalThis as { [WATCHER]?: Worker }

/** Gives a test file its time from now on. It replaces the time of the file before. */
export function limitFile(file: string): void {
  worker[WATCHER] ??= new Worker(import.meta.filename, { execArgv: [] })
  worker[WATCHER].unref()
  worker[WATCHER].postMessage(file)
}

let limit: NodeJS.Timeout | undefined

parentPort?.on('message', (file: string) => {
  clearTimeout(limit)
  limit = setTimeout(() => endProcess(file), MINUTES * 60_000)
})

function endProcess(file: string): void {
  writeSync(2, `\n${file} takes longer than ${MINUTES} minutes: its worker ends.\n`)
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_MS)
}
