// @seconds 33
import { once } from 'node:events'
import { readdirSync, renameSync, statSync } from 'node:fs'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPgbouncer, startPgbouncer } from './support/pgbouncer.ts'
import {
  ended,
  openStore,
  queryStore,
  runTool,
  startAgain,
  startLastingServer,
  startServer,
  type TestServer,
} from './support/server.ts'
import { copyStore } from './support/store-copies.ts'
import { startTcpProxy } from './support/tcp-proxy.ts'
import { byTier } from './support/tier.ts'

const isEmbedded = process.env.TEST_STORE !== 'server'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'info' })
})
afterAll(async () => {
  await server.end()
})

test('a stop finishes the current requests, ends with 0 and frees the port', async () => {
  server.pause() // so that it accepts connections only after the stop
  const visits = Array.from({ length: 300 }, () => visit(server.port))
  await Promise.all(visits.map(({ arrived }) => arrived))
  const stopped = server.stop()
  server.resume()
  const [code, ...seen] = await Promise.all([stopped, ...visits.map(({ status }) => status)])
  server = await startAgain(server)
  expect(code).toBe(0)
  expect(new Set(seen)).toEqual(new Set([200]))
  expect((await server.ask('/healthz')).body).toBe('up\n')
  expect((await server.ask('/readyz?strict')).body).toBe('ready\n')
})

/**
 * Requests the home page. `arrived` resolves when the connection is open, even if the server has not accepted it yet.
 */
function visit(port: number): { arrived: Promise<unknown>; status: Promise<number | string | undefined> } {
  const sent = request({ port, host: '127.0.0.1', headers: { host: `localhost:${port}` }, agent: false })
  const arrived = new Promise((resolve) => sent.once('socket', (socket) => socket.once('connect', resolve)))
  const status = new Promise<number | string | undefined>((resolve) => {
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    sent.once('response', (response) => resolve(response.resume().statusCode))
  })
  sent.end()
  return { arrived, status }
}

test('a client with a kept connection is told to open another one before a stop closes it', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { host: `localhost:${server.port}` }
      const sent = get({ port: server.port, host: '127.0.0.1', path: '/search', headers, agent }, resolve)
      sent.on('error', reject)
    })
  const first = await ask()
  expect([first.statusCode, first.headers.connection]).toEqual([200, 'keep-alive'])
  first.resume()
  server.process.kill('SIGTERM')
  let last = first
  while (last.headers.connection !== 'close') {
    await once(last, 'end')
    last = await ask()
    last.resume()
    expect(last.statusCode).toBe(200)
  }
  expect(await server.stop()).toBe(0)
  agent.destroy()
  server = await startAgain(server)
})

test('2,250 connections without a request do not block visitors', async () => {
  const silent: Socket[] = []
  for (let batch = 0; batch < 9; batch += 1)
    silent.push(...(await Promise.all(Array.from({ length: 250 }, () => openConnection(server.port)))))
  expect(await visit(server.port).status).toBe(200)
  for (const socket of silent) socket.destroy()
})

async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {}) // the server may close it
  await once(socket, 'connect')
  return socket
}

test('the compiled code of a release is kept in the data folder, and that of the release before is removed', async () => {
  const keeping = await startServer({ NODE_COMPILE_CACHE: '' })
  const folder = join(keeping.dataDir, 'compiled')
  const [release = ''] = readdirSync(folder)
  expect(readdirSync(join(folder, release), { recursive: true }).length).toBeGreaterThan(10)
  expect(statSync(folder).mode & 0o077).toBe(0)
  await keeping.stop()
  renameSync(join(folder, release), join(folder, 'release-before'))
  const again = await startAgain(keeping)
  expect(readdirSync(folder)).toEqual([release])
  await again.end()
})

test('a wrong setting prevents the start, with its name and the allowed values', async () => {
  const { code, output } = await ended(
    runTool({ env: { ...server.env, PORT: 'many', ROLE: 'king' } }, 'tools/start.ts', '--no-build'),
  )
  expect(code).toBe(1)
  expect(output).toMatch(/PORT: a port number from 1 to 65535/)
  expect(output).toMatch(/ROLE: .*"all"\|"web"\|"worker"/)
})

test('a port that is in use prevents the start with one sentence', async () => {
  const dataDir = `${server.dataDir}-other`
  const other = { env: { ...server.env, ...(await copyStore(dataDir)), DATA_DIR: dataDir } }
  const { code, output } = await ended(runTool(other, 'tools/start.ts', '--no-build'))
  expect(code).toBe(1)
  expect(output).toContain(`Another process has port ${server.port} of 127.0.0.1 (EADDRINUSE).`)
})

test.runIf(!isEmbedded)(
  'a database that refuses the connection prevents the start immediately, with the reason',
  async () => {
    const url = new URL(server.env.DATABASE_URL ?? '')
    url.pathname = '/nowhere'
    const { code, output } = await ended(
      runTool({ env: { ...server.env, DATABASE_URL: url.href } }, 'tools/start.ts', '--no-build'),
    )
    expect(code).toBe(1)
    expect(output).toContain('The database refuses us: database "nowhere" does not exist')
  },
)

test.runIf(!isEmbedded)(
  'a database that is too old prevents the start, with the version that it needs',
  async () => {
    const url = new URL(server.env.DATABASE_URL ?? '')
    // A real database; the proxy changes the version in its response to 14.
    const proxy = await startTcpProxy(Number(url.port), (answer) =>
      Buffer.from(answer.toString('latin1').replace(/\b1[5-9](?=\d{4})/, '14'), 'latin1'),
    )
    const old = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(proxy.port) })
    const start = runTool({ env: { ...server.env, DATABASE_URL: old.href } }, 'tools/start.ts', '--no-build')
    const { code, output } = await ended(start)
    proxy.close()
    expect(code).toBe(1)
    expect(output).toContain('The database is older than Postgres 15, which Broadsheet needs.')
  },
)

test.runIf(!isEmbedded)(
  'a database user who may not act as the role of accounts prevents the start, with the statement that helps',
  async () => {
    const name = `limited-${uuidv7()}`
    const { DATABASE_URL: admin = '' } = server.env
    const limited = Object.assign(new URL(admin), { username: name }).href
    const limits = [
      `create role "${name}" login bypassrls`,
      `grant pg_read_all_data, pg_write_all_data to "${name}"`,
    ]
    for (const statement of limits) await queryStore(server, statement)
    const examine = () =>
      ended(runTool({ env: { ...server.env, DATABASE_URL: limited } }, 'tools/sites.ts', 'list'))
    const { code, output } = await examine()
    expect(code).toBe(1)
    expect(output).toContain(`The database user "${name}" may not switch to the role broadsheet_operator`)
    const statement = /grant broadsheet_operator to .*;/.exec(output)?.[0] ?? ''
    await queryStore(server, statement)
    expect((await examine()).code).toBe(0)
    await queryStore(server, `drop owned by "${name}"`)
    await queryStore(server, `drop role "${name}"`)
  },
)

/** Opens the store through PgBouncer. */
const startThrough = async (...lines: string[]) => {
  const pooler = await startPgbouncer(server.env.DATABASE_URL ?? '', lines)
  const through = { env: { ...server.env, DATABASE_URL: pooler.url } }
  const result = await ended(runTool(through, 'tools/sites.ts', 'list'))
  await pooler.stop()
  return result
}

test.runIf(!isEmbedded)(
  'a pooler that changes the session of a connection prevents the start, and one that keeps it does not',
  async ({ skip }) => {
    if (!hasPgbouncer) skip('PgBouncer is not installed.')
    const ignore = 'ignore_startup_parameters = options,statement_timeout'
    for (const mode of ['transaction', 'statement'].slice(0, byTier(1, 2))) {
      const { code, output } = await startThrough(`pool_mode = ${mode}`, ignore)
      expect(code).toBe(1)
      expect(output).toMatch(/A pooler .* changes the session .*\. Set pool_mode = session in PgBouncer/)
    }
    const refused = await startThrough('pool_mode = session')
    expect(refused.output).toContain('Set ignore_startup_parameters = options,statement_timeout in PgBouncer')
    expect((await startThrough('pool_mode = session', ignore)).code).toBe(0)
  },
)

const MIGRATION_LOCK = '3853314791062309107' // of Kysely
const WAITING = `
  select pid from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and locktype = 'advisory' and not granted`

test.runIf(!isEmbedded)(
  'a process waits for the migrations of another one, also for longer than a statement may take',
  async () => {
    const url = new URL(server.env.DATABASE_URL ?? '')
    url.searchParams.set('statement_timeout', '2000')
    const other = await openStore(server)
    await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    // The newest migration is under way.
    const { rows } = await other.query<{ name: string; timestamp: string }>(
      'delete from kysely_migration where name = (select max(name) from kysely_migration) returning name, timestamp',
    )
    const start = ended(runTool({ env: { ...server.env, DATABASE_URL: url.href } }, 'tools/sites.ts', 'list'))
    await expect.poll(async () => (await other.query(WAITING)).rowCount, { timeout: 20_000 }).toBe(1)
    await sleep(3000)
    await other.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
      rows[0]?.name,
      rows[0]?.timestamp,
    ])
    await other.end()
    const { code, output } = await start
    expect(output).not.toContain('statement timeout')
    expect(code).toBe(0)
  },
)

test('this version can serve a store that a later version has migrated', async () => {
  await queryStore(
    server,
    `insert into kysely_migration (name, timestamp) values ('9999_later', now()::text)`,
  )
  await server.stop()
  server = await startAgain(server)
  expect((await server.ask('/')).status).toBe(200)
  await queryStore(server, `delete from kysely_migration where name = '9999_later'`)
})

const TOOLS = ['start', 'sites', 'dev', 'import', 'export', 'backup', 'restore', 'test', 'doctor']
test.each(TOOLS.slice(0, byTier(2, TOOLS.length)))('npm run %s answers --help', async (tool) => {
  const { code, output } = await ended(runTool(server, `tools/${tool}.ts`, '--help'))
  expect(code).toBe(0)
  expect(output).toMatch(/npm (run )?/)
})

test('a tool with wrong arguments ends with 1 and one sentence', async () => {
  const calls = [
    ['tools/restore.ts', 'no-such-file'],
    ['tools/import.ts'],
    ['tools/import.ts', 'no-such-file'],
    ['tools/export.ts'],
    ['tools/backup.ts'],
    ['tools/sites.ts', 'paint'],
  ]
  for (const args of calls.slice(0, byTier(2, calls.length))) {
    const { code, output } = await ended(runTool(server, ...args))
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
  }
})

test('every line of the log is JSON with an event', async () => {
  await server.ask('/')
  await server.ask('/publisher?secret=1')
  await server.stop()
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const events = lines.map((line) => (JSON.parse(line) as { event: string }).event)
  expect(events).toEqual(expect.arrayContaining(['server.listening', 'request', 'server.stopped']))
  expect(server.output()).not.toContain('secret=1')
})

test('a kill of npm also ends the server', async () => {
  const npm = `const child = require('node:child_process').spawn(process.execPath,
    ['--liftoff-only', 'tools/start.ts', '--no-build'], { stdio: 'inherit' })
    console.log('pid ' + child.pid); setInterval(() => {}, 1000)`
  const started = await startLastingServer({ npm_lifecycle_event: 'start' }, ['-e', npm])
  const pid = Number(/pid (\d+)/.exec(started.output())?.[1])
  expect(isAlive(pid)).toBe(true)
  await started.kill()
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
  started.forget()
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
