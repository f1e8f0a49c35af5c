import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from './postgres.ts'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((path) =>
  existsSync(path),
)

/** True if PgBouncer is installed (Debian: apt-get install pgbouncer). */
export const hasPgbouncer = PROGRAM !== undefined

interface Pgbouncer {
  /** The address of the database through PgBouncer. */
  url: string
  stop: () => Promise<void>
}

/** Starts PgBouncer in front of a database whose server trusts its users. `lines` are added to its configuration. */
export async function startPgbouncer(database: string, lines: string[]): Promise<Pgbouncer> {
  if (!PROGRAM) throw new Error('PgBouncer is not installed.')
  const url = new URL(database)
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  const configuration = [
    '[databases]',
    `* = host=${url.hostname} port=${url.port} user=${url.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...lines,
  ]
  writeFileSync(file, `${configuration.join('\n')}\n`)
  const isRoot = process.getuid?.() === 0
  const { uid, gid } = isRoot ? statSync('/var/lib/postgresql') : statSync(folder) // it refuses to run as root
  for (const path of [folder, file]) chownSync(path, uid, gid)
  const child = spawn(PROGRAM, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...(isRoot && { uid, gid }) })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('process up')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PgBouncer has ended:\n${log}`)))
  })
  url.port = String(port)
  return {
    url: url.href,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}
