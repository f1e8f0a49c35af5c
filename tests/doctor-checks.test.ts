// Single checks of `npm run doctor`, for faults that its own test does not make.
// @store both
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkMail } from '../app/connectors/messages/check-mail.server.ts'
import { openBackupFolder } from '../app/platform/backup/backup-place.server.ts'
import { recordBackupFailure, recordGoodBackup } from '../app/platform/backup/backup-state.server.ts'
import { backUpStore } from '../app/platform/backup/backup.server.ts'
import { checkBackups } from '../app/platform/doctor/check-backups.server.ts'
import { checkClock, listServices } from '../app/platform/doctor/check-clock.server.ts'
import { checkServer } from '../app/platform/doctor/check-server.server.ts'
import { checkQueue } from '../app/platform/doctor/check-queue.server.ts'
import { checkRoom, checkSchema } from '../app/platform/doctor/check-store.server.ts'
import { isEmbedded, pool } from '../app/platform/store/database.server.ts'
import { env } from '../app/platform/env.server.ts'
import { startQueue } from '../app/platform/work/queue.server.ts'
import { toFileTime, toSnapshotFile } from '../app/platform/store/snapshot-files.server.ts'
import { emptyStore, makeOperator } from './support/fixtures.ts'
import { startMailServer } from './support/mail-server.ts'

const usual = { ...env }
const removeMigration = async (name: string) => {
  const { rows } = await pool.query<{ timestamp: string }>(
    'delete from kysely_migration where name = $1 returning timestamp',
    [name],
  )
  return rows[0]?.timestamp
}
const insertMigration = (name: string, timestamp = '') =>
  pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, timestamp])

const seeWorker = (time: string) => pool.query(`update pgboss.queue set monitor_claim_on = ${time}`)

beforeEach(emptyStore)
const UNSET = { SMTP_URL: undefined, BACKUP_TO: undefined, AI_BASE_URL: undefined, WEBSUB_HUB_URL: undefined }
afterEach(() => Object.assign(env, { ...UNSET, ...usual }))

describe('the clock', () => {
  test('that is an hour off another one is found', async () => {
    const service = createServer((_request, response) => {
      response.setHeader('date', new Date(Date.now() - 3_610_000).toUTCString()).end()
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
    expect(await checkClock([`http://${host}`])).toMatchObject({
      state: 'failed',
      found: `The clock of this machine is 1 hour ahead of the clock of ${host}. Codes of authenticator apps then fail.`,
    })
    service.close()
  })

  test('is never compared with itself', async () => {
    env.SITE_URL = 'https://news.example'
    env.AI_BASE_URL = 'http://localhost:11434/v1'
    env.WEBSUB_HUB_URL = 'https://news.example/hub'
    expect(listServices()).toEqual([])
    expect(await checkClock()).toMatchObject({
      state: 'not checked',
      found: 'No clock outside of this machine answered.',
    })
  })

  test('is compared with those of the services in the settings', () => {
    env.SITE_URL = 'https://news.broadsheet.org'
    env.AI_BASE_URL = 'https://models.example/v1'
    env.BACKUP_TO = 's3://backups/newsroom'
    expect(listServices()).toEqual([
      'https://models.example',
      'https://s3.us-east-1.amazonaws.com',
      'https://api.indexnow.org',
    ])
  })
})

test('a server that has stopped fails where readers come from elsewhere', async () => {
  const server = createServer((_request, response) => response.end('ready\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  env.PORT = (server.address() as AddressInfo).port
  env.SITE_URL = `http://localhost:${env.PORT}`
  expect(await checkServer()).toMatchObject({ state: 'ok' })
  server.close()
  const url = `http://127.0.0.1:${env.PORT}`
  expect(await checkServer()).toMatchObject({
    state: 'warning',
    found: `No server answers at ${url} or at ${env.SITE_URL}.`,
  })
  env.SITE_URL = 'https://news.example'
  expect(await checkServer()).toMatchObject({
    state: 'failed',
    found: `No server answers at ${url} or at https://news.example.`,
  })
})

test('a disk with little room is named before it is full', async () => {
  if (!isEmbedded) {
    expect((await checkRoom()).state).toBe('not checked')
    return
  }
  const free = Number(/has (\d+) MB/.exec((await checkRoom()).found)?.[1])
  env.LEAST_ROOM_MB = Math.floor(free / 3)
  expect((await checkRoom()).state).toBe('warning')
})

describe('the tables', () => {
  test('of an older version fail', async () => {
    const timestamp = await removeMigration('0004_redirects')
    expect(await checkSchema()).toMatchObject({
      state: 'failed',
      found: 'The store lacks 1 migration: 0004_redirects.',
    })
    await insertMigration('0004_redirects', timestamp)
  })

  test('of another history fail', async () => {
    await insertMigration('0004_elsewhere')
    expect(await checkSchema()).toMatchObject({
      state: 'failed',
      found: 'The store has 1 migration of another history of Broadsheet: 0004_elsewhere.',
    })
    await removeMigration('0004_elsewhere')
  })
})

describe('jobs that wait', () => {
  test.each([
    ['null', 'warning', '1 job is due, and the oldest one waits for 2 hours. No process works on jobs.'],
    [
      'now()',
      'failed',
      '1 job is due, and the oldest one waits for 2 hours, although a process works on jobs.',
    ],
  ])('while a worker was seen at %s are a %s', async (seenAt, state, found) => {
    const queue = await startQueue([{ name: 'deliver', work: () => Promise.resolve() }], false)
    await queue.stop()
    await pool.query('delete from pgboss.job')
    await pool.query(
      `insert into pgboss.job (name, start_after) values ('deliver', now() - interval '2 hours')`,
    )
    await seeWorker(seenAt)
    expect(await checkQueue()).toMatchObject({ state, found })
    await pool.query('delete from pgboss.job')
    await seeWorker('null')
  })
})

test('a mail server that takes mails is right, and mails without a public sender are named', async () => {
  const mail = await startMailServer()
  env.SMTP_URL = mail.url
  expect(await checkMail()).toMatchObject({ state: 'ok' })
  env.SMTP_URL = mail.url.replace(/\?.*/, '')
  expect(await checkMail()).toMatchObject({ state: 'warning' })
  await mail.stop()
  expect(await checkMail()).toMatchObject({
    state: 'failed',
    found: expect.stringMatching(/^The mail server \S+ cannot be used: connect ECONNREFUSED/),
  })
})

test.runIf(isEmbedded)('the newest snapshot may be old only while nothing changes', async () => {
  const file = toSnapshotFile(new Date())
  await backUpStore(file)
  utimesSync(file, new Date(), new Date(Date.now() - 2 * 86_400_000))
  expect(await checkBackups(openBackupFolder)).toEqual({
    state: 'ok',
    found: 'The newest snapshot is 2 days old and holds everything.',
    advice: null,
  })
  await makeOperator()
  expect(await checkBackups(openBackupFolder)).toMatchObject({
    state: 'warning',
    found: 'The newest snapshot is 2 days old, and the store has changed since.',
  })
  utimesSync(file, new Date(), new Date())
  expect((await checkBackups(openBackupFolder)).state).toBe('ok')
  rmSync(file)
})

const check = () => checkBackups(openBackupFolder)

const isBad = (found: RegExp) => ({ state: 'failed', found: expect.stringMatching(found) as unknown })

describe('scheduled backups', () => {
  let place: string
  let file: string

  beforeEach(async () => {
    place = mkdtempSync(join(tmpdir(), 'broadsheet-place-'))
    env.BACKUP_TO = place
    await makeOperator()
    await makeBackup(new Date())
  })
  afterEach(() => rmSync(place, { recursive: true, force: true }))

  /** Makes one as the schedule does, without its check. */
  async function makeBackup(at: Date): Promise<void> {
    const name = `broadsheet-${toFileTime(at)}-0.1.0.ndjson.gz`
    file = join(place, name)
    await backUpStore(file)
    await recordGoodBackup({ at, place, file: name, bytes: statSync(file).size, seconds: 1 })
  }

  test('are good if the newest file is there and whole', async () => {
    expect(await check()).toMatchObject({ state: 'ok', found: expect.stringMatching(/It is whole\.$/) })
    rmSync(file)
    expect(await check()).toMatchObject(isBad(/^There is no backup in .* The last good one was /))
    await pool.query('delete from backup_state')
    expect(await check()).toMatchObject({ state: 'warning' }) // none was made yet
  })

  test('are not good if the place was changed, and the new one is not made', async () => {
    env.BACKUP_TO = join(place, 'other')
    expect(await check()).toMatchObject(isBad(/^There is no folder .*other/))
    expect(existsSync(env.BACKUP_TO)).toBe(false)
  })

  test('are not good if the newest file was cut or changed', async () => {
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, -9))
    expect(await check()).toMatchObject(isBad(/has \d+ of \d+ bytes/))
    const middle = Math.floor(bytes.length / 2)
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
    writeFileSync(file, bytes)
    expect(await check()).toMatchObject(isBad(/its bytes were changed/))
  })

  test('are not good if the newest one is old, or if one has failed since', async () => {
    rmSync(file)
    await makeBackup(new Date(Date.now() - 3 * 86_400_000))
    expect(await check()).toMatchObject(isBad(/is 3 days old/))
    await recordBackupFailure('There is no room left.')
    expect(await check()).toMatchObject(isBad(/^There is no room left\. That was at /))
  })
})
