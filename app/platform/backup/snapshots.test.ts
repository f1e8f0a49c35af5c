// @store embedded
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeOperator } from '../../../tests/support/fixtures.ts'
import { db, isEmbedded } from '../store/database.server.ts'
import { readFreeSpace } from '../disk-space.server.ts'
import { env } from '../env.server.ts'
import { findNewestSnapshot } from '../store/snapshot-files.server.ts'
import { snapshotStore } from './snapshots.server.ts'

const DIR = join(env.DATA_DIR, 'snapshots')
const listNames = () => (existsSync(DIR) ? readdirSync(DIR).toSorted() : [])
const untilNextName = () => sleep(1100) // a name per second

beforeEach(emptyStore)
afterEach(() => rmSync(DIR, { recursive: true, force: true }))

test.runIf(!isEmbedded)('a Postgres server gets no snapshots', async () => {
  await makeArticle()
  await snapshotStore()
  expect(listNames()).toEqual([])
})

describe.runIf(isEmbedded)('a snapshot', () => {
  test('is written only after a change', async () => {
    const changes = [
      () => makeArticle({ title: 'Whole' }),
      () => makeOperator(),
      () => db.updateTable('blogPosts').set({ title: 'Edited' }).execute(),
      () => db.deleteFrom('blogPosts').execute(),
    ]
    for (const [index, change] of changes.entries()) {
      await change()
      await snapshotStore()
      await untilNextName()
      await snapshotStore()
      expect(listNames()).toHaveLength(index + 1)
    }
    const [first = ''] = listNames()
    expect(first).toMatch(/^\d{8}T\d{6}Z\.ndjson\.gz$/)
    expect(gunzipSync(readFileSync(join(DIR, first))).toString()).toContain('"title":"Whole"')
  })

  test('is written again if the newest one cannot be read', async () => {
    await snapshotStore()
    for (const name of listNames()) writeFileSync(join(DIR, name), 'damaged')
    await untilNextName()
    await snapshotStore()
    expect(listNames()).toHaveLength(2)
  })

  test('is kept if it is among the newest 12, or the last of one of the newest 7 days', async () => {
    const days = ['01', '02', '03', '04', '05', '06', '07', '08', '09'].map((day) => `202001${day}`)
    const old = days.flatMap((day) => ['09', '21'].map((hour) => `${day}T${hour}0000Z.ndjson.gz`))
    const recent = Array.from({ length: 12 }, (_, index) => `20200110T${10 + index}0000Z.ndjson.gz`)
    mkdirSync(DIR)
    for (const name of [...old, ...recent, '20200110T220000Z.ndjson.gz.7.part'])
      writeFileSync(join(DIR, name), '')
    await snapshotStore()
    const [mine] = listNames().slice(-1)
    const lastOfDays = ['05', '06', '07', '08', '09'].map((day) => `202001${day}T210000Z.ndjson.gz`)
    expect(listNames()).toEqual([...lastOfDays, ...recent.slice(1), mine])
  })

  test('is written after a clock ran ahead, and is then the newest', async () => {
    const ahead = '20990101T100000Z.ndjson.gz'
    await snapshotStore()
    for (const name of listNames()) renameSync(join(DIR, name), join(DIR, ahead))
    expect(findNewestSnapshot()).toBe(join(DIR, ahead)) // better than none
    await snapshotStore()
    const [mine = '', ...others] = listNames()
    expect(others).toEqual([ahead])
    expect(findNewestSnapshot()).toBe(join(DIR, mine))
    await untilNextName()
    await snapshotStore()
    expect(listNames()).toEqual([mine, ahead])
  })

  test('is not begun without the room for one as large as the newest, and what is not kept goes first', async () => {
    const names = Array.from({ length: 14 }, (_, index) => `20200110T${10 + index}0000Z.ndjson.gz`)
    mkdirSync(DIR)
    for (const name of names) writeFileSync(join(DIR, name), '')
    const newest = join(DIR, names.at(-1) ?? '')
    truncateSync(newest, (await readFreeSpace()) + 1024 ** 3) // takes no room
    await expect(snapshotStore()).rejects.toThrow(/^There is not enough room in .* Make room\.$/)
    expect(listNames()).toEqual(names.slice(-12))
    truncateSync(newest)
    await snapshotStore()
    expect(listNames().slice(0, -1)).toEqual(names.slice(-11))
  })

  test('that cannot be written leaves no file, and does not prevent the next one', async () => {
    writeFileSync(DIR, 'in the way')
    await expect(snapshotStore()).rejects.toThrow(/EEXIST|ENOTDIR/)
    rmSync(DIR)
    await snapshotStore()
    expect(listNames()).toHaveLength(1)
  })
})
