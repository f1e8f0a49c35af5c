import { sql } from 'kysely'
import { type Transaction, transact } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import { isOwn, requireRight, writeAs } from '../../../platform/own-rows.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import type { Role } from '../../../shared/rights.ts'
import { type Operator, toPersonId } from '../accounts.ts'
import { moveSession } from '../sign-in/commands.server.ts'
import { note } from '../record/commands.server.ts'
import type { Act } from '../record/record.ts'
import { type MemberRefusal, parseAccountName, type Placed } from './members.ts'
import { listMembers, listNamedSites } from './queries.server.ts'
import { moveOut, partFromAccount, withdrawOf } from './part-from-account.server.ts'

export { withdrawOf } from './part-from-account.server.ts'

/** Lets a session act for another account of its person. Returns the new cookies of the session, or a refusal. */
export async function changeAccount(
  { id, operator }: { id: string; operator: Operator },
  accountId: string,
): Promise<{ ok: true; cookies: string[] } | MemberRefusal> {
  const cookies = await moveSession(id, { personId: operator.id, accountId })
  return cookies ? { ok: true, cookies } : refuse('account-gone')
}

/** Saves what the members call the account. Empty: the name of the person who made it. */
export async function renameAccount(operator: Operator, typed: string): Promise<MemberRefusal | undefined> {
  requireRight(operator, 'lead')
  const accountName = parseAccountName(typed)
  if (accountName === null) return refuse('name-wrong')
  await writeAs(operator, (trx) =>
    trx.updateTable('users').set({ accountName }).where(isOwn(operator, 'id')).execute(),
  )
}

/**
 * Gives a member of the account another role, and other sites. The member's next request has them. For another owner, the
 * session must have been proven within ten minutes.
 */
export async function placeMember(
  operator: Operator,
  personId: string,
  given: (Placed & { isFresh?: boolean }) | undefined,
): Promise<MemberRefusal | undefined> {
  if (!given) return refuse('role-unknown')
  const { isFresh, ...placed } = given
  if (!(await areSitesOf(operator, placed.siteIds, await findSiteIds(operator, personId))))
    return refuse('site-unknown')
  return changePeople(operator, async (trx) => {
    const role = await findRole(trx, operator.id, personId)
    if (!role) return refuse('member-gone')
    if (role === 'owner' && (await isLastOwner(trx, operator.id))) return refuse('last-owner')
    if (role === 'owner' && !isFresh && personId !== toPersonId(operator)) return refuse('not-fresh')
    await note(trx, operator, ['role-changed', `${await findName(trx, personId)}: ${placed.role}`])
    await withdrawOf(trx, operator.id, personId)
    await trx
      .updateTable('members')
      .set(placed)
      .where('accountId', '=', operator.id)
      .where('personId', '=', await moveOut(trx, operator.id, personId))
      .execute()
    log.info({ account: operator.id, person: personId, role: placed.role }, 'member.placed')
    return undefined
  })
}

/**
 * Removes a person from the account. The person's sessions, tokens and shared links of the account end at once. What the
 * person wrote and planned stays, with the name. For another owner, the session must have been proven within ten minutes.
 */
export const removeMember = (
  operator: Operator,
  personId: string,
  { isFresh = false } = {},
): Promise<MemberRefusal | undefined> =>
  changePeople(operator, async (trx) => {
    const name = await findName(trx, personId)
    const isOther = personId !== toPersonId(operator)
    if (!isFresh && isOther && (await findRole(trx, operator.id, personId)) === 'owner')
      return refuse('not-fresh')
    return endMembership(trx, { actor: operator, personId }, ['person-removed', name])
  })

/** Lets a person leave an account. Refused for its last owner. */
export const leaveAccount = (person: Operator, accountId: string): Promise<MemberRefusal | undefined> =>
  transact(async (trx) => {
    await lockPeople(trx, accountId)
    const ending = { actor: toActor(person, accountId), personId: person.id }
    return endMembership(trx, ending, ['left'])
  })

/** Returns a person as one who adds a line to the record of an account that is not the own one. */
export const toActor = (person: Operator, accountId: string): Operator => ({
  ...person,
  id: accountId,
  member: { personId: person.id, role: 'contributor', siteIds: null },
})

/** Lets a person act for an account. The caller has locked its people, and knows that the person is not among them. */
export async function addMember(
  trx: Transaction,
  accountId: string,
  { person, role, siteIds }: { person: Operator; role: Role; siteIds: string[] | null },
): Promise<void> {
  const row = { role, siteIds, endedAt: null }
  await trx
    .insertInto('members')
    .values({ accountId, personId: person.id, ...row })
    .onConflict((on) =>
      on.columns(['accountId', 'personId']).doUpdateSet({ ...row, since: sql<Date>`now()` }),
    )
    .execute()
  await note(trx, toActor(person, accountId), ['joined', role])
  log.info({ account: accountId, person: person.id, role }, 'member.joined')
}

/** Returns the name of a person; empty for an unknown id. */
export async function findName(trx: Transaction, personId: string): Promise<string> {
  const row = await trx
    .selectFrom('users')
    .select('name')
    .where(sql`id::text`, '=', personId)
    .executeTakeFirst()
  return row?.name ?? ''
}

// Sites that were removed since are among them.
async function findSiteIds(operator: Operator, personId: string): Promise<string[]> {
  const members = await listMembers(operator)
  return members.find((member) => member.personId === personId)?.siteIds ?? []
}

/** Returns true if all sites are the account's or shared, or among those that a person has; null stands for all sites. */
export async function areSitesOf(
  operator: Operator,
  siteIds: string[] | null,
  present: string[] = [],
): Promise<boolean> {
  if (!siteIds) return true
  const known = new Set([...present, ...(await listNamedSites(operator)).map(({ id }) => id)])
  return siteIds.every((id) => known.has(id))
}

/**
 * Locks the people of an account until the transaction ends: changes of them run one after the other. Writes of the
 * account's rows, which refer to its own, do not wait.
 */
export async function lockPeople(trx: Transaction, accountId: string): Promise<void> {
  await sql`select from users where id = ${accountId} for no key update`.execute(trx)
}

/** Returns the role of a person in an account; undefined for a person who is not in it. */
export async function findRole(
  trx: Transaction,
  accountId: string,
  personId: string,
): Promise<Role | undefined> {
  const row = await trx
    .selectFrom('members')
    .select('role')
    .where('accountId', '=', accountId)
    .where(sql`person_id::text`, '=', personId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return row?.role
}

/** Runs a change of an account's people as one of its owners. The person must still own the account under the lock. */
export const changePeople = <T extends object>(
  operator: Operator,
  run: (trx: Transaction) => Promise<T | undefined>,
): Promise<T | MemberRefusal | undefined> => {
  requireRight(operator, 'lead')
  return transact(async (trx) => {
    await lockPeople(trx, operator.id)
    const role = await findRole(trx, operator.id, toPersonId(operator))
    return role === 'owner' ? run(trx) : refuse('not-owner')
  })
}

// The line comes first: the person who made the account gets another id, also in the lines.
async function endMembership(
  trx: Transaction,
  { actor, personId }: { actor: Operator; personId: string },
  line: [Act, string?],
): Promise<MemberRefusal | undefined> {
  const accountId = actor.id
  const role = await findRole(trx, accountId, personId)
  if (!role) return refuse('member-gone')
  if (role === 'owner' && (await isLastOwner(trx, accountId))) return refuse('last-owner')
  await note(trx, actor, line)
  await partFromAccount(trx, accountId, personId)
  log.info({ account: accountId, person: personId }, 'member.ended')
  return undefined
}

// An owner whose own account is about to be deleted does not count.
async function isLastOwner(trx: Transaction, accountId: string): Promise<boolean> {
  const { owners } = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.personId')
    .select(sql<number>`count(*)::int`.as('owners'))
    .where('accountId', '=', accountId)
    .where('role', '=', 'owner')
    .where('endedAt', 'is', null)
    .where((where) => where.or([where('deletionDueAt', 'is', null), where('users.id', '=', accountId)]))
    .executeTakeFirstOrThrow()
  return owners <= 1
}
