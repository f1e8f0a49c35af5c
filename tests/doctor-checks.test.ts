// Single checks of `npm run doctor`, for faults that its own test does not make.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rmSync, utimesSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkMail } from '../app/connectors/messages/check-mail.server.ts'
import { recordBackupFailure, recordGoodBackup } from '../app/platform/backup/backup-state.server.ts'
import { backUpStore } from '../app/platform/backup/backup.server.ts'
import { checkBackups } from '../app/platform/doctor/check-backups.server.ts'
import { checkClock } from '../app/platform/doctor/check-clock.server.ts'
import { checkQueue } from '../app/platform/doctor/check-queue.server.ts'
import { checkRoom, checkSchema } from '../app/platform/doctor/check-store.server.ts'
import { isEmbedded, pool } from '../app/platform/store/database.server.ts'
import { env } from '../app/platform/env.server.ts'
import { startQueue } from '../app/platform/work/queue.server.ts'
import { toSnapshotFile } from '../app/platform/store/snapshot-files.server.ts'
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
afterEach(() => Object.assign(env, { SMTP_URL: undefined, BACKUP_TO: undefined, ...usual }))

test('a clock that is an hour off another one is found', async () => {
  const site = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() - 3_610_000).toUTCString()).end()
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  env.SITE_URL = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  expect(await checkClock()).toMatchObject({
    state: 'failed',
    found: `The clock of this machine is 1 hour ahead of the clock of ${env.SITE_URL}. Codes of authenticator apps then fail.`,
  })
  site.close()
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
  expect(await checkBackups()).toEqual({
    state: 'ok',
    found: 'The newest snapshot is 2 days old and holds everything.',
    advice: null,
  })
  await makeOperator()
  expect(await checkBackups()).toMatchObject({
    state: 'warning',
    found: 'The newest snapshot is 2 days old, and the store has changed since.',
  })
  utimesSync(file, new Date(), new Date())
  expect((await checkBackups()).state).toBe('ok')
  rmSync(file)
})

const recordGood = (days: number) =>
  recordGoodBackup({
    at: new Date(Date.now() - days * 86_400_000),
    place: '/backups',
    file: 'a.backup',
    bytes: 1,
    seconds: 1,
  })

test('scheduled backups are judged by the last good one and by a failure since', async () => {
  env.BACKUP_TO = '/backups'
  expect(await checkBackups()).toMatchObject({ state: 'warning', found: 'No backup was made yet.' })
  await recordGood(3)
  const found = 'The last good backup is 3 days old: a.backup in /backups.'
  expect(await checkBackups()).toMatchObject({ state: 'failed', found })
  await recordGood(1)
  expect((await checkBackups()).state).toBe('ok')
  await recordBackupFailure('There is no room left.')
  expect(await checkBackups()).toMatchObject({
    state: 'failed',
    found: expect.stringMatching(/^There is no room left\. That was at /),
  })
})
