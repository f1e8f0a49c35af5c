import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { db } from './database.server.ts'
import { projectRoot } from './paths.server.ts'

const FOLDER = join(projectRoot, 'app/db/migrations')

/**
 * Brings the store's tables up to date; any number of processes may ask at once (advisory lock). Tables that a later
 * version of Broadsheet has changed already are left as they are: while it is rolled out, both serve. Throws what failed.
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

/** Migrations made here that come after all of ours, to be named and never made again. */
async function findLater(own: Record<string, Migration>): Promise<Record<string, Migration>> {
  const tables = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(
    db,
  )
  if (!tables.rows[0]?.name) return {}
  const made = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const last = Object.keys(own).toSorted().at(-1) ?? ''
  const later = made.rows.filter(({ name }) => name > last)
  return Object.fromEntries(later.map(({ name }) => [name, { up: () => Promise.resolve() }]))
}
