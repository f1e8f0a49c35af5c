import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Database, db } from './database.server.ts'
import { projectRoot } from '../paths.server.ts'

const FOLDER = join(projectRoot, 'app/db/migrations')

/**
 * Migrates the tables of a database. Several processes may call it at the same time: one migrates, and the others wait in
 * a statement (advisory lock). Migrations of a later version of Broadsheet stay applied, because both versions serve
 * during a rollout. Throws an Error with the reason.
 */
export async function migrate(database: Database): Promise<void> {
  const own = await listOwn()
  const { pending, later, unknown } = compare(own, await listApplied(database))
  // At most starts nothing is to do. The migrator would read the whole catalogue and take its lock to find that out.
  if (pending.length === 0 && unknown.length === 0) return
  // The migrator must know the names of later ones, but never runs them.
  const migrations = {
    ...own,
    ...Object.fromEntries(later.map((name) => [name, { up: () => Promise.resolve() }])),
  }
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error } = await migrator.migrateToLatest()
  if (!error) return
  const reason = error instanceof Error ? error.message : 'the store gave no reason'
  throw new Error(`Bringing the tables up to date failed: ${reason}`, { cause: error })
}

async function listOwn(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'))
  return Object.fromEntries(
    files.map((file) => [
      file.replace('.sql', ''),
      { up: async (trx) => run(trx, await readFile(join(FOLDER, file), 'utf8')) },
    ]),
  )
}

// A statement that changes a table waits for those who read it, and new readers wait behind it. So it may take any time,
// but wait only as long as a statement of a page.
async function run(trx: Kysely<unknown>, text: string): Promise<void> {
  await sql`set local lock_timeout = '15s'`.execute(trx)
  await sql.raw(text).execute(trx)
}

/**
 * Compares the migrations of the database with ours, and returns names: `pending` are not applied, `later` are of a later
 * version, `unknown` are of a version with another history.
 */
export async function compareMigrations() {
  const applied = await listApplied(db)
  return { ...compare(await listOwn(), applied), applied: applied.length }
}

function compare(own: Record<string, Migration>, applied: string[]) {
  const foreign = applied.filter((name) => !Object.hasOwn(own, name))
  return {
    pending: Object.keys(own).filter((name) => !applied.includes(name)),
    later: foreign.filter((name) => isLater(name, own)),
    unknown: foreign.filter((name) => !isLater(name, own)),
  }
}

const isLater = (name: string, own: Record<string, Migration>) =>
  Object.keys(own).every((ours) => name > ours)

/** Lists the names of the migrations of a database; none if it has no tables yet. */
export async function listApplied(database: Database): Promise<string[]> {
  const tables = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(
    database,
  )
  if (!tables.rows[0]?.name) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  )
  return applied.rows.map(({ name }) => name)
}
