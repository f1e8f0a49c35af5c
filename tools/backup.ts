import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBackupPlace } from '../app/connectors/backups/open-backup-place.server.ts'
import { backUpStore } from '../app/platform/backup/backup.server.ts'
import {
  listStoredBackups,
  type StoredBackup,
  verifyStoredBackup,
} from '../app/platform/backup/stored-backups.server.ts'
import { env } from '../app/platform/env.server.ts'
import { isEmbedded } from '../app/platform/store/database.server.ts'
import { hasStore, openStoreForTool } from '../app/platform/store/store.server.ts'
import { runCommand, UsageError } from './command-line.ts'

const HELP = `
npm run backup -- FILE [--force]
npm run backup -- --list           the scheduled backups at BACKUP_TO, oldest first
npm run backup -- --verify [NAME]  restores each of them, or one, into a scratch store, and changes nothing

Writes the whole store, as it is at one moment, into a file: accounts, sites, articles, deliveries, old addresses. Not
in it: sessions, rate limits, and the background jobs, which a restore makes anew. Keep the secret beside the file
(APP_SECRET, or DATA_DIR/secret): it seals the credentials of sites and the second factors, and no other secret opens
them. Nothing else of DATA_DIR is needed. The file (gzip, one JSON document a line) fits an embedded store and a server
alike, holds hashes of passwords, and has its name only once it is whole and on the disk. npm run restore brings it back.

A line of --list has time, size, state, the id of the key that sealed the store, whether the secret at hand fits, and
name. A good backup was restored when it was made. --verify ends with 1 if one is not whole, or does not fit.

  --force   replaces the file if it is there
`

const MB = 1024 * 1024

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean' }, list: { type: 'boolean' }, verify: { type: 'boolean' } },
  })
  const [name] = positionals
  if (positionals.length > 1 || (values.list && name))
    throw new UsageError('One name at most. See npm run backup -- --help.')
  if (values.list) return listBackups()
  if (values.verify) return verifyBackups(name)
  if (!name) throw new UsageError('Into which file? See npm run backup -- --help.')
  await backUp(name, values.force ?? false)
})

async function backUp(file: string, isForced: boolean): Promise<void> {
  if (existsSync(file) && !isForced)
    throw new UsageError(`${file} is there already. Say --force to replace it.`)
  if (isEmbedded && !hasStore())
    throw new UsageError(
      `There is no store in ${env.DATA_DIR}. If there should be one, set DATA_DIR as for the server.`,
    )
  // The tables stay those of an older version: a backup from before an update has to fit that version, too.
  const store = await openStoreForTool('npm run backup', { migrates: false, checksSecret: false })
  try {
    process.stdout.write(`${file}: ${await backUpStore(file)} rows\n`)
  } finally {
    await store.close()
  }
}

async function openPlace() {
  if (!env.BACKUP_TO) throw new UsageError('BACKUP_TO is not set, so there are no scheduled backups.')
  if (!env.BACKUP_TO.startsWith('s3://') && !existsSync(env.BACKUP_TO))
    throw new UsageError(`There is no folder ${env.BACKUP_TO}.`)
  process.stderr.write(`Backups: ${env.BACKUP_TO}\n`)
  return openBackupPlace()
}

async function listBackups(): Promise<void> {
  const backups = await listStoredBackups(await openPlace())
  for (const backup of backups) process.stdout.write(`${toLine(backup)}\n`)
  if (backups.length === 0) process.stderr.write('There is none yet.\n')
}

function toLine({ name, at, bytes, state, keyId, fits }: StoredBackup): string {
  const time = at.toISOString().slice(0, 16).replace('T', ' ')
  const size = `${(bytes / MB).toFixed(1)} MB`.padStart(10)
  return [time, size, state.padEnd(9), (keyId ?? '').padEnd(8), toFit(fits).padEnd(12), name].join('  ')
}

function toFit(fits: boolean | undefined): string {
  if (fits === undefined) return 'not known'
  return fits ? 'fits' : 'does not fit'
}

async function verifyBackups(wanted: string | undefined): Promise<void> {
  const place = await openPlace()
  const backups = (await listStoredBackups(place)).filter(({ name, state }) =>
    wanted ? name === wanted : state === 'good',
  )
  if (backups.length === 0)
    throw new UsageError(wanted ? `There is no backup ${wanted}.` : 'There is none yet.')
  let faults = 0
  for (const { name } of backups) {
    const fault = await verify(place, name)
    if (fault) faults += 1
    process.stdout.write(`${fault ? 'failed' : 'ok'}  ${name}${fault ? `: ${fault}` : ''}\n`)
  }
  if (faults > 0) throw new Error(`${faults} of ${backups.length} backups cannot be used as they are.`)
}

/** Returns why a backup cannot be used; undefined for one that can. */
async function verify(
  place: Awaited<ReturnType<typeof openBackupPlace>>,
  name: string,
): Promise<string | undefined> {
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const work = mkdtempSync(join(env.DATA_DIR, 'verify-'))
  try {
    const { fits, keyId } = await verifyStoredBackup(place, { name, work })
    return fits ? undefined : `the secret at hand does not open it, its key is ${keyId ?? 'not known'}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    rmSync(work, { recursive: true })
  }
}
