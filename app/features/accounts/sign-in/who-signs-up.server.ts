import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { env } from '../../../platform/env.server.ts'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { hasAccounts } from './queries.server.ts'
import type { SignUpRule } from './sign-in.ts'

const FIRST = 'first-account'
const FIRST_LINK_DAYS = 7

/**
 * Returns who may make an account. Without SIGN_UP on a public address, these are people with an invitation. Only a store
 * that had accounts before there was this rule stays open.
 */
export async function findSignUpRule(): Promise<SignUpRule> {
  if (env.SIGN_UP) return env.SIGN_UP
  const row = await db.selectFrom('installation').select('keepsSignUpOpen').executeTakeFirst()
  return row?.keepsSignUpOpen ? 'open' : 'invited'
}

/** Returns who may make an account with the link of a request: every visitor, too, with a valid link to the first one. */
export async function findSignUpOffer(token: string): Promise<SignUpRule> {
  const rule = await findSignUpRule()
  if (rule === 'open' || token === '') return rule
  const { rows } = await sql`
    select from verifications where identifier = ${toIdentifier(token)} and expires_at > now()
  `.execute(db)
  return rows.length > 0 ? 'open' : rule
}

/**
 * Makes a link to the first account, which owns the site, and returns its URL. It is valid for seven days; the database
 * contains only its hash. Returns undefined if there is an account, or if nobody needs a link to sign up.
 */
export async function createFirstLink(): Promise<string | undefined> {
  if (env.ROLE === 'worker' || (await findSignUpRule()) !== 'invited' || (await hasAccounts()))
    return undefined
  const token = randomBytes(24).toString('base64url')
  await sql`
    insert into verifications (id, identifier, value, expires_at)
    values (${uuidv7()}, ${toIdentifier(token)}, ${FIRST}, now() + make_interval(days => ${sql.lit(FIRST_LINK_DAYS)}))
  `.execute(db)
  return `${env.SITE_URL}/auth?${new URLSearchParams({ tab: 'sign-up', first: token })}`
}

/**
 * Uses up the link to the first account. Returns false for a wrong, used or expired one, and once there is an account.
 * Each process prints a link of its own at its start; the first use of one of them ends all.
 */
export async function consumeFirstLink(trx: Transaction, token: string): Promise<boolean> {
  await sql`select from installation for update`.execute(trx) // one after the other
  const { rows } = await sql`
    delete from verifications where value = ${FIRST} and not exists (select from users)
      and exists (select from verifications where identifier = ${toIdentifier(token)} and expires_at > now())
    returning id
  `.execute(trx)
  return rows.length > 0
}

const toIdentifier = (token: string) => createHash('sha256').update(`${FIRST}:${token}`).digest('base64url')
