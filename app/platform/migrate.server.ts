import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { db } from './database.server.ts'
import { projectRoot } from './paths.server.ts'

const FOLDER = join(projectRoot, 'app/db/migrations')

/** Brings the store's tables up to date; any number of processes may ask at once (advisory lock). Throws what failed. */
export async function migrate(): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
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
