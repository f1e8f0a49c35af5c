// Scheduled backups in a folder. What they need of a bucket is in connectors/backups/bucket.test.ts.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle } from '../../../tests/support/fixtures.ts'
import { isDeep } from '../../../tests/support/tier.ts'
import { type BackupPlace, BackupPlaceError, openBackupFolder } from './backup-place.server.ts'
import { findLastBackup } from './backup-state.server.ts'
import { checkBackup } from './backup.server.ts'
import { checkBackups } from '../doctor/check-backups.server.ts'
import { readFreeSpace } from '../disk-space.server.ts'
import { env } from '../env.server.ts'
import { metrics } from '../metrics.server.ts'
import { backUpOnSchedule } from './scheduled-backup.server.ts'
import { db } from '../store/database.server.ts'
import { toKeyId } from '../seal.server.ts'
import { listStoredBackups } from './stored-backups.server.ts'

const GOOD = /^broadsheet-\d{8}T\d{6}Z-\d+\.\d+\.\d+-key-[\da-f]{8}\.ndjson\.gz$/
const OLDER = [1, 2, 3].map((day) => `broadsheet-2020010${day}T030000Z-0.1.0.ndjson.gz`)
const WORK = join(env.DATA_DIR, 'backup-work')
const OF_FUTURE = expect.stringContaining('has a time in the future') as string

let folder: string
const settings = { ...env }
const listNames = () => readdirSync(folder).toSorted()
const backUp = (change: Partial<BackupPlace> = {}) =>
  backUpOnSchedule(async () => ({ ...(await openBackupFolder()), ...change }))
const countFailures = async () => (await metrics.backupFailures.get()).values[0]?.value ?? 0

beforeEach(async () => {
  await emptyStore()
  folder = mkdtempSync(join(tmpdir(), 'broadsheet-backups-'))
  env.BACKUP_TO = folder
})
afterEach(() => {
  Object.assign(env, settings)
  delete env.BACKUP_TO
  rmSync(folder, { recursive: true })
})

test('a backup is made, restored for a check and named when it is due, and not before', async () => {
  await makeArticle({ title: 'Whole' })
  // What a killed process left, what is older than BACKUP_KEEP, and files of others.
  writeFileSync(join(folder, `${OLDER[2]}.unchecked`), 'half')
  for (const name of [...OLDER, `${OLDER[0]}.bad`, `${OLDER[1]}.bad`, 'notes.txt'])
    writeFileSync(join(folder, name), '')
  env.BACKUP_KEEP = 2
  await backUp()
  const made = listNames().at(-2) ?? ''
  expect(made).toMatch(GOOD)
  expect(listNames()).toEqual([`${OLDER[1]}.bad`, OLDER[2], made, 'notes.txt'])
  const { rows } = await checkBackup(join(folder, made))
  expect(rows).toBeGreaterThan(1)
  const { size, mode } = statSync(join(folder, made))
  expect(mode & 0o777).toBe(0o600)
  const { good, failure } = await findLastBackup()
  expect(good).toMatchObject({ place: folder, file: made, bytes: size })
  expect(Date.now() - (good?.at.getTime() ?? 0)).toBeLessThan(60_000)
  expect(failure).toBeUndefined()
  expect(existsSync(WORK)).toBe(false)

  const keyId = toKeyId(env.APP_SECRET ?? '')
  const listed = await listStoredBackups(await openBackupFolder())
  expect(listed.map(({ state, fits }) => [state, fits])).toEqual([
    ['bad', undefined],
    ['good', undefined],
    ['good', true],
  ])
  expect(listed.at(-1)).toMatchObject({ name: made, bytes: size, keyId })
  env.APP_SECRET = 'another secret for tests only, of no value'
  const [, , foreign] = await listStoredBackups(await openBackupFolder())
  expect(foreign?.fits).toBe(false)

  await backUp()
  expect(listNames()).toContain(made)
  expect(listNames()).toHaveLength(4)

  // One that somebody has deleted is due again at once, and is counted, also if the next attempt fails.
  const failures = await countFailures()
  rmSync(join(folder, made))
  await backUp({ put: () => Promise.reject(new BackupPlaceError('The cable is out.')) })
  expect(await countFailures()).toBe(failures + 2)
  expect(await findLastBackup()).toMatchObject({
    good: undefined,
    failure: { sentence: 'The cable is out.' },
  })
})

test('a backup is made after a clock ran ahead, whose backup and failure have a time in the future', async () => {
  await makeArticle()
  await backUp()
  const [first = ''] = listNames()
  const ahead = first.replace(/\d{8}T\d{6}Z/, '20990101T030000Z')
  renameSync(join(folder, first), join(folder, ahead))
  const future = new Date('2099-01-01T03:00:00Z')
  await db.updateTable('backupState').set({ goodFile: ahead, goodAt: future }).execute()
  expect(await checkBackups(openBackupFolder)).toMatchObject({ state: 'failed', found: OF_FUTURE })
  await db.updateTable('backupState').set({ failedAt: future, failure: 'The cable is out.' }).execute()
  await backUp()
  const made = listNames().filter((name) => name !== ahead)
  expect(made).toEqual([expect.stringMatching(GOOD)])
  expect(await findLastBackup()).toMatchObject({ good: { file: made[0] }, failure: undefined })
  expect(await checkBackups(openBackupFolder)).toMatchObject({ state: 'ok' })
})

function flip(bytes: Buffer): Buffer {
  const middle = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  return bytes
}
function dropRow(bytes: Buffer): Buffer {
  const lines = gunzipSync(bytes).toString().split('\n').slice(0, -2)
  const text = `${lines.filter((line) => !line.startsWith('"deliveries"')).join('\n')}\n`
  return gzipSync(`${text}{"sha256":"${createHash('sha256').update(text).digest('hex')}"}\n`)
}

const damages: [string, (bytes: Buffer) => Buffer, string][] = [
  ['its bytes are changed', flip, 'its bytes were changed'],
  ['it lacks a row', dropRow, 'The backup has not the 1 rows of deliveries'],
]

// Every day the one that needs no scratch store.
test.each(damages.slice(0, isDeep ? 2 : 1))(
  'a stored backup is kept as a bad one and told if %s',
  async (_, damage, reason) => {
    await makeArticle()
    const failures = await countFailures()
    const { put } = await openBackupFolder()
    await backUp({
      async put(name, file) {
        await put(name, file)
        writeFileSync(join(folder, name), damage(readFileSync(file)))
      },
    })
    const [bad = '', ...others] = listNames()
    expect(others).toEqual([])
    expect(bad).toMatch(/\.bad$/)
    expect(bad.replace(/\.bad$/, '')).toMatch(GOOD)
    const { good, failure } = await findLastBackup()
    expect(good).toBeUndefined()
    expect(failure?.sentence).toContain(`${bad} cannot be restored (${reason}`)
    expect(await countFailures()).toBe(failures + 1)
    await backUp() // the next attempt is an hour later
    expect(listNames()).toEqual([bad])
  },
)

test('a backup that is interrupted leaves nothing that counts', async () => {
  const { put } = await openBackupFolder()
  const failing = async (name: string, file: string) => {
    await put(name, file)
    throw new BackupPlaceError('The cable is out.')
  }
  await backUp({ put: failing })
  expect(listNames()).toEqual([])
  expect(await findLastBackup()).toMatchObject({
    good: undefined,
    failure: { sentence: 'The cable is out.' },
  })
  expect(existsSync(WORK)).toBe(false)
})

describe('a place that cannot be written is told in a sentence', () => {
  test('if it is not a folder', async () => {
    env.BACKUP_TO = join(folder, 'file')
    writeFileSync(env.BACKUP_TO, '')
    await backUp()
    const { failure } = await findLastBackup()
    expect(failure?.sentence).toBe(`${env.BACKUP_TO} is not a folder. Set another BACKUP_TO.`)
  })

  test('if its disk is full', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, 'text')
    symlinkSync('/dev/full', join(folder, 'full')) // a link, because a copy that fails may remove its target
    const place = await openBackupFolder()
    await expect(place.put('full', file)).rejects.toThrow(`There is no room left in ${folder}. Make room`)
  })

  test('and so is a disk for its preparation that is full', async () => {
    rmSync(WORK, { recursive: true, force: true })
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    await backUp({ read: () => Promise.reject(full) })
    expect((await findLastBackup()).failure?.sentence).toBe(
      `There is no room left in ${env.DATA_DIR}, where backups are prepared. Make room.`,
    )
    expect(listNames()).toEqual([])
  })

  test('and so is one without the room for a backup as large as the newest, its copy and its check', async () => {
    const [newest = ''] = OLDER
    writeFileSync(join(folder, newest), '')
    const bytes = Math.ceil((await readFreeSpace()) / 2)
    await backUp({ size: () => Promise.resolve(bytes) })
    expect((await findLastBackup()).failure?.sentence).toMatch(
      /^There is not enough room in .* beside the \d+ MB of LEAST_ROOM_MB, and \d+ MB are free\. Make room\.$/,
    )
    expect(listNames()).toEqual([newest])
    expect(existsSync(WORK)).toBe(false)
  })
})

test('without BACKUP_TO, nothing is made', async () => {
  delete env.BACKUP_TO
  await backUp()
  expect(await findLastBackup()).toEqual({ good: undefined, failure: undefined })
})
