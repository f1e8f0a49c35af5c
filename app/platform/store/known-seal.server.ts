import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { env } from '../env.server.ts'
import { findKeyId, opens, seal, SEALED, type SealedRow, type SealedTable, toKeyId } from '../seal.server.ts'
import {
  hasSecret,
  listSecrets,
  makeSecret,
  readAppSecret,
  SecretError,
  secretFile,
  secretPlace,
} from '../secret.server.ts'
import { type Database, db } from './database.server.ts'

const BATCH = 500
const KNOWN: SealedRow = { table: 'secret_seals', rowId: 'known' }
const CONTENT = 'This opens with the secret of this installation.'

/** A value in the store that was sealed for its row. */
export interface SealedValue extends SealedRow {
  value: string
}

/**
 * Checks that the secret at hand is the one that sealed the store. With `isOwner`, a store without anything sealed gets
 * a secret and its known seal, if they are missing. Throws SecretError.
 */
export async function checkSecret({ isOwner }: { isOwner: boolean }): Promise<void> {
  const known = await findKnownSeal()
  if (!hasSecret()) {
    await refuseMissing(known)
    if (isOwner) makeSecret()
  }
  listSecrets() // throws for a file that is empty or too short
  if (known !== undefined && !opens(known, KNOWN)) throw new SecretError(toOtherSecret(findKeyId(known)))
  if (known === undefined && isOwner) await insertMissingSeal()
}

/** Returns the seal of known content, if the store has one. */
export async function findKnownSeal(database: Database = db): Promise<string | undefined> {
  const { rows } = await sql<{ has: boolean }>`
    select to_regclass('secret_seals') is not null as has`.execute(database)
  if (!rows[0]?.has) return undefined // the tables of an older version
  const row = await database
    .selectFrom('secretSeals')
    .select('value')
    .where('id', '=', KNOWN.rowId)
    .executeTakeFirst()
  return row?.value
}

/** Seals the known content with a secret, in place of an earlier seal. */
export async function insertKnownSeal(database: Database, secret: string): Promise<void> {
  const value = seal(CONTENT, KNOWN, secret)
  await database
    .insertInto('secretSeals')
    .values({ id: KNOWN.rowId, value })
    .onConflict((on) => on.column('id').doUpdateSet({ value }))
    .execute()
}

/** Yields every sealed value of the store, but not the seal of known content. */
export async function* listSealedValues(database: Database = db): AsyncGenerator<SealedValue> {
  for (const table of Object.keys(SEALED) as SealedTable[]) yield* listSealedOf(database, table)
}

async function* listSealedOf(database: Database, table: SealedTable): AsyncGenerator<SealedValue> {
  const column = sql.ref(SEALED[table].column)
  for (let after: string | undefined; ;) {
    const rest = after === undefined ? sql`true` : sql`id > ${after}`
    const { rows } = await sql<{ id: string; value: string }>`
      select id, ${column} as value from ${sql.table(table)}
      where ${column} is not null and id::text <> ${KNOWN.rowId} and ${rest} order by id limit ${BATCH}
    `.execute(database)
    for (const { id, value } of rows) yield { table, rowId: id, value }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id
  }
}

/** Returns sealed values in words: `authenticator apps: 2, passwords of sites: 1`; `nothing` for the known seal alone. */
export function toWords(values: SealedValue[]): string {
  const counts = Object.groupBy(
    values.filter(({ rowId }) => rowId !== KNOWN.rowId),
    ({ table }) => table,
  )
  const words = Object.entries(counts).map(
    ([table, { length }]) => `${SEALED[table as SealedTable].name}: ${length}`,
  )
  return words.join(', ') || 'nothing'
}

async function refuseMissing(known: string | undefined): Promise<void> {
  const { value: first } = await listSealedValues().next()
  const sealed = known ?? first?.value
  if (sealed === undefined) return
  throw new SecretError(
    `The secret of this installation is missing: there is no ${secretFile()}, and APP_SECRET is not set. ` +
      `The store was sealed with it (key ${findKeyId(sealed) ?? 'unknown'}). Bring the file back. ${IF_LOST}`,
  )
}

// An installation of before, or a new one. Processes that start at the same time agree on the first seal.
async function insertMissingSeal(): Promise<void> {
  const secret = await findSealingSecret()
  await db
    .insertInto('secretSeals')
    .values({ id: KNOWN.rowId, value: seal(CONTENT, KNOWN, secret) })
    .onConflict((on) => on.doNothing())
    .execute()
  await checkSecret({ isOwner: false })
}

/** Returns the secret that sealed everything: an earlier one, if that opens anything. Throws SecretError. */
async function findSealingSecret(): Promise<string> {
  const [secret, ...earlier] = listSecrets()
  const closed: SealedValue[] = []
  const used = new Set<string | undefined>()
  for await (const sealed of listSealedValues()) {
    if (opens(sealed.value, sealed)) used.add(findKeyId(sealed.value))
    else closed.push(sealed)
  }
  if (closed.length === 0) return earlier.find((each) => used.has(toKeyId(each))) ?? secret
  throw new SecretError(
    `${secretPlace()} does not open what the store has sealed (${toWords(closed)}). ` +
      toRemedy(closed.map(({ value }) => findKeyId(value)).find((id) => id !== undefined)),
  )
}

function toOtherSecret(keyId = 'unknown'): string {
  const own = toKeyId(readAppSecret())
  const found = `It has the key ${own}, and the store was sealed with ${keyId}.`
  return `${secretPlace()} is not the secret of this store. ${found} ${toRemedy(keyId)}`
}

/** Returns the sentences that say how to bring the secret with a key back. */
function toRemedy(keyId: string | undefined): string {
  const remedy =
    env.APP_SECRET && keyId && keyId === findKeyIdOfFile()
      ? `The right one is in ${secretFile()}: set APP_SECRET to its content.`
      : 'Bring back the secret of then: it is where you keep it beside the backups.'
  return `${remedy} ${IF_LOST}`
}

const IF_LOST = 'If it is lost for good: npm run settings -- accept-secret'

function findKeyIdOfFile(): string | undefined {
  try {
    return toKeyId(readFileSync(secretFile(), 'utf8').trim())
  } catch {
    return undefined
  }
}
