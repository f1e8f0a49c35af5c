import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from './paths.server.ts'

const SOCKET_NAME = '.s.PGSQL.5432' // what a Postgres client looks for in a socket folder
const SOCKET_PATH_LIMIT = 103 // bytes that every kernel accepts in the address of a unix socket

/** Folder of the store's socket: the data folder, or a private folder of its own where that path is too long. */
export function socketDir(dataDir: string): string {
  if (Buffer.byteLength(join(dataDir, SOCKET_NAME)) <= SOCKET_PATH_LIMIT) return dataDir
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `broadsheet-${digest}`)
}

/** The files of the embedded store are not as they were written. Its message says which, or how. */
export class StoreUnreadableError extends Error {}

/** Folder of the embedded store's files. */
export const storeDir = (dataDir: string) => join(dataDir, 'store')

/** A thread that has not turned for so long will not turn again: no statement takes a quarter of that. */
const HUNG_MS = 60_000

/**
 * Opens the embedded store of a data folder whose lock the caller holds; it then answers on its socket. A store that
 * hangs, as a full disk may leave it, is opened anew from its files. Throws StoreUnreadableError.
 */
export async function openEmbeddedStore(
  dataDir: string,
  { hungMs = HUNG_MS, onHung = () => {} }: { hungMs?: number; onHung?: () => void } = {},
): Promise<{ close: () => Promise<void> }> {
  const dir = socketDir(dataDir)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const socketPath = join(dir, SOCKET_NAME)
  let thread = await startThread(dataDir, socketPath)
  const endWatch = watchPulse(
    hungMs,
    () => thread.pulse,
    async () => {
      onHung()
      thread.worker.removeAllListeners()
      await thread.worker.terminate()
      thread = await startThread(dataDir, socketPath)
    },
  )
  return {
    async close() {
      endWatch()
      const { worker } = thread
      worker.postMessage('close')
      await nextMessage(worker)
      await worker.terminate()
      rmSync(socketPath, { force: true })
    },
  }
}

interface Thread {
  worker: Worker
  /** Counts up while the thread's event loop turns. */
  pulse: Int32Array
}

async function startThread(dataDir: string, socketPath: string): Promise<Thread> {
  rmSync(socketPath, { force: true }) // left behind by a process that was killed
  const pulse = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(join(projectRoot, 'app/platform/embedded-store.worker.server.ts'), {
    workerData: { dataDir: storeDir(dataDir), socketPath, pulse },
  })
  await untilOpen(worker, dataDir)
  // Without its store the process is of no use: it ends loudly, and the next start finds everything acknowledged.
  worker.on('error', (error) => {
    throw error
  })
  return { worker, pulse }
}

/** Calls `revive` where the pulse has stood still for so long; until it is ended. */
function watchPulse(hungMs: number, read: () => Int32Array, revive: () => Promise<void>): () => void {
  let [last, since] = [-1, Date.now()]
  let isReviving = false
  const look = async () => {
    const beats = Atomics.load(read(), 0)
    if (beats !== last) [last, since] = [beats, Date.now()]
    if (isReviving || Date.now() - since < hungMs) return
    isReviving = true
    await revive()
    ;[last, since, isReviving] = [-1, Date.now(), false]
  }
  const timer = setInterval(() => void look(), hungMs / 10).unref()
  return () => clearInterval(timer)
}

async function untilOpen(worker: Worker, dataDir: string): Promise<void> {
  try {
    await nextMessage(worker)
  } catch (error) {
    worker.removeAllListeners().on('error', () => {}) // what it still has to say is about the same failure
    await worker.terminate()
    if (isFull(error)) throw new Error(`There is no room left for the store in ${dataDir}.`, { cause: error })
    throw isRefusal(error) ? error : new StoreUnreadableError(toReason(error), { cause: error })
  }
}

// Where Postgres gives up, all that it says is this.
function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /^Aborted\(|unreachable/.test(message) ? 'it cannot be opened' : message
}

const NO_SPACE = 51 // as the C library of PGlite counts errors; what it throws is no Error

const isFull = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errno' in error && error.errno === NO_SPACE

// The system said no, which is not the store's fault.
const isRefusal = (error: unknown) =>
  error instanceof Error && ('syscall' in error || /No space left|Permission denied/i.test(error.message))

function nextMessage(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The embedded store stopped with code ${code}.`)))
  })
}
