// @store server
// A store from before an account had members (decision 65). Its rows stay where they are, all that was under way goes on,
// and every sign-in works as before.
import { readdirSync, readFileSync } from 'node:fs'
import { Kysely, PostgresDialect, type QueryExecutorProvider, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, assert, beforeAll, expect, test, vi } from 'vitest'
import type { Operator } from '../../app/features/accounts/accounts.ts'
import { createAccount, createSession } from '../../app/features/accounts/sign-in/commands.server.ts'
import { findAccountByEmail } from '../../app/features/accounts/sign-in/queries.server.ts'
import { keepFiles } from '../../app/features/moving-in/imports/keep-files.server.ts'
import { findImport } from '../../app/features/moving-in/imports/queries.server.ts'
import { readRun } from '../../app/features/moving-in/imports/work-on-reading.server.ts'
import { saveDraft } from '../../app/features/writing/drafts/commands.server.ts'
import { NO_TEXT } from '../../app/features/writing/drafts/drafts.ts'
import { publishArticle } from '../../app/features/writing/publish/commands.server.ts'
import { makePlan } from '../../app/features/writing/schedule/commands.server.ts'
import { db, isEmbedded } from '../../app/platform/store/database.server.ts'
import { migrate } from '../../app/platform/store/migrate.server.ts'
import { emptyStore, MAIN_SITE_ID, makeDraft, makeSite } from '../support/fixtures.ts'
import { useQueue } from '../support/queue.ts'
import { queryStore, startLastingServer, type TestServer, toCookie } from '../support/server.ts'
import { copyStore } from '../support/store-copies.ts'

const FOLDER = 'app/db/migrations'
const LAST_BEFORE = '0068_site_pages'
const PASSWORD = 'a long enough password'
const NAMES = ['ines', 'theo', 'ola']

interface Account {
  name: string
  email: string
  /** Of a session from before. */
  cookie: string
  importId: string
}

let url: string
let old: Kysely<unknown>
let server: TestServer | undefined
const accounts: Account[] = []
let before: Record<string, string[]>

useQueue()
beforeAll(async () => {
  expect(isEmbedded).toBe(false)
  await emptyStore()
  for (const name of NAMES) accounts.push(await makeAccount(name))
  url = await makeEmptyDatabase()
  old = new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1 }) }) })
  await migrateToLastBefore()
  await moveRows()
  before = await readRows()
  await migrate(old)
}, 180_000)
afterAll(async () => {
  await server?.end()
  await old.destroy()
})

/** Makes an account with articles, a plan, an import and a delivery that are under way, and a session. */
async function makeAccount(name: string): Promise<Account> {
  const email = `${name}@example.com`
  await createAccount({ email, password: PASSWORD })
  const account = await findAccountByEmail(email)
  assert(account)
  const operator: Operator = { id: account.id, email, name }
  const siteId = await makeSite(`${name}.localhost`)
  for (const title of ['published', 'under way'])
    await publishArticle(operator, makeDraft({ title: `${name} ${title}`, siteIds: [MAIN_SITE_ID, siteId] }))
  await sql`
    with copy as (
      delete from blog_posts where site_id = ${siteId} and title = ${`${name} under way`} returning origin_id
    )
    update deliveries set state = 'pending', delivered_hash = null, remote_id = null, remote_url = null
    from copy where article_id = copy.origin_id and deliveries.site_id = ${siteId}
  `.execute(db)
  await planDraft(operator)
  const session = await createSession(account, { userAgent: 'Firefox', ipAddress: '127.0.0.1' })
  return { name, email, cookie: session?.cookie.split(';')[0] ?? '', importId: await readImport(operator) }
}

async function planDraft(operator: Operator): Promise<void> {
  const id = uuidv7()
  const text = { ...NO_TEXT, title: `${operator.name} planned`, content: 'Later.', author: operator.name }
  await saveDraft(operator, { id, version: 0, text })
  const dueAt = new Date(Date.now() + 86_400_000)
  const planned = await makePlan(operator, id, {
    kind: 'publish',
    dueAt,
    siteIds: [MAIN_SITE_ID],
    varies: false,
  })
  assert(planned.ok)
  await db.updateTable('plans').set({ dueAt: new Date() }).where('userId', '=', operator.id).execute()
}

async function readImport(operator: Operator): Promise<string> {
  const record = { source: 'blog', path: operator.name, title: `${operator.name} imported`, content: 'Six.' }
  await keepFiles(operator, oneFile(`${operator.name}.ndjson`, JSON.stringify(record)))
  const current = await findImport(operator, 'UTC')
  await readRun.work(current?.run?.id ?? '')
  return current?.id ?? ''
}

async function* oneFile(name: string, text: string) {
  yield await Promise.resolve({ name, pieces: onePiece(text) })
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}

async function makeEmptyDatabase(): Promise<string> {
  const template = process.env.TEST_TEMPLATE
  delete process.env.TEST_TEMPLATE
  const settings = await copyStore('')
  process.env.TEST_TEMPLATE = template
  assert(settings.DATABASE_URL)
  return settings.DATABASE_URL
}

async function migrateToLastBefore(): Promise<void> {
  const names = readdirSync(FOLDER).flatMap((file) => {
    const name = file.replace('.sql', '')
    return file.endsWith('.sql') && name <= LAST_BEFORE ? [name] : []
  })
  const migrations = Object.fromEntries(
    names.map((name) => [
      name,
      {
        up: async (trx: Kysely<unknown>) => {
          await sql.raw(readFileSync(`${FOLDER}/${name}.sql`, 'utf8')).execute(trx)
        },
      },
    ]),
  )
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  const { error } = await new Migrator({ db: old, provider }).migrateToLatest()
  if (error) throw error
}

/** Returns the columns of each table that are not computed. */
async function listColumns(store: QueryExecutorProvider): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(quote_ident(column_name) order by column_name) as columns
    from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' and table_name not like 'kysely%'
    group by table_name
  `.execute(store)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

// The triggers of both versions have done their work already.
async function moveRows(): Promise<void> {
  const present = await listColumns(db)
  await sql`set session_replication_role = replica`.execute(old)
  for (const [table, columns] of await listColumns(old)) {
    const kept = columns.filter((column) => present.get(table)?.includes(column))
    if (kept.length === 0) continue
    const names = sql.raw(kept.join(', '))
    const { rows } = await sql<{ rows: string }>`
      select coalesce(json_agg(t), '[]')::text as rows from (select ${names} from ${sql.table(table)}) as t
    `.execute(db)
    await sql`delete from ${sql.table(table)}`.execute(old)
    await sql`
      insert into ${sql.table(table)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${rows[0]?.rows}::json)
    `.execute(old)
  }
  await sql`set session_replication_role = default`.execute(old)
}

let columnsBefore: Map<string, string[]> | undefined

/** Returns the rows of each table of before, by the columns of before. */
async function readRows(): Promise<Record<string, string[]>> {
  columnsBefore ??= await listColumns(old)
  const found: Record<string, string[]> = {}
  for (const [table, columns] of columnsBefore) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from (select ${sql.raw(columns.join(', '))} from ${sql.table(table)}) as t
      order by 1
    `.execute(old)
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

test('every row is where it was, and each account has its owner', async () => {
  for (const table of ['users', 'sessions', 'plans', 'imports', 'import_records', 'revisions'])
    expect(before[table]?.length, table).toBeGreaterThanOrEqual(NAMES.length)
  expect(await readRows()).toEqual(before)
  const { rows } = await sql<{ role: string; isOwn: boolean }>`
    select role, account_id = person_id as "isOwn" from members where ended_at is null
  `.execute(old)
  expect(rows).toEqual(NAMES.map(() => ({ role: 'owner', isOwn: true })))
})

test('every sign-in works as before, and what was under way goes on', async () => {
  const started = await startLastingServer({ DATABASE_URL: url, RATE_LIMITS: 'off', QUEUE_POLL_MS: '500' })
  server = started
  // An upgrade leaves the jobs where they are. Only rows were moved here.
  await queryStore(
    started,
    `insert into pgboss.job (name, data)
     select 'deliver', jsonb_build_object('deliveryId', id) from deliveries where state = 'pending'`,
  )
  for (const { name, email, cookie, importId } of accounts) {
    const headers = { cookie }
    const { status, body } = await started.ask('/articles', { headers })
    expect([name, status]).toEqual([name, 200])
    for (const other of NAMES) expect(body.includes(`${other} published`)).toBe(other === name)
    const entered = await started.ask('/auth', { form: { intent: 'sign-in', email, password: PASSWORD } })
    expect([entered.status, toCookie(entered)]).toEqual([302, expect.stringContaining('session=')])
    const host = `${name}.localhost`
    await vi.waitFor(async () => {
      expect((await started.ask(`/article/${name}-under-way`, { host })).status).toBe(200)
      expect((await started.ask(`/article/${name}-planned`)).status).toBe(200)
    }, 60_000)
    expect((await started.ask('/import', { headers })).body).toContain(`${name}.ndjson`)
    await started.ask('/import', { headers, form: { intent: 'import', importId, as: 'drafts' } })
    await vi.waitFor(async () => {
      expect((await started.ask('/articles', { headers })).body).toContain(`${name} imported`)
    }, 60_000)
  }
}, 180_000)
