// Damage to an embedded store by a power cut: a start finds a sound store, or refuses and names the restore command.
// @seconds 100
import { spawn } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbeddedStore, StoreUnreadableError } from '../../app/platform/store/embedded-store.server.ts'
import { findRoom } from '../support/postgres.ts'
import { readAll, runJob } from '../support/rows.ts'
import {
  addSite,
  ended,
  queryStore,
  runTool,
  signUp,
  startAgain,
  startServer,
  type TestServer,
} from '../support/server.ts'

const PAGE = 8192
const isEmbedded = process.env.TEST_STORE !== 'server'

let server: TestServer
let folder: string
let killed: string
let closed: string
let before: Record<string, unknown>
let paths: Record<string, string>

// Two copies of a busy store: of a killed one, whose last writes are only in the journal, and of a closed one.
beforeAll(async () => {
  if (!isEmbedded) return
  folder = mkdtempSync(join(process.env.TEST_TEMPLATE ?? findRoom(), 'damage-'))
  server = await startServer({ DEMO: 'off' })
  await ended(runTool(server, 'tools/import.ts', 'demo/articles', '--source', 'demo'))
  await signUp(server)
  // The journal would repair pages that were written since the last checkpoint. A read may write too: the first read of
  // a row may mark on its page that its transaction has ended.
  expect(await runJob(server, 'snapshot-store')).toBe('completed')
  await readAll(server)
  await queryStore(server, 'checkpoint')
  await addSite(server, 'Harbour')
  before = await readAll(server)
  paths = await findPaths()
  await server.kill()
  killed = copyStore(server.dataDir, 'killed')
  server = await startAgain(server)
  expect(await server.stop()).toBe(0)
  closed = copyStore(server.dataDir, 'closed')
}, 120_000)
afterAll(() => {
  server?.forget()
  if (folder) rmSync(folder, { recursive: true })
})

async function findPaths(): Promise<Record<string, string>> {
  const rows = await queryStore<{ name: string; path: string }>(
    server,
    `select c.oid::regclass::text as name, pg_relation_filepath(c.oid) as path from pg_class c where relkind in ('r', 'i')
     union all select 'texts of ' || c.oid::regclass::text, pg_relation_filepath(reltoastrelid) from pg_class c where reltoastrelid > 0`,
  )
  return Object.fromEntries(rows.map(({ name, path }) => [name, path]))
}

function copyStore(from: string, name: string): string {
  const to = join(folder, name)
  cpSync(join(from, 'store'), join(to, 'store'), { recursive: true })
  return to
}

type Damage = (file: string) => void

const overwrite =
  (page: number, bytes: Buffer): Damage =>
  (file) => {
    const descriptor = openSync(file, 'r+')
    writeSync(descriptor, bytes, 0, bytes.length, page * PAGE)
    closeSync(descriptor)
  }
const empty = (page: number) => overwrite(page, Buffer.alloc(PAGE))
const scramble = (page: number) => overwrite(page, randomFillSync(Buffer.alloc(PAGE)))
const cutOff: Damage = (file) => truncateSync(file, PAGE)

/** Damages a file in a copy of a store. Returns the error of an attempt to open it. */
async function refusal(of: string, file: string, damage: Damage): Promise<unknown> {
  const work = mkdtempSync(join(folder, 'work-'))
  cpSync(of, work, { recursive: true })
  damage(join(work, 'store', file))
  try {
    await (await openEmbeddedStore(work)).close()
    await (await openEmbeddedStore(work)).close() // a second start
    return undefined
  } catch (error) {
    return error
  } finally {
    rmSync(work, { recursive: true })
  }
}

describe.runIf(isEmbedded)('a store whose process was killed', () => {
  test('opens with every row', async () => {
    expect(await refusal(killed, 'PG_VERSION', () => {})).toBeUndefined()
    const dataDir = mkdtempSync(join(folder, 'whole-'))
    cpSync(killed, dataDir, { recursive: true })
    const again = await startAgain({ ...server, dataDir, env: { ...server.env, DATA_DIR: dataDir } })
    expect(await readAll(again)).toEqual(before)
    await again.stop()
  })

  const damages: [string, string, Damage][] = [
    ['rows of articles are empty', 'blog_posts', empty(1)],
    ['rows of articles are gone', 'blog_posts', cutOff],
    ['rows of articles are scrambled', 'blog_posts', scramble(0)],
    ['long texts are empty', 'texts of blog_posts', empty(2)],
    ['an index is empty', 'kysely_migration_pkey', empty(1)], // not used, so not in the journal
    ['the index of words is scrambled', 'article_search_content_idx', scramble(5)],
    ['the index of words is cut off', 'article_search_content_idx', cutOff],
    ['a table of the system has an empty page', 'pg_proc', empty(20)],
    ['a table of the system is scrambled', 'pg_class', scramble(0)],
  ]

  test.each(damages)('is refused if %s', async (_, name, damage) => {
    expect(await refusal(killed, paths[name] ?? '', damage)).toBeInstanceOf(StoreUnreadableError)
  })

  test('is refused, and not replaced by a new one, if PG_VERSION is missing', async () => {
    expect(await refusal(killed, 'PG_VERSION', rmSync)).toBeInstanceOf(StoreUnreadableError)
  })

  test('is refused if the state of transactions is lost', async () => {
    expect(await refusal(killed, 'pg_xact/0000', empty(0))).toBeInstanceOf(StoreUnreadableError)
  })
})

const withoutSeal: Damage = (seal) => {
  rmSync(seal)
  cutOff(join(seal, '..', paths.blog_posts ?? ''))
}

describe.runIf(isEmbedded)('a store that was closed', () => {
  test('is refused with the name of any changed file', async () => {
    const files = readdirSync(join(closed, 'store'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'seal.json')
      .map((entry) => join(entry.parentPath, entry.name).slice(join(closed, 'store/').length))
    const chosen = files.filter((_, index) => index % 97 === 0)
    expect(chosen.length).toBeGreaterThan(9)
    for (const file of chosen) {
      const error = await refusal(closed, file, (path) => writeFileSync(path, 'x', { flag: 'a' }))
      expect(error, file).toBeInstanceOf(StoreUnreadableError)
      expect((error as Error).message).toBe(`${file} is not as it was written`)
    }
  })

  test('is checked as a whole if its seal is missing or damaged', async () => {
    expect(await refusal(closed, 'seal.json', rmSync)).toBeUndefined()
    expect(await refusal(closed, 'seal.json', empty(0))).toBeUndefined()
    expect(await refusal(closed, 'seal.json', withoutSeal)).toBeInstanceOf(StoreUnreadableError)
  })
})

const start = () => ended(runTool(server, 'tools/start.ts', '--no-build'))
const run = (command: string) => {
  const direct = command.replace('npm run restore --', `"${process.execPath}" tools/restore.ts`) // without an installation
  return ended(spawn('sh', ['-c', direct], { env: server.env }))
}
const listAside = () => readdirSync(server.dataDir).filter((name) => name.startsWith('store-damaged-'))

describe.runIf(isEmbedded)('the restore command', () => {
  test(
    'in the error of a start restores the newest snapshot with the same rows',
    { timeout: 180_000 },
    async () => {
      server = await startAgain(server)
      expect(await runJob(server, 'snapshot-store')).toBe('completed')
      await server.stop()
      truncateSync(join(server.dataDir, 'store', paths.blog_posts ?? ''), PAGE)

      const refused = await start()
      expect(refused.code).toBe(1)
      expect(refused.output.trim().split('\n')).toHaveLength(1)
      const command = /DATA_DIR=.* --force$/.exec(refused.output.trim())?.[0] ?? ''
      const snapshots = readdirSync(join(server.dataDir, 'snapshots'))
      expect(command).toContain(
        `npm run restore -- ${join(server.dataDir, 'snapshots', snapshots.at(-1) ?? '')}`,
      )

      const restored = await run(command)
      expect(restored.code, restored.output).toBe(0)
      const aside = listAside()
      expect(aside).toHaveLength(1)
      expect(restored.output).toContain(aside[0])
      server = await startAgain(server)
      expect(await readAll(server)).toEqual(before)
      expect((await server.ask('/')).status).toBe(200)
      expect(await server.stop()).toBe(0)
    },
  )

  test('is named again after an interrupted restore', { timeout: 180_000 }, async () => {
    const [aside = ''] = listAside()
    writeFileSync(join(server.dataDir, 'restoring'), join(server.dataDir, aside))
    const refused = await start()
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('a restore did not come to its end')
    const restored = await run(/DATA_DIR=.* --force$/.exec(refused.output.trim())?.[0] ?? '')
    expect(restored.code, restored.output).toBe(0)
    expect(existsSync(join(server.dataDir, aside))).toBe(true)
    server = await startAgain(server)
    expect(await readAll(server)).toEqual(before)
    expect(await server.stop()).toBe(0)
  })

  test('names a backup if there is no snapshot', async () => {
    renameSync(join(server.dataDir, 'snapshots'), join(server.dataDir, 'away'))
    truncateSync(join(server.dataDir, 'store/global/pg_control'), 100)
    const { code, output } = await start()
    expect(code).toBe(1)
    expect(output).toMatch(/has no snapshot; this brings back a backup: .*npm run restore -- FILE --force$/m)
  })
})

test.runIf(isEmbedded)('a snapshot that cannot be written is logged, and the server continues', async () => {
  const full = await startServer({ DEMO: 'off', LOG_LEVEL: 'warn' })
  writeFileSync(join(full.dataDir, 'snapshots'), 'in the way')
  expect(await runJob(full, 'snapshot-store')).toBe('failed')
  expect(full.output()).toMatch(/"job":"snapshot-store".*"event":"job.failed"/)
  expect((await full.ask('/')).status).toBe(200)
  expect(await full.stop()).toBe(0)
  full.forget()
})
