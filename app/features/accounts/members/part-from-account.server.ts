import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { endLinks } from '../sign-in/commands.server.ts'

// Rows that name a person, by their tables and columns: who began, made, wrote or added them.
const NAMES_OF_PEOPLE = [
  ['blog_posts', 'begun_by'],
  ['drafts', 'begun_by'],
  ['drafts', 'written_by'],
  ['uploads', 'added_by'],
  ['runs', 'made_by'],
  ['revisions', 'made_by'],
  ['revisions', 'written_by'],
  ['revisions', 'approved_by'],
  ['approvals', 'approved_by'],
  ['reviews', 'submitted_by'],
  ['reviews', 'decided_by'],
  ['review_notes', 'made_by'],
  ['review_notes', 'settled_by'],
  ['plans', 'made_by'],
  ['draft_shares', 'made_by'],
  ['invitations', 'made_by'],
  ['invitations', 'used_by'],
  ['invitations', 'person_id'],
  ['proposals', 'person_id'],
  ['proposals', 'decided_by'],
  ['sign_in_identities', 'person_id'],
  ['record_lines', 'person_id'],
] as const

// Rows with which a person signs in.
const OF_THE_PERSON = ['accounts', 'factors', 'recovery_codes', 'factor_limits'] as const

/**
 * Ends the part of a person in an account, in the caller's transaction, with the sessions, the tokens and the shared links
 * that the person has there. The row stays, so that what the person wrote keeps the name.
 */
export async function partFromAccount(trx: Transaction, accountId: string, personId: string): Promise<void> {
  // A session that begins at this moment locks the row, too. So it ends here, or does not begin.
  await sql`select from members where account_id = ${accountId} and person_id = ${personId} for update`.execute(
    trx,
  )
  await sql`delete from sessions where user_id = ${personId}
    and coalesce(account_id, user_id) = ${accountId}`.execute(trx)
  await sql`delete from draft_shares where user_id = ${accountId} and made_by = ${personId}`.execute(trx)
  await sql`delete from proposals where account_id = ${accountId} and person_id = ${personId}
    and state = 'waiting'`.execute(trx)
  await withdrawOf(trx, accountId, personId)
  const leaverId = await moveOut(trx, accountId, personId)
  await sql`update members set ended_at = now() where account_id = ${accountId} and person_id = ${leaverId}`.execute(
    trx,
  )
}

/** Withdraws the open invitations that a person has made in an account, and the offers to the person. */
export async function withdrawOf(trx: Transaction, accountId: string, personId: string): Promise<void> {
  await sql`
    update invitations set withdrawn_at = now()
    where account_id = ${accountId} and (made_by = ${personId} or person_id = ${personId})
      and used_at is null and withdrawn_at is null
  `.execute(trx)
}

/**
 * Gives the person who made an account another id, if it is that person, because the account keeps its own. So the account
 * of an id is always owned by the person of that id. The address, the password and the
 * second factors move with the person, and so do the names in the account's rows and the lines of records. Sessions end.
 * Returns the id of the person.
 */
export async function moveOut(trx: Transaction, accountId: string, personId: string): Promise<string> {
  if (personId !== accountId) return personId
  const id = uuidv7()
  const address = `account ${accountId}` // no valid one, so nobody can sign up with it first
  const { rows } = await sql<{ name: string; email: string; emailVerified: boolean }>`
    select name, email, email_verified from users where id = ${accountId}
  `.execute(trx)
  const [person] = rows
  if (!person) throw new Error('There is no such account.')
  await sql`
    update users set email = ${address}, name = coalesce(nullif(account_name, ''), name) where id = ${accountId}
  `.execute(trx)
  // Not confirmed at first: no site is adopted.
  await sql`insert into users (id, name, email) values (${id}, ${person.name}, ${person.email})`.execute(trx)
  await sql`update users set email_verified = ${person.emailVerified} where id = ${id}`.execute(trx)
  for (const table of OF_THE_PERSON)
    await sql`update ${sql.table(table)} set user_id = ${id} where user_id = ${accountId}`.execute(trx)
  await sql`update accounts set account_id = ${id} where user_id = ${id}`.execute(trx)
  await sql`delete from sessions where user_id = ${accountId}`.execute(trx)
  await sql`update members set person_id = ${id} where person_id = ${accountId}`.execute(trx)
  // A trigger refuses any other change of the record.
  await sql`select set_config('app.moving_person', ${`${accountId} ${id}`}, true)`.execute(trx)
  for (const [table, column] of NAMES_OF_PEOPLE)
    await sql`update ${sql.table(table)} set ${sql.id(column)} = ${id} where ${sql.id(column)} = ${accountId}`.execute(
      trx,
    )
  await sql`select set_config('app.moving_person', '', true)`.execute(trx)
  await endLinks(trx, accountId)
  return id
}
