import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { db, type Transaction } from '../../../platform/store/database.server.ts'

/** The purpose of a mailed link: a new password, or the verification of an email address. */
export type LinkKind = 'reset-password' | 'confirm-address'

/** Makes a token for a mailed link. It is valid for an hour; the database contains only its hash. */
export async function createLink(kind: LinkKind, accountId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await sql`delete from verifications where expires_at < now()`.execute(db)
  await sql`
    insert into verifications (id, identifier, value, expires_at)
    values (${uuidv7()}, ${toIdentifier(kind, token)}, ${accountId}, now() + interval '1 hour')
  `.execute(db)
  return token
}

/**
 * Uses up the token of a mailed link. Returns the id of its account; undefined for a used, expired or unknown token.
 */
export async function consumeLink(
  trx: Transaction,
  { kind, token }: { kind: LinkKind; token: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    delete from verifications where identifier = ${toIdentifier(kind, token)} and expires_at > now() returning value
  `.execute(trx)
  return rows[0]?.value
}

/** Ends all links that were mailed to an account. */
export async function endLinks(trx: Transaction, accountId: string): Promise<void> {
  await sql`delete from verifications where value = ${accountId}`.execute(trx)
}

const toIdentifier = (kind: LinkKind, token: string) =>
  createHash('sha256').update(`${kind}:${token}`).digest('base64url')
