// Scheduled backups of a running server: of thousands of articles, and after kills at any time.
// @seconds 300
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RENDERER_VERSION } from '../../app/features/articles/markdown/markdown.ts'
import { findRoom } from '../support/postgres.ts'
import { readAll } from '../support/rows.ts'
import { ended, queryStore, runTool, startAgain, startServer, type TestServer } from '../support/server.ts'

const ARTICLES = 3000
const KILLS = 8
const GOOD = /^broadsheet-[^/]*\.ndjson\.gz\.age$/
const SETTINGS = {
  DEMO: 'off',
  BACKUP_EVERY: '1h',
  BACKUP_KEEP: '2',
  BACKUP_PASSPHRASE: 'sixteen characters',
}

let server: TestServer
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(process.env.TEST_TEMPLATE ?? findRoom(), 'backups-'))
  server = await startServer({ ...SETTINGS, BACKUP_TO: folder })
  await queryStore(
    server,
    // With the version of today: the job that renders older ones would change them during the backup.
    `insert into blog_posts (id, site_id, title, slug, content, content_html, excerpt, reading_minutes, author, published_at,
       renderer_version)
     select gen_random_uuid(), '00000000-0000-7000-8000-000000000000', 'Title ' || n, 'title-' || n, repeat(md5(n::text) || ' ', 300),
       repeat(md5(n::text) || ' ', 300), '', 1, 'Ines', now(), ${RENDERER_VERSION}
     from generate_series(1, ${ARTICLES}) as n`,
  )
}, 120_000)
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

const listNames = () => readdirSync(folder).toSorted()
// A job that is added by hand has no heartbeat, so that of a killed process would keep the next one away for a day.
const forgetLast = async () => {
  await queryStore(server, 'delete from backup_state')
  await queryStore(server, `delete from pgboss.job where name = 'back-up-store'`)
}
/** Adds the job, as the clock does: unless there is one already. */
const backUpLater = () =>
  queryStore(
    server,
    `insert into pgboss.job (name, policy, retry_limit) values ('back-up-store', 'exclusive', 0) on conflict do nothing`,
  )
const findGood = () => queryStore(server, 'select from backup_state where failure is null')
const untilGood = () => expect.poll(findGood, { timeout: 120_000, interval: 200 }).toHaveLength(1)

test('thousands of articles are backed up, restored for a check and brought back', async () => {
  const before = await readAll(server)
  await backUpLater()
  await untilGood()
  const [name = '', ...others] = listNames()
  expect(others).toEqual([])
  expect(name).toMatch(GOOD)
  const { code, output } = await ended(runTool(server, 'tools/restore.ts', join(folder, name), '--force'))
  expect(output).toMatch(/\d{4,} rows of .* restored/)
  expect(code).toBe(0)
  expect(await readAll(server)).toEqual(before)
}, 180_000)

test(
  'a process that is killed during a backup leaves only good ones under a good name',
  { timeout: 400_000 },
  async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await forgetLast()
      await backUpLater()
      await sleep(kill * 400)
      await server.kill()
      server = await startAgain(server)
    }
    await forgetLast()
    await backUpLater()
    await untilGood()
    const names = listNames()
    expect(names.filter((name) => !GOOD.test(name))).toEqual([])
    expect(names.length).toBeLessThanOrEqual(2)
    for (const name of names)
      expect((await ended(runTool(server, 'tools/restore.ts', join(folder, name), '--force'))).code).toBe(0)
  },
)
