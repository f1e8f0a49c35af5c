import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { db } from './database.server.ts'
import { projectRoot } from './paths.server.ts'

const FOLDER = join(projectRoot, 'app/db/migrations')

/**
 * Migrates the tables of the database. Several processes may call it at the same time (advisory lock). Migrations of a
 * later version of Broadsheet stay applied, because both versions serve during a rollout. Throws an Error with the
 * reason.
 */
export async function migrate(): Promise<void> {
  const own = await readMigrations()
  const migrations = { ...own, ...(await findLater(own)) }
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateToLatest()
  if (!error) return
  const reason = error instanceof Error ? error.message : 'the store gave no reason'
  throw new Error(`Bringing the tables up to date failed: ${reason}`, { cause: error })
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'))
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, file), 'utf8')
    return [file.replace('.sql', ''), { up: async (trx) => void (await sql.raw(text).execute(trx)) }]
  })
  return Object.fromEntries(await Promise.all(migrations))
}

/**
 * Returns the applied migrations that are later than all of ours. The migrator must know their names, but never runs
 * them.
 */
async function findLater(own: Record<string, Migration>): Promise<Record<string, Migration>> {
  const tables = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(
    db,
  )
  if (!tables.rows[0]?.name) return {}
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const later = applied.rows.filter(({ name }) => Object.keys(own).every((ours) => name > ours))
  return Object.fromEntries(later.map(({ name }) => [name, { up: () => Promise.resolve() }]))
}
