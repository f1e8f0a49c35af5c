import { execFile } from 'node:child_process'
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const MEMORY = '/dev/shm'
const ROOM_BYTES = 8 * 2 ** 30

/** Returns the folder with the programs of the newest installed Postgres; undefined if there is none. */
export function findPostgres(): string | undefined {
  const folders = ['/usr/local/bin', '/opt/homebrew/bin', ...globSync('/usr/lib/postgresql/*/bin').toSorted()]
  return folders.findLast((folder) => existsSync(join(folder, 'initdb')))
}

/** A Postgres server of a test. */
export interface TestPostgres {
  url: string
  dir: string
  restart: () => Promise<unknown>
  /** Ends its processes as a crash does, and starts it again. */
  kill: () => Promise<unknown>
  /** Stops its processes for some milliseconds. No connection is closed. */
  freeze: (ms: number) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a Postgres server in a temporary folder, on a free loopback port, and returns its address. Postgres refuses to
 * run as root, so root starts it as the user postgres. Benchmarks put it on the disk; tests put it in memory, if there
 * is room, because they write gigabytes of temporary data.
 */
export async function startPostgres(folder = tmpdir()): Promise<TestPostgres> {
  const bin = findPostgres()
  if (!bin) throw new Error('No Postgres server is installed (Debian: apt-get install postgresql).')
  const dir = mkdtempSync(join(folder, 'broadsheet-postgres-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    const { uid, gid } = statSync(await postgresHome())
    chownSync(dir, uid, gid)
  }
  const call = (program: string, ...args: string[]) => {
    const command = [join(bin, program), ...args]
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    return run(file, rest, { cwd: '/' })
  }
  const data = join(dir, 'data')
  const port = await findFreePort()
  await call(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  )
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${dir} -c fsync=off -c max_connections=200`
  const start = () => call('pg_ctl', '-D', data, '-o', options, '-l', join(dir, 'log'), '-w', 'start')
  await start()
  const signalAll = async (signal: NodeJS.Signals) => {
    for (const pid of await listProcesses(data)) process.kill(pid, signal)
  }
  return {
    dir,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    // With a log file: otherwise the server keeps our pipe open, and we would wait for its end.
    restart: () => call('pg_ctl', '-D', data, '-l', join(dir, 'log'), '-m', 'fast', '-w', 'restart'),
    async kill() {
      await signalAll('SIGKILL')
      await retry(start) // a process of it that began just now ends a moment later, and keeps the memory until then
    },
    async freeze(ms) {
      await signalAll('SIGSTOP')
      await sleep(ms)
      await signalAll('SIGCONT')
    },
    async stop() {
      await call('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const MOST_TRIES = 50

async function retry(start: () => Promise<unknown>, tries = 1): Promise<unknown> {
  try {
    return await start()
  } catch (error) {
    if (tries === MOST_TRIES) throw error
    await sleep(100)
    return retry(start, tries + 1)
  }
}

/** Lists the ids of the processes of a server: the one that starts the others first. */
async function listProcesses(data: string): Promise<number[]> {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const { stdout } = await run('pgrep', ['--parent', first])
  return [first, ...stdout.trim().split('\n')].map(Number)
}

/** Returns the folder for temporary files of tests: in memory, if there is room. */
export function findRoom(): string {
  if (!existsSync(MEMORY) || freemem() < 2 * ROOM_BYTES) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir()
}

async function postgresHome(): Promise<string> {
  const { stdout } = await run('getent', ['passwd', 'postgres'])
  return stdout.split(':')[5] ?? ''
}

// Below the ports that the system assigns itself. Each worker of the tests and of the journeys has its own range. Each
// port is returned once, so that no caller gets a port that another caller is about to use.
const LANES = { first: 11_000, ports: 3600 } // six of them: three workers of each kind
const lane = Number(process.env.VITEST_POOL_ID ?? 0) % 3 || Number(process.env.TEST_PARALLEL_INDEX ?? -3) + 3
let next = Math.floor(Math.random() * LANES.ports)

/** Returns a free loopback port. */
export async function findFreePort(): Promise<number> {
  const port = LANES.first + lane * LANES.ports + (next % LANES.ports)
  next += 1
  return (await isFree(port)) ? port : findFreePort()
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
