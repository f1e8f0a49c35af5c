import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../paths.server.ts'

const SOCKET_NAME = '.s.PGSQL.5432' // the name that Postgres clients expect in a socket folder
const SOCKET_PATH_LIMIT = 103 // the longest address of a unix socket, in bytes, that every kernel accepts

/**
 * Returns the folder of the store's socket: the data folder, or a folder in the temporary one if that path is too long.
 */
export function socketDir(dataDir: string): string {
  if (Buffer.byteLength(join(dataDir, SOCKET_NAME)) <= SOCKET_PATH_LIMIT) return dataDir
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `broadsheet-${digest}`)
}

/** The files of the embedded store are damaged. The message names the file or the damage. */
export class StoreUnreadableError extends Error {}

/** Returns the folder with the files of the embedded store. */
export const storeDir = (dataDir: string) => join(dataDir, 'store')

/**
 * A thread without a heartbeat for so long is hung. Not shorter, because a backup reads a whole table in one statement.
 */
export const HUNG_MS = 60_000

/** The embedded store of a data folder, while this process has it open. */
interface EmbeddedStore {
  /** Lets the thread be silent for `hungMs` from now on. */
  allowSilence: (hungMs: number) => void
  close: () => Promise<void>
}

/**
 * Opens the embedded store of a data folder; the caller holds its lock. From then on, the store answers on its socket.
 * A store that hangs, for example after the disk was full, is opened again from its files. Throws StoreUnreadableError.
 */
export async function openEmbeddedStore(
  dataDir: string,
  { hungMs = HUNG_MS, onHung = () => {} }: { hungMs?: number; onHung?: () => void } = {},
): Promise<EmbeddedStore> {
  const dir = socketDir(dataDir)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const socketPath = join(dir, SOCKET_NAME)
  let thread = await startThread(dataDir, socketPath)
  const restart = async () => {
    onHung()
    thread.worker.removeAllListeners()
    await thread.worker.terminate()
    thread = await startThread(dataDir, socketPath)
  }
  const watch = (ms: number) => watchHeartbeat(ms, () => thread.heartbeats, restart)
  let endWatch = watch(hungMs)
  return {
    allowSilence(ms) {
      endWatch()
      endWatch = watch(ms)
    },
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

/**
 * Opens a new store in a folder for a short time. It answers on a socket in `socketDir(dataDir)`. A store that fails or
 * hangs closes its connections, so that their queries fail. Throws an Error if there is no room for the store.
 */
export async function openScratchStore(dataDir: string): Promise<{ close: () => Promise<void> }> {
  const dir = socketDir(dataDir)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const socketPath = join(dir, SOCKET_NAME)
  const { worker, heartbeats } = await startThread(dataDir, socketPath, () => {})
  const close = async () => {
    endWatch()
    await worker.terminate()
    rmSync(socketPath, { force: true })
  }
  const endWatch = watchHeartbeat(HUNG_MS, () => heartbeats, close)
  return { close }
}

interface Thread {
  worker: Worker
  /** A counter that the thread increases while its event loop runs. */
  heartbeats: Int32Array
}

// Without its store the process can do nothing: it crashes, and the next start finds all committed writes.
const crash = (error: unknown): void => {
  throw error
}

async function startThread(dataDir: string, socketPath: string, onError = crash): Promise<Thread> {
  rmSync(socketPath, { force: true }) // a process that was killed leaves its socket behind
  const heartbeats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(join(projectRoot, 'app/platform/store/embedded-store.worker.server.ts'), {
    workerData: { dataDir: storeDir(dataDir), socketPath, heartbeats },
  })
  await untilOpen(worker, dataDir)
  worker.on('error', onError)
  return { worker, heartbeats }
}

/** Calls `restart` when there was no heartbeat for `hungMs`. Returns a function that ends the watch. */
function watchHeartbeat(hungMs: number, read: () => Int32Array, restart: () => Promise<void>): () => void {
  let [last, since] = [-1, Date.now()]
  let isRestarting = false
  const check = async () => {
    const count = Atomics.load(read(), 0)
    if (count !== last) [last, since] = [count, Date.now()]
    if (isRestarting || Date.now() - since < hungMs) return
    isRestarting = true
    await restart()
    ;[last, since, isRestarting] = [-1, Date.now(), false]
  }
  const timer = setInterval(() => void check(), hungMs / 10).unref()
  return () => clearInterval(timer)
}

async function untilOpen(worker: Worker, dataDir: string): Promise<void> {
  try {
    await nextMessage(worker)
  } catch (error) {
    worker.removeAllListeners().on('error', () => {}) // later errors have the same cause
    await worker.terminate()
    if (isDiskFull(error))
      throw new Error(`There is no room left for the store in ${dataDir}.`, { cause: error })
    throw isSystemError(error) ? error : new StoreUnreadableError(toReason(error), { cause: error })
  }
}

// When Postgres aborts, its message is only one of these.
function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /^Aborted\(|unreachable/.test(message) ? 'it cannot be opened' : message
}

const NO_SPACE = 51 // ENOSPC in the C library of PGlite, which throws plain objects

const isDiskFull = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errno' in error && error.errno === NO_SPACE

// Such an error does not mean that the database is damaged.
const isSystemError = (error: unknown) =>
  error instanceof Error && ('syscall' in error || /No space left|Permission denied/i.test(error.message))

function nextMessage(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The embedded store stopped with code ${code}.`)))
  })
}
