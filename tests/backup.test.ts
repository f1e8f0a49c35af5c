// Backups and restores: between databases, and from damaged files. A restore is complete or changes nothing.
// @seconds 40
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAIN_SITE_ID } from '../app/shared/sites.ts'
import { startPostgres } from './support/postgres.ts'
import { readAll } from './support/rows.ts'
import {
  addSite,
  ended,
  queryStore,
  runTool,
  signUp,
  startServer,
  type TestServer,
} from './support/server.ts'
import { isDeep } from './support/tier.ts'

const isEmbedded = process.env.TEST_STORE !== 'server'
const RUN_ID = '01890a5d-ac96-774b-bcce-b302099a8058'
const PASSWORD = 'a long enough password'

let server: TestServer
let folder: string
let file: string
let email: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'broadsheet-backup-'))
  file = join(folder, 'store.ndjson.gz')
  server = await startServer({ DEMO: 'off' })
  await addSite(server, 'Harbour')
  const account = await signUp(server)
  email = account.email
  await ended(runTool(server, 'tools/import.ts', 'demo/articles', '--source', 'demo'))
  await publish(server, account.cookie)
  await giveRows(server, account.email)
  const { code, output } = await ended(runTool(server, 'tools/backup.ts', file))
  if (code !== 0) throw new Error(output)
})
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true })
})

/** Inserts rows into the tables that the forms above do not fill. */
async function giveRows(to: TestServer, owner: string): Promise<void> {
  const [user] = await queryStore<{ id: string }>(to, `select id from users where email = '${owner}'`)
  for (const sql of [
    `insert into factors (id, user_id, factor_type, status, friendly_name, credential)
     values (gen_random_uuid(), '${user?.id}', 'webauthn', 'verified', 'Laptop', '{"id": "x", "counter": 7}')`,
    `insert into recovery_codes (user_id, code_hash) values ('${user?.id}', 'hash')`,
    `insert into runs (id, user_id, kind, input, state, total, finished_at)
     values ('${RUN_ID}', '${user?.id}', 'publish', '{"a": [1]}', 'done', 1, now())`,
    `insert into run_items (run_id, item_id, version, result) values ('${RUN_ID}', 'one', 1, '{"state": "ok"}')`,
    `insert into generated_pages (id, user_id, slug, meta_title, content)
     values (gen_random_uuid(), '${user?.id}', 'plumber-austin', 'Plumber', '<p>Text</p>')`,
    `insert into uploads (id, user_id, hash, width, height, bytes)
     values ('${RUN_ID}', '${user?.id}', 'hash', 1600, 900, 1)`,
    // More rows than a batch.
    `insert into upload_variants (upload_id, width, height, bytes)
     select '${RUN_ID}', n, 9, decode(repeat(lpad(to_hex(n), 2, '0') || '00ff5c', 250000), 'hex')
     from generate_series(1, 12) as n`,
    `insert into drafts (id, user_id, written_by, version, text)
     values ('${RUN_ID}', '${user?.id}', '${user?.id}', 3, '{"title": "Begun", "siteIds": []}')`,
    `insert into deleted_accounts (id) values (gen_random_uuid())`,
    `insert into ai_usage (user_id, day, tokens, calls) values ('${user?.id}', '2026-11-21', 1234, 2)`,
    `insert into variations (article_id, site_id, source_hash, state, title, content)
     select article_id, site_id, wanted_hash, 'written', 'Other words', 'Text' from deliveries`,
  ])
    await queryStore(to, sql)
}

async function publish(to: TestServer, cookie: string): Promise<void> {
  const [site] = await queryStore<{ id: string }>(to, `select id from target_sites where kind = 'hosted'`)
  const form = {
    title: 'Published',
    content: 'Text\u2028of\u2029it',
    author: 'Ines',
    tags: 'Sea',
    siteIds: [MAIN_SITE_ID, site?.id ?? ''],
  }
  const draftId = '01890a5d-ac96-774b-bcce-b302099a8057'
  expect((await to.ask('/publisher', { headers: { cookie }, form: { ...form, draftId } })).status).toBe(200)
}

const restore = (to: Pick<TestServer, 'env'>, ...args: string[]) =>
  ended(runTool(to, 'tools/restore.ts', ...args))

describe('a backup', () => {
  test('restores the same rows, and accounts can sign in as before', async () => {
    const other = await startServer({ DEMO: 'off' })
    const { code, output } = await restore(other, file)
    expect(output).toMatch(/\d+ rows of .* restored/)
    expect(code).toBe(0)
    expect(await readAll(other)).toEqual(await readAll(server))
    const answer = await other.ask('/auth', { form: { intent: 'sign-in', email, password: PASSWORD } })
    expect(answer.status).toBe(302)
    await other.end()
  })

  test('that is encrypted is restored with its key alone', async () => {
    const identity = await generateX25519Identity()
    const encrypter = new Encrypter()
    encrypter.addRecipient(await identityToRecipient(identity))
    const sealed = join(folder, 'store.ndjson.gz.age')
    writeFileSync(sealed, await encrypter.encrypt(readFileSync(file)))
    const restoreWith = async (key: string) => {
      const BACKUP_KEY_FILE = join(folder, 'key.txt')
      writeFileSync(BACKUP_KEY_FILE, `# a key\n${key}\n`)
      return restore({ env: { ...server.env, BACKUP_KEY_FILE } }, sealed, '--force')
    }
    const before = await readAll(server)
    expect(await restoreWith(await generateX25519Identity())).toEqual({
      code: 1,
      output: `BACKUP_KEY_FILE does not open ${sealed}. Set the key that it was made with.\n`,
    })
    expect((await restore(server, sealed, '--force')).output).toMatch(/^The backup is encrypted\. Set the/)
    await queryStore(server, `update blog_posts set title = 'Spoiled' where slug = 'published'`)
    expect((await restoreWith(identity)).code).toBe(0)
    expect(await readAll(server)).toEqual(before)
  })

  test.runIf(isDeep && isEmbedded)(
    'can be moved from the embedded store to a Postgres server and back',
    { timeout: 180_000 },
    async () => {
      const postgres = await startPostgres()
      const far = await startServer({ DEMO: 'off', DATABASE_URL: postgres.url })
      expect((await restore(far, file)).code).toBe(0)
      expect(await readAll(far)).toEqual(await readAll(server))
      const back = join(folder, 'back.ndjson.gz')
      expect((await ended(runTool(far, 'tools/backup.ts', back))).code).toBe(0)
      const home = await startServer({ DEMO: 'off' })
      expect((await restore(home, back)).code).toBe(0)
      expect(await readAll(home)).toEqual(await readAll(server))
      for (const each of [far, home]) await each.stop()
      for (const each of [far, home]) each.forget()
      await postgres.stop()
    },
  )

  test('contains no session, and only its owner may read the file', () => {
    const text = gunzipSync(readFileSync(file)).toString()
    expect(text).not.toContain('"sessions"')
    expect(text).toContain('"users":{')
    expect(text).not.toContain('tag_keys')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('leaves the tables of an older version as they are', async () => {
    const other = await startServer({ DEMO: 'off' })
    const last = '(select max(name) from kysely_migration)'
    await queryStore(other, `delete from kysely_migration where name = ${last}`)
    const [applied] = await queryStore<{ name: string }>(other, `select ${last} as name`)
    await other.stop()
    const older = join(folder, 'older.ndjson.gz')
    expect(await ended(runTool(other, 'tools/backup.ts', older))).toMatchObject({ code: 0 })
    other.forget()
    const [head = ''] = gunzipSync(readFileSync(older)).toString().split('\n')
    expect((JSON.parse(head) as { migrations: string[] }).migrations.at(-1)).toBe(applied?.name)
  })

  test.runIf(isEmbedded)('of a store that is not there makes none', async () => {
    const none = join(folder, 'none')
    const run = { env: { ...server.env, DATA_DIR: none } }
    const { code, output } = await ended(runTool(run, 'tools/backup.ts', join(folder, 'none.ndjson.gz')))
    expect(code).toBe(1)
    expect(output).toContain(`There is no store in ${none}.`)
    expect(existsSync(none)).toBe(false)
  })

  test.runIf(!isEmbedded)('of a database without tables is refused', async () => {
    await queryStore(server, 'create database without_tables')
    const url = Object.assign(new URL(server.env.DATABASE_URL ?? ''), { pathname: '/without_tables' })
    const run = { env: { ...server.env, DATABASE_URL: url.href } }
    const refused = await ended(runTool(run, 'tools/backup.ts', join(folder, 'none.ndjson.gz')))
    await queryStore(server, 'drop database without_tables')
    expect(refused).toEqual({
      code: 1,
      output: 'The store has no tables yet: there is nothing to back up.\n',
    })
  })

  test('replaces a file only with --force', async () => {
    const refused = await ended(runTool(server, 'tools/backup.ts', file))
    expect(refused).toEqual({ code: 1, output: `${file} is there already. Say --force to replace it.\n` })
  })
})

describe('a restore', () => {
  test.runIf(isDeep)(
    'refuses a store that is not empty; with --force, it replaces the data while a server runs',
    async () => {
      const before = await readAll(server)
      await ended(runTool(server, 'tools/sites.ts', 'add', 'Late', 'http://late.localhost'))
      const changed = await readAll(server)
      expect((await server.ask('/', { host: 'late.localhost' })).status).toBeOneOf([200, 421])
      const refused = await restore(server, file)
      expect(refused.code).toBe(1)
      expect(refused.output).toBe(
        'The store is not empty. Say --force to put the backup in the place of what is there.\n',
      )
      expect(await readAll(server)).toEqual(changed)
      expect((await restore(server, file, '--force')).code).toBe(0)
      expect(await readAll(server)).toEqual(before)
      await expect
        .poll(async () => (await server.ask('/', { host: 'late.localhost' })).status, { timeout: 5000 })
        .toBe(421)
    },
  )

  test.runIf(isDeep)('invalidates all cached pages', async () => {
    expect((await server.ask('/article/published')).status).toBe(200)
    await queryStore(
      server,
      `update blog_posts set title = 'Spoiled', content_html = 'Spoiled' where slug = 'published'`,
    )
    const { code } = await restore(server, file, '--force')
    expect(code).toBe(0)
    await expect
      .poll(async () => (await server.ask('/article/published')).body, { timeout: 5000 })
      .not.toContain('Spoiled')
  })

  test.runIf(isDeep)('resumes deliveries whose jobs are missing', async () => {
    await queryStore(server, `update deliveries set delivered_hash = null, state = 'pending'`)
    await queryStore(server, `delete from blog_posts where origin_id is not null`)
    const owed = join(folder, 'owed.ndjson.gz')
    await ended(runTool(server, 'tools/backup.ts', owed))
    await queryStore(server, 'delete from pgboss.job')
    expect((await restore(server, owed, '--force')).code).toBe(0)
    await expect
      .poll(async () => (await server.ask('/article/published', { host: 'harbour.localhost' })).status, {
        timeout: 20_000,
      })
      .toBe(200)
    expect((await restore(server, file, '--force')).code).toBe(0)
  })

  const damages: [string, () => Buffer][] = [
    ['cut off', () => readFileSync(file).subarray(0, 20_000)],
    ['cut off at a line', () => gzipSync(lines().slice(0, 10).join('\n'))],
    ['altered', () => gzipSync(lines().join('\n').replace('Published', 'Pablished'))],
    ['without a row', () => gzipSync(lines().toSpliced(5, 1).join('\n'))],
    ['with a flipped bit', () => flip(readFileSync(file))],
    ['followed by something', () => gzipSync(`${lines().join('\n')}{}\n`)],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('hello')],
  ]

  // Every day a file that is too short, and one with a wrong checksum.
  const chosen = damages.filter((_, index) => isDeep || index % 4 === 0)
  test.each(chosen)('refuses a file that is %s in one sentence, and changes nothing', async (_, make) => {
    const before = await readAll(server)
    const bad = join(folder, 'bad.ndjson.gz')
    writeFileSync(bad, make())
    const { code, output } = await restore(server, bad, '--force')
    expect(code).toBe(1)
    expect(output).toMatch(/^.*bad\.ndjson\.gz is no whole backup: .* Nothing was changed\.\n$/)
    expect(await readAll(server)).toEqual(before)
  })

  test('refuses a backup of a newer version', async () => {
    const newer = join(folder, 'newer.ndjson.gz')
    writeFileSync(
      newer,
      reseal(lines().join('\n').replace('"0004_redirects"', '"0004_redirects","9999_future"')),
    )
    const { code, output } = await restore(server, newer, '--force')
    expect({ code, output }).toEqual({
      code: 1,
      output: 'The backup is from a newer version than this one. Nothing was changed.\n',
    })
  })
})

const ofMain = (row: string) => {
  const [, json = '{}'] = /^"deliveries":(.*)$/.exec(row) ?? []
  const { article_id, site_id, state } = JSON.parse(json) as Record<string, string>
  return site_id === MAIN_SITE_ID ? [{ article_id, state }] : []
}
const onMain = (row: string) =>
  row.startsWith('"blog_posts":') ? row.replace('"site_id":null', `"site_id":"${MAIN_SITE_ID}"`) : row

test('a backup from before the main site was a target site gets what it lacks', async () => {
  const [head = '', ...rows] = lines()
  const older = JSON.parse(head) as { migrations: string[]; tables: { name: string; rows: number }[] }
  older.migrations = older.migrations.filter((name) => !name.startsWith('0047'))
  const lacking = rows.flatMap(ofMain)
  for (const table of older.tables) if (table.name === 'deliveries') table.rows -= lacking.length
  const earlier = rows.filter((row) => ofMain(row).length === 0).map(onMain)
  const old = join(folder, 'old.ndjson.gz')
  writeFileSync(old, reseal([JSON.stringify(older), ...earlier].join('\n')))

  const other = await startServer({ DEMO: 'off' })
  expect(await restore(other, old)).toMatchObject({ code: 0 })
  const found = await queryStore(
    other,
    `select article_id, state from deliveries where site_id = '${MAIN_SITE_ID}' order by id`,
  )
  expect(found).toEqual(lacking)
  expect(await queryStore(other, `select text->'siteIds' as ids from drafts`)).toEqual([
    { ids: [MAIN_SITE_ID] },
  ])
  await other.end()
})

/** The columns that a migration added, by their tables. A backup from before it has none of them. */
const LATER: Record<string, string> = {
  deleted_entries: 'labels',
  blog_posts: 'cover',
  revisions: 'cause',
  installation: 'keeps_sign_up_open',
}
const CHANGES = /^(0030|0039|0041|0045|0055|0069|0073|0100)_/
const PICTURE = 'https://pictures.example/a.jpg'
const PAGE = `{"title": "About", "siteIds": ["${MAIN_SITE_ID}"]}`
const OF_PUBLISHED = `slug = 'published' and origin_id is null`

/** Stores rows as versions before these migrations had them. */
async function giveEarlierRows(): Promise<void> {
  const [user] = await queryStore<{ id: string }>(server, `select id from users where email = '${email}'`)
  const id = user?.id ?? ''
  for (const sql of [
    `update blog_posts set lang = 'de', image_url = '${PICTURE}' where ${OF_PUBLISHED}`,
    `insert into drafts (id, user_id, written_by, version, text, base)
     select id, '${id}', '${id}', 1, '{"title": "Copy", "siteIds": []}', '{}' from blog_posts where ${OF_PUBLISHED}`,
    `insert into revisions (id, article_id, user_id, made_by, number, kind, text, changed, cause)
     values (gen_random_uuid(), '${RUN_ID}', '${id}', '${id}', 1, 'saved', '{}', '{}', 'picture')`,
    `insert into deleted_entries (user_id, kind, entries, count, labels)
     values ('${id}', 'cities', '[{"name": "Austin", "state": "TX"}]', 1, '{}')`,
    `insert into tags (user_id, tag_key) values ('${id}', 'cafe\u0301')`,
    `insert into author_profiles (user_id, name) values ('${id}', 'Zoe\u0308')`,
    `with page as (
       update blog_posts set site_id = null
       where id = (select min(id::text)::uuid from blog_posts where import_key is not null and origin_id is null)
       returning id
     ) insert into site_pages (article_id, site_id, path) select id, '${MAIN_SITE_ID}', '/earlier' from page`,
    `insert into drafts (id, user_id, written_by, version, text, base)
     select article_id, '${id}', '${id}', 1, '${PAGE}', '${PAGE}' from site_pages where path = '/earlier'`,
    `insert into plans (id, user_id, article_id, kind, due_at, revision, site_ids)
     select gen_random_uuid(), '${id}', article_id, 'publish', now() + interval '1 year', 1, array['${MAIN_SITE_ID}'::uuid]
     from site_pages where path = '/earlier'`,
  ])
    await queryStore(server, sql)
}

test('a backup of an older version gets what later migrations did to its rows', async () => {
  await giveEarlierRows()
  const whole = join(folder, 'earlier.ndjson.gz')
  await ended(runTool(server, 'tools/backup.ts', whole))
  const [head = '', ...rows] = lines(whole)
  const older = JSON.parse(head) as { migrations: string[]; tables: { name: string; columns: string[] }[] }
  older.migrations = older.migrations.filter((name) => !CHANGES.test(name))
  for (const table of older.tables)
    table.columns = table.columns.filter((column) => column !== LATER[table.name])
  writeFileSync(whole, reseal([JSON.stringify(older), ...rows].join('\n')))

  expect(await restore(server, whole, '--force')).toMatchObject({ code: 0 })
  const found = await queryStore(
    server,
    `select cover, (select keeps_sign_up_open from installation) as "isOpen",
       (select array_agg(distinct text->>'lang') from revisions
         where article_id = blog_posts.id and revisions.site_id is null) as revised,
       (select text->>'lang' from drafts where drafts.id = blog_posts.id) as begun,
       (select cause from revisions where article_id = '${RUN_ID}') as cause,
       (select labels from deleted_entries) as labels,
       (select tag_key from tags) as tag, (select name from author_profiles) as author,
       (select text->'siteIds' from drafts join site_pages on article_id = drafts.id where path = '/earlier') as "siteIds",
       (select site_ids from plans) as planned,
       (select count(*) > 0 from revisions where cause = 'variation') as varied
     from blog_posts where ${OF_PUBLISHED}`,
  )
  expect(found).toEqual([
    {
      cover: PICTURE,
      isOpen: true,
      revised: ['de'],
      begun: 'de',
      cause: 'save',
      labels: ['Austin, TX'],
      tag: 'caf\u00E9',
      author: 'Zo\u00EB',
      siteIds: [],
      planned: [],
      varied: true,
    },
  ])
})

const lines = (from = file) => gunzipSync(readFileSync(from)).toString().split('\n')

/**
 * Flips a bit in the middle. Flips another one if the content stays the same, as in a reference to one of two equal
 * texts.
 */
function flip(bytes: Buffer, at = bytes.length >> 1): Buffer {
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
  return isSame(flipped, bytes) ? flip(bytes, at + 1) : flipped
}

function isSame(one: Buffer, other: Buffer): boolean {
  try {
    return gunzipSync(one).equals(gunzipSync(other))
  } catch {
    return false
  }
}

/** Returns the same lines with a matching checksum. */
function reseal(text: string): Buffer {
  const body = text.slice(0, text.lastIndexOf('{"sha256"'))
  const sha256 = createHash('sha256').update(body).digest('hex')
  return gzipSync(`${body}${JSON.stringify({ sha256 })}\n`)
}

test('the help of a backup says that the secret has to be kept, and what it opens', async () => {
  const { output } = await ended(runTool(server, 'tools/backup.ts', '--help'))
  expect(output).toContain('it seals the credentials of sites and the second factors')
  expect(output).not.toContain('only signs the sessions')
})
