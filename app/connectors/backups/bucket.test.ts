// Backups in a bucket of a server that speaks the protocol of S3.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Decrypter, generateX25519Identity } from 'age-encryption'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle } from '../../../tests/support/fixtures.ts'
import { refuseSecondPart, type S3Server, startS3 } from '../../../tests/support/s3-server.ts'
import { isDeep } from '../../../tests/support/tier.ts'
import { findLastBackup } from '../../platform/backup/backup-state.server.ts'
import { env } from '../../platform/env.server.ts'
import { backUpOnSchedule } from '../../platform/backup/scheduled-backup.server.ts'
import { openBucket } from './bucket.server.ts'

const MB = 1024 * 1024
const settings = { ...env }

let server: S3Server
let folder: string

beforeAll(async () => {
  server = await startS3()
  folder = mkdtempSync(join(tmpdir(), 'broadsheet-bucket-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  server.empty()
  env.BACKUP_TO = 's3://backups/newsroom'
  env.BACKUP_S3_ENDPOINT = server.url
})
afterEach(() => {
  for (const name of ['BACKUP_TO', 'BACKUP_S3_ENDPOINT', 'BACKUP_KEY_FILE', 'BACKUP_PASSPHRASE'] as const)
    delete env[name]
  Object.assign(env, settings)
})

function writeLarge(): { file: string; bytes: Buffer } {
  const [file, bytes] = [join(folder, 'large'), randomBytes(18 * MB)]
  writeFileSync(file, bytes)
  return { file, bytes }
}

test('a file of several parts comes back as it was, also under another name', async () => {
  const { file, bytes } = writeLarge()
  const bucket = await openBucket(6 * MB) // as if 6 MB were the most that one copy takes
  await bucket.put('large.unchecked', file)
  await bucket.rename('large.unchecked', 'large')
  expect(await bucket.list()).toEqual(['large'])
  expect(readFileSync(await bucket.read('large', join(folder, 'back'))).equals(bytes)).toBe(true)
  await bucket.remove('large')
  expect(await bucket.list()).toEqual([])
})

test('an upload that fails in the middle is aborted', async () => {
  const proxy = await refuseSecondPart(server)
  env.BACKUP_S3_ENDPOINT = proxy.url
  const bucket = await openBucket()
  await expect(bucket.put('large', writeLarge().file)).rejects.toThrow(
    's3://backups/newsroom refuses the credentials.',
  )
  expect(proxy.seen).toContainEqual(expect.stringMatching(/^DELETE .*uploadId=/))
  expect(await bucket.list()).toEqual([])
  proxy.stop()
})

describe('a scheduled backup', () => {
  beforeEach(async () => {
    await emptyStore()
    await makeArticle({ title: 'Whole' })
  })

  test('is stored encrypted, checked, and opened by age with the same key', async () => {
    env.BACKUP_KEY_FILE = join(folder, 'key.txt')
    const identity = await generateX25519Identity()
    writeFileSync(env.BACKUP_KEY_FILE, `# created: 2026-11-26\n${identity}\n`)
    await backUpOnSchedule(() => openBucket())
    const { good, failure } = await findLastBackup()
    expect(failure).toBeUndefined()
    expect(good).toMatchObject({ place: 's3://backups/newsroom' })
    const bucket = await openBucket()
    expect(await bucket.list()).toEqual([good?.file])
    expect(good?.file).toMatch(/^broadsheet-.*\.ndjson\.gz\.age$/)
    const stored = readFileSync(await bucket.read(good?.file ?? '', join(folder, 'stored')))
    expect(stored.length).toBe(good?.bytes)
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    expect(gunzipSync(await decrypter.decrypt(stored)).toString()).toContain('"title":"Whole"')
  })

  test.runIf(isDeep)('whose stored bytes are changed is a bad one, also behind a passphrase', async () => {
    env.BACKUP_PASSPHRASE = 'a long enough passphrase'
    const bucket = await openBucket()
    await backUpOnSchedule(() =>
      Promise.resolve({
        ...bucket,
        async put(name, file) {
          const bytes = readFileSync(file)
          bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20)
          writeFileSync(file, bytes)
          await bucket.put(name, file)
        },
      }),
    )
    expect(await bucket.list()).toEqual([expect.stringMatching(/\.age\.bad$/)])
    expect((await findLastBackup()).failure?.sentence).toContain('cannot be restored')
  })

  test.each([
    ['the bucket is missing', { BACKUP_TO: 's3://other' }, 's3://other does not exist. Make the bucket'],
    [
      'the server does not answer',
      { BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' },
      's3://backups/newsroom does not answer (ECONNREFUSED). Check BACKUP_S3_ENDPOINT.',
    ],
  ])('is refused in a sentence if %s', async (_, change, sentence) => {
    Object.assign(env, change)
    await backUpOnSchedule(() => openBucket())
    expect((await findLastBackup()).failure?.sentence).toContain(sentence)
  })
})
