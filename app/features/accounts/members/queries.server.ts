import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../accounts.ts'
import type { AccountMember, Invitation, NamedSite, Offer, OpenInvitation, OwnAccount } from './members.ts'

/** SQL for what the members of an account call it. */
export const accountLabel = sql<string>`coalesce(nullif(users.account_name, ''), nullif(users.name, ''), split_part(users.email, '@', 1))`

/** Returns the people of an account: the owners first, and those who have left last. */
export const listMembers = (operator: Operator): Promise<AccountMember[]> =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.personId')
      .select(['members.personId', 'users.name', 'users.email', 'role', 'siteIds', 'since', 'endedAt'])
      .where(isOwn(operator, 'members.accountId'))
      .orderBy(sql`ended_at is not null`)
      .orderBy(sql`array_position('{owner,editor,author,contributor}', role)`)
      .orderBy('since')
      .orderBy('members.personId')
      .execute(),
  )

/** Returns the people who are in an account now, with their names. */
export const listPeople = (
  trx: Transaction,
  operator: Operator,
): Promise<{ personId: string; name: string }[]> =>
  trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.personId')
    .select(['personId', 'name'])
    .where(isOwn(operator, 'members.accountId'))
    .where('endedAt', 'is', null)
    .orderBy('since')
    .execute()

/** Returns a person as he or she acts for an account now; undefined for a person who is not in it. */
export async function findMemberOperator({
  accountId,
  personId,
}: {
  accountId: string
  personId: string
}): Promise<Operator | undefined> {
  const row = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.personId')
    .select(['email', 'name', 'role', 'siteIds'])
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { role, siteIds, ...person } = row
  return { ...person, id: accountId, ...(personId !== accountId && { member: { personId, role, siteIds } }) }
}

/** Returns the name of an account as it was set; empty without one. */
export async function findAccountName(operator: Operator): Promise<string> {
  const row = await readAs(operator, (trx) =>
    trx.selectFrom('users').select('accountName').where(isOwn(operator, 'id')).executeTakeFirst(),
  )
  return row?.accountName ?? ''
}

/** Returns the sites that a member of an account may be limited to, the main site first. */
export const listNamedSites = (operator: Operator): Promise<NamedSite[]> =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('targetSites')
      .select(['id', 'name'])
      .where((where) => where.or([where('ownerId', 'is', null), isOwn(operator, 'ownerId')]))
      .orderBy(sql`kind <> 'main'`)
      .orderBy('name')
      .execute(),
  )

/** Returns the accounts that a person acts for: the own one first. */
export const listOwnAccounts = (personId: string): Promise<OwnAccount[]> =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.accountId')
    .select(['users.id', 'role', accountLabel.as('label')])
    .where('personId', '=', personId)
    .where('endedAt', 'is', null)
    .orderBy(sql`account_id <> person_id`)
    .orderBy('label')
    .execute()

/** SQL that is true for an invitation that can still be accepted. Nobody joins an account that is about to be deleted. */
export const isOpen = sql<boolean>`invitations.used_at is null and invitations.withdrawn_at is null
  and invitations.ends_at > now() and exists (
    select from users as inviting where inviting.id = invitations.account_id and inviting.deletion_due_at is null)`

/** Returns the hash of the secret in the link of an invitation. The database contains only the hash. */
export const toInvitationHash = (token: string) =>
  createHash('sha256').update(`invitation:${token}`).digest('base64url')

/** Returns the open invitations and offers of an account, newest first. */
export async function listInvitations(operator: Operator): Promise<OpenInvitation[]> {
  const rows = await readAs(operator, (trx) =>
    trx
      .selectFrom('invitations')
      .leftJoin('users as makers', 'makers.id', 'invitations.madeBy')
      .leftJoin('users as people', 'people.id', 'invitations.personId')
      .select(['invitations.id', 'invitations.email', 'people.name as offeredTo', 'role', 'siteIds'])
      .select(['makers.name as madeBy', 'endsAt', 'hash'])
      .where(isOwn(operator, 'invitations.accountId'))
      .where(isOpen)
      .orderBy('madeAt', 'desc')
      .orderBy('invitations.id', 'desc')
      .execute(),
  )
  return rows.map(({ hash, ...row }) => ({ ...row, isWaiting: row.email !== null && hash === null }))
}

/** Returns the open invitation of a link; undefined for a used, withdrawn, expired or unknown one. */
export async function findInvitation(token: string): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.accountId')
    .select(['accountId', 'invitations.email', 'role', 'siteIds', 'endsAt', 'claimedFor'])
    .select(accountLabel.as('accountLabel'))
    .where('hash', '=', toInvitationHash(token))
    .where(isOpen)
    .executeTakeFirst()
  if (!row) return undefined
  const { siteIds, claimedFor, ...invitation } = row
  const siteNames =
    siteIds &&
    (await db.selectFrom('targetSites').select('name').where('id', 'in', siteIds).orderBy('name').execute())
  return {
    ...invitation,
    siteNames: siteNames?.map(({ name }) => name) ?? null,
    isClaimed: claimedFor !== null,
  }
}

/** Returns the ownerships that are offered to a person. */
export const listOffers = (personId: string): Promise<Offer[]> =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.accountId')
    .innerJoin('users as makers', 'makers.id', 'invitations.madeBy')
    .select(['invitations.id', 'makers.name as from', 'endsAt'])
    .select(accountLabel.as('accountLabel'))
    .where('invitations.personId', '=', personId)
    .where(isOpen)
    .execute()
