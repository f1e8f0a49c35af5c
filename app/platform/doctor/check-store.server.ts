import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { isEmbedded, pool } from '../store/database.server.ts'
import { readFreeSpace } from '../disk-space.server.ts'
import { env } from '../env.server.ts'
import { failed, type Finding, notChecked, ok, toMessage, warning } from './finding.ts'
import { findPoolerFault, findRoleFault } from '../store/database-check.server.ts'
import { compareMigrations } from '../store/migrate.server.ts'
import {
  findUserFault,
  hasStore,
  openStoreForTool,
  type Store,
  StoreDamagedError,
} from '../store/store.server.ts'

// While the server with the embedded store starts, it has the lock and does not answer yet.
const WAIT_MS = isEmbedded ? 3000 : 500
const ANSWER_MS = 4000 // for a connection, and for a query
const MB = 1024 * 1024
const COMFORT = 10 // so many times LEAST_ROOM_MB is enough room

/**
 * Opens the store and leaves its tables as they are. An embedded store that no process has is checked as at every start
 * (decision 11); `keep` gets it, and closes it later.
 */
export async function checkStore(command: string, keep: (store: Store) => void): Promise<Finding> {
  const refusal = isEmbedded ? refuseEmbedded() : undefined
  if (refusal) return refusal
  Object.assign(pool.options, { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
  try {
    const store = await openStoreForTool(command, { migrates: false, checksSecret: false, waitMs: WAIT_MS })
    keep(store)
    const version = await readVersion()
    if (!isEmbedded) return ok(`The Postgres server answers (version ${version}).`)
    const { holder } = store
    return holder
      ? ok(`The store in ${env.DATA_DIR} answers. Process ${holder.pid} (${holder.command}) has it open.`)
      : ok(`The store in ${env.DATA_DIR} is whole. No server has it open.`)
  } catch (error) {
    if (error instanceof StoreDamagedError) return failed(error.damage, error.remedy)
    const place = isEmbedded ? 'the folder' : 'the Postgres server, and whether it runs'
    const setting = isEmbedded ? 'DATA_DIR' : 'DATABASE_URL'
    return failed(toMessage(error), `Check ${setting} and ${place}. Then run this command again.`)
  }
}

/** Returns why this command must not open the embedded store; undefined if it may. */
function refuseEmbedded(): Finding | undefined {
  if (!hasStore())
    return failed(
      `There is no store in ${env.DATA_DIR}.`,
      'npm start makes one. If there should be one, run this command with the settings of the server.',
    )
  const fault = findUserFault()
  return fault && failed(fault.found, fault.advice)
}

async function readVersion(): Promise<string> {
  const { rows } = await pool.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  return rows[0]?.version.split(' ', 1)[0] ?? ''
}

/** Checks the disk of the embedded store: its free space, and whether this user may write. */
export async function checkRoom(): Promise<Finding> {
  if (!isEmbedded)
    return notChecked(
      'The store is on a Postgres server, whose disk this command does not see.',
      'Watch the disk of the Postgres server there.',
    )
  if (!existsSync(env.DATA_DIR)) return notChecked(`There is no folder ${env.DATA_DIR} yet.`)
  const refusal: unknown = await access(env.DATA_DIR, constants.W_OK).catch((error: unknown) => error)
  if (refusal)
    return failed(
      `This user cannot write to ${env.DATA_DIR}: ${toMessage(refusal)}.`,
      'Give the folder to the user of the server, and make its file system writable.',
    )
  const free = (await readFreeSpace()) / MB
  const found = `The disk of ${env.DATA_DIR} has ${Math.floor(free)} MB of free space.`
  if (free < env.LEAST_ROOM_MB)
    return failed(
      `${found} Under ${env.LEAST_ROOM_MB} MB (LEAST_ROOM_MB), nothing is saved any more.`,
      'Delete what is not needed from this disk, or make it larger. Then saving works again at once.',
    )
  if (free < COMFORT * env.LEAST_ROOM_MB)
    return warning(
      `${found} Under ${env.LEAST_ROOM_MB} MB, nothing can be saved.`,
      'Make room on this disk soon.',
    )
  return ok(found)
}

/** Checks whether the tables are those of this version. */
export async function checkSchema(): Promise<Finding> {
  const { applied, pending, later, unknown } = await compareMigrations()
  if (unknown.length > 0)
    return failed(
      `The store has ${toCount(unknown)} of another history of Broadsheet: ${unknown.join(', ')}.`,
      'Go back to the version that made them, or restore a backup of this version.',
    )
  if (pending.length > 0)
    return failed(
      `The store lacks ${toCount(pending)}: ${pending[0]}${pending.length > 1 ? ` to ${pending.at(-1)}` : ''}.`,
      'Make a backup, then start the server again: the start applies them.',
    )
  if (later.length > 0)
    return warning(
      `A later version has added ${toCount(later)}: ${later.join(', ')}.`,
      'Update this installation soon. Both versions can serve only until all processes are updated.',
    )
  return ok(`The store has all ${applied} migrations of this version, and no others.`)
}

/** Checks whether the database lets us work: sessions that last, and the role of accounts (decision 16). */
export async function checkDatabase(): Promise<Finding> {
  const fault = (await findPoolerFault()) ?? (await findRoleFault())
  if (fault) return failed(fault.found, fault.advice)
  return ok('Connections keep their sessions, and accounts can read and write in their role.')
}

const toCount = ({ length }: string[]) => `${length} migration${length === 1 ? '' : 's'}`
