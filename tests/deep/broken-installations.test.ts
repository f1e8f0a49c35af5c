// Installations that are broken in one way each. The doctor names the cause, and what it advises makes them well.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openBackupFolder } from '../../app/platform/backup/backup-place.server.ts'
import { recordGoodBackup } from '../../app/platform/backup/backup-state.server.ts'
import { backUpOnSchedule } from '../../app/platform/backup/scheduled-backup.server.ts'
import type { Finding } from '../../app/platform/doctor/finding.ts'
import { env } from '../../app/platform/env.server.ts'
import { isEmbedded, pool } from '../../app/platform/store/database.server.ts'
import { makeCertificate } from '../support/certificate.ts'
import { emptyStore, makeOperator } from '../support/fixtures.ts'
import { startMailServer } from '../support/mail-server.ts'
import { hasPgbouncer, startPgbouncer } from '../support/pgbouncer.ts'
import { findFreePort } from '../support/postgres.ts'
import { startS3 } from '../support/s3-server.ts'
import { ended, queryStore, runTool, startAgain, startServer, type TestServer } from '../support/server.ts'
import { copyStore } from '../support/store-copies.ts'

type Settings = Record<string, string | undefined>
const isRoot = process.getuid?.() === 0
const room = () => mkdtempSync(join(process.env.TEST_TEMPLATE ?? '', 'broken-'))

/** Runs the doctor and returns what one of its checks found. */
async function examine(check: string, settings: Settings = {}): Promise<Finding> {
  const run = { env: { ...process.env, ...settings } }
  const { output } = await ended(runTool(run, 'tools/doctor.ts', '--json'))
  const { checks } = JSON.parse(output) as { checks: (Finding & { name: string })[] }
  const found = checks.find(({ name }) => name === check)
  if (!found) throw new Error(output)
  return found
}

const isBroken = (found: RegExp) => ({ state: 'failed', found: expect.stringMatching(found) as unknown })
const isWell = { state: 'ok' }

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('a setting that is wrong', async () => {
  expect(await examine('settings', { PORT: 'many' })).toMatchObject(isBroken(/PORT: a port number/))
  expect(await examine('settings')).toMatchObject(isWell)
})

const database = () => new URL(process.env.DATABASE_URL ?? '')

const ask = (statement: string) => pool.query(statement)

const through = async (check: string, ...lines: string[]) => {
  const pooler = await startPgbouncer(database().href, lines)
  const finding = await examine(check, { DATABASE_URL: pooler.url })
  await pooler.stop()
  return finding
}

const withUrl = (change: Partial<URL>) => ({ DATABASE_URL: Object.assign(database(), change).href })

describe.runIf(!isEmbedded)('a Postgres server', () => {
  test('that is not there', async () => {
    expect(await examine('store', withUrl({ port: '1' }))).toMatchObject(
      isBroken(/does not answer: .*ECONNREFUSED/),
    )
    expect(await examine('store')).toMatchObject(isWell)
  })

  test('that has no such database', async () => {
    const name = `missing_${uuidv7().replaceAll('-', '')}`
    const settings = withUrl({ pathname: `/${name}` })
    expect(await examine('store', settings)).toMatchObject(
      isBroken(/refuses us: database ".*" does not exist/),
    )
    await ask(`create database ${name}`)
    expect(await examine('store', settings)).toMatchObject(isWell)
  })

  test('whose database has no tables yet', async () => {
    const name = `empty_${uuidv7().replaceAll('-', '')}`
    await ask(`create database ${name}`)
    const settings = withUrl({ pathname: `/${name}` })
    expect(await examine('schema', settings)).toMatchObject(isBroken(/lacks \d+ migrations: 0001_/))
    await ended(runTool({ env: { ...process.env, ...settings } }, 'tools/sites.ts', 'list'))
    expect(await examine('schema', settings)).toMatchObject(isWell)
  })

  test('whose user may not act in the role of accounts', async () => {
    const name = `limited-${uuidv7()}`
    await ask(`create role "${name}" login`)
    await ask(`grant pg_read_all_data, pg_write_all_data to "${name}"`)
    onTestFinished(async () => {
      await ask(`drop owned by "${name}"`)
      await ask(`drop role "${name}"`)
    })
    const settings = withUrl({ username: name })
    const finding = await examine('database', settings)
    expect(finding).toMatchObject(isBroken(/may not switch to the role broadsheet_operator/))
    await ask(/grant .*;/.exec(finding.advice ?? '')?.[0] ?? '')
    expect(await examine('database', settings)).toMatchObject(isWell)
  })

  test.runIf(hasPgbouncer)('behind a pooler that changes sessions, or refuses settings', async () => {
    const ignore = 'ignore_startup_parameters = options,statement_timeout'
    expect(await through('database', 'pool_mode = transaction', ignore)).toMatchObject(
      isBroken(/A pooler .* changes the session/),
    )
    expect(await through('store', 'pool_mode = session')).toMatchObject(isBroken(/ignore_startup_parameters/))
    expect(await through('database', 'pool_mode = session', ignore)).toMatchObject(isWell)
  })
})

describe('a server', () => {
  let server: TestServer
  const inPublic = () => ({ ...server.env, SITE_URL: `http://news.example:${server.port}` })
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.end())

  test('that has stopped', async () => {
    expect(await examine('server', inPublic())).toMatchObject(isWell)
    await server.stop()
    expect(await examine('server', inPublic())).toMatchObject(
      isBroken(/No server answers at .*news\.example/),
    )
    server = await startAgain(server)
    expect(await examine('server', inPublic())).toMatchObject(isWell)
  })

  test('whose SITE_URL leads elsewhere', async () => {
    const other = await listen(createServer((_request, response) => response.writeHead(404).end('no\n')))
    const wrong = { ...server.env, SITE_URL: `http://localhost:${other}` }
    expect(await examine('address', wrong)).toMatchObject(isBroken(/does not lead to this installation/))
    expect(await examine('address', server.env)).toMatchObject(isWell)
  })

  test.runIf(!isEmbedded)('without a process that works on jobs', async () => {
    await server.stop()
    const port = await findFreePort()
    const web = await startAgain({
      ...server,
      port,
      env: { ...server.env, ROLE: 'web', PORT: String(port) },
    })
    await queryStore(web, 'update pgboss.queue set monitor_claim_on = null') // as after a minute
    const settings = { ...web.env, SITE_URL: `http://news.example:${web.port}` }
    expect(await examine('queue', settings)).toMatchObject(isBroken(/No process works on jobs/))
    server = await startAgain(server)
    await expect.poll(() => examine('queue', settings), { timeout: 30_000 }).toMatchObject(isWell)
    await web.kill()
  })
})

test('a clock that is wrong', async ({ skip }) => {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)
  if (!own) skip('This machine has no address but its own.')
  let behindMs = 3_600_000
  const service = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() - behindMs).toUTCString()).end()
  })
  const port = await listen(service, own?.address)
  const settings = { AI_BASE_URL: `http://${own?.address}:${port}`, AI_MODEL: 'any' }
  expect(await examine('clock', settings)).toMatchObject(
    isBroken(/is (1 hour|59 minutes) ahead of the clock/),
  )
  behindMs = 0 // as if this machine had set its own
  expect(await examine('clock', settings)).toMatchObject(isWell)
})

const inDays = (days: number) => makeCertificate('localhost', new Date(Date.now() + days * 86_400_000))

test('a certificate that has expired, or ends soon', async () => {
  const folder = room()
  const check = async (days: number) => {
    const certificate = inDays(days)
    writeFileSync(join(folder, 'authority.pem'), certificate.cert)
    const port = await listen(createSecureServer(certificate))
    return examine('certificate', {
      SITE_URL: `https://localhost:${port}`,
      NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
    })
  }
  expect(await check(-1)).toMatchObject(isBroken(/expired on/))
  expect(await check(5)).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/for [45] more days/) as unknown,
  })
  expect(await check(60)).toMatchObject(isWell)
})

test('a mail server that refuses the password', async () => {
  const mail = await startMailServer()
  const wrong = mail.url.replace('//', '//desk:opensesame@')
  expect(await examine('mail', { SMTP_URL: wrong })).toMatchObject(
    isBroken(/refuses the user name or the password/),
  )
  expect(await examine('mail', { SMTP_URL: mail.url })).toMatchObject(isWell)
  await mail.stop()
})

const settings = (): Settings => ({ BACKUP_TO: env.BACKUP_TO, BACKUP_PASSPHRASE: env.BACKUP_PASSPHRASE })
const backUp = () => backUpOnSchedule(() => openBackupFolder()) // as a running server does

describe('backups', () => {
  let place: string
  const findNewest = () => join(place, readdirSync(place).toSorted().at(-1) ?? '')

  /** Makes a good backup, breaks it, and lets the server make another one after the cure. */
  async function breakAndCure(breaking: () => void, found: RegExp, cure: () => void = () => {}) {
    await emptyStore()
    await makeOperator()
    await pool.query('delete from backup_state')
    place = room()
    env.BACKUP_TO = place
    onTestFinished(() => {
      delete env.BACKUP_TO
      delete env.BACKUP_PASSPHRASE
      rmSync(place, { recursive: true, force: true })
    })
    await backUp()
    expect(await examine('backups', settings())).toMatchObject(isWell)
    breaking()
    expect(await examine('backups', settings())).toMatchObject(isBroken(found))
    cure()
    await backUp()
    expect(await examine('backups', settings())).toMatchObject(isWell)
  }

  test('whose newest file is missing', () =>
    breakAndCure(() => rmSync(findNewest()), /There is no backup in/))

  test('whose newest file was cut', () =>
    breakAndCure(
      () => writeFileSync(findNewest(), readFileSync(findNewest()).subarray(0, -20)),
      /has \d+ of \d+ bytes/,
      () => rmSync(findNewest()),
    ))

  test('whose newest file has other bytes', () =>
    breakAndCure(
      () => {
        const bytes = readFileSync(findNewest())
        bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
        writeFileSync(findNewest(), bytes)
      },
      /its bytes were changed/,
      () => rmSync(findNewest()),
    ))

  test('whose place was moved', () =>
    breakAndCure(() => (env.BACKUP_TO = join(place, 'moved')), /There is no folder .*moved/))

  test('whose place is a file', () =>
    breakAndCure(
      () => {
        env.BACKUP_TO = join(place, 'file')
        writeFileSync(env.BACKUP_TO, '')
      },
      /is not a folder/,
      () => rmSync(env.BACKUP_TO ?? ''),
    ))

  test('whose key is another one', () => {
    env.BACKUP_PASSPHRASE = 'sixteen characters'
    return breakAndCure(
      () => (env.BACKUP_PASSPHRASE = 'sixteen others here'),
      /BACKUP_PASSPHRASE does not open/,
      () => (env.BACKUP_PASSPHRASE = 'sixteen characters'),
    )
  })

  test('that are too old', async () => {
    place = room()
    env.BACKUP_TO = place
    onTestFinished(() => void delete env.BACKUP_TO)
    const file = 'broadsheet-20200101T000000Z-0.1.0.ndjson.gz'
    writeFileSync(join(place, file), '')
    await recordGoodBackup({ at: new Date('2020-01-01'), place, file, bytes: 0, seconds: 1 })
    expect(await examine('backups', settings())).toMatchObject(isBroken(/is \d+ days old/))
    await backUp()
    expect(await examine('backups', settings())).toMatchObject(isWell)
  })

  test('whose bucket does not exist', async () => {
    const s3 = await startS3()
    const at = (bucket: string) => ({ BACKUP_TO: `s3://${bucket}/newsroom`, BACKUP_S3_ENDPOINT: s3.url })
    await pool.query('delete from backup_state')
    expect(await examine('backups', at('mistyped'))).toMatchObject(
      isBroken(/s3:\/\/mistyped\/newsroom does not exist/),
    )
    const cured = await examine('backups', at('backups'))
    expect(cured).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/None was made yet/) as unknown,
    })
    await s3.stop()
  })
})

const copy = async () => {
  const folder = room()
  await copyStore(folder)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe.runIf(isEmbedded)('an embedded store', () => {
  test('that is elsewhere', async () => {
    const folder = await copy()
    expect(await examine('store', { DATA_DIR: join(folder, 'none') })).toMatchObject(
      isBroken(/There is no store in/),
    )
    expect(await examine('store', { DATA_DIR: folder })).toMatchObject(isWell)
  })

  test('that is damaged', async () => {
    const folder = await copy()
    const run = { env: { ...process.env, DATA_DIR: folder } }
    const backup = join(folder, 'by-hand.backup')
    expect((await ended(runTool(run, 'tools/backup.ts', backup))).code).toBe(0)
    writeFileSync(join(folder, 'store/PG_VERSION'), '0\n')
    const finding = await examine('store', { DATA_DIR: folder })
    expect(finding).toMatchObject(isBroken(/is damaged \(PG_VERSION/))
    expect(finding.advice).toContain('npm run restore -- FILE --force')
    expect((await ended(runTool(run, 'tools/restore.ts', backup, '--force'))).code).toBe(0)
    expect(await examine('store', { DATA_DIR: folder })).toMatchObject(isWell)
  })

  test.runIf(isRoot)('that belongs to another user', async () => {
    const folder = await copy()
    const give = (user: number) => {
      for (const path of [folder, join(folder, 'store')]) chownSync(path, user, user)
    }
    give(12_345)
    const run = { env: { ...process.env, DATA_DIR: folder } }
    const before = readdirSync(folder)
    expect(await ended(runTool(run, 'tools/restore.ts', import.meta.filename, '--force'))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/belongs to user 12345, .* as ops\/broadsheet does/) as unknown,
    })
    expect(readdirSync(folder)).toEqual(before)
    expect(await examine('store', { DATA_DIR: folder })).toMatchObject(isBroken(/belongs to user 12345/))
    give(0)
    expect(await examine('store', { DATA_DIR: folder })).toMatchObject(isWell)
  })

  test.runIf(isRoot && existsSync('/proc/mounts'))('whose disk is full', async () => {
    const folder = room()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs', folder])
    onTestFinished(() => void execFileSync('umount', [folder]))
    const nearlyFull = { DATA_DIR: folder, LEAST_ROOM_MB: '4' }
    writeFileSync(join(folder, 'large'), Buffer.alloc(98 * 1024 * 1024))
    expect(await examine('room', nearlyFull)).toMatchObject(isBroken(/has [12] MB of free space/))
    rmSync(join(folder, 'large'))
    expect(await examine('room', nearlyFull)).toMatchObject(isWell)
  })
})
