import { sql } from 'kysely'
import { env } from '../../../platform/env.server.ts'
import { type Transaction, transact } from '../../../platform/store/database.server.ts'
import { log } from '../../../platform/log.server.ts'
import type { Operator } from '../accounts.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import {
  findSignUpRule,
  mailLater,
  moveSession,
  type SignUpForm,
  signUpByLink,
  startFor,
  startSession,
  type Visitor,
} from '../sign-in/commands.server.ts'
import type { Session } from '../sign-in/queries.server.ts'
import type { SignInRefusal } from '../sign-in/sign-in.ts'
import { note } from '../record/commands.server.ts'
import { addMember, findRole, lockPeople, toActor, withdrawOf } from './commands.server.ts'
import type { MemberRefusal } from './members.ts'
import { moveOut } from './part-from-account.server.ts'
import { findInvitation, isOpen, toInvitationHash } from './queries.server.ts'

/** Lets a signed-in person act for the account of an invitation, and the session change to it. */
export async function acceptInvitation(
  { id, operator, isByProvider }: Pick<Session, 'id' | 'operator' | 'isByProvider'>,
  token: string,
): Promise<{ ok: true; cookies: string[] } | MemberRefusal> {
  if (isByProvider) return refuse('by-provider')
  const joined = await transact(async (trx) => {
    const invitation = await lockInvitation(trx, token)
    return invitation ? joinAs(trx, invitation, operator) : refuse('invitation-gone')
  })
  if (!joined.ok) return joined
  const cookies = await moveSession(id, { personId: operator.id, accountId: joined.accountId })
  return cookies ? { ok: true, cookies } : refuse('account-gone')
}

/**
 * Makes an account for an invited person, which joins at once: the mail of the invitation proves the address, or this site
 * sends no mails. Otherwise the invitation is kept for the typed address, a mail confirms it, and the person joins with the
 * same link afterwards; then there are no cookies. The answer is the same for an address that has an account.
 */
export async function signUpInvited(
  visitor: Visitor,
  { token, ...typed }: SignUpForm & { token: string },
): Promise<{ ok: true; cookies: string[] | undefined } | SignInRefusal | MemberRefusal> {
  const found = await findInvitation(token)
  if (!found) return refuse('invitation-gone')
  if ((await findSignUpRule()) === 'closed') return refuse('sign-up-closed')
  const isConfirmed = found.email !== null || !env.SMTP_URL
  const made = await signUpByLink(visitor, typed, {
    isConfirmed,
    use: async (
      trx,
      { id, email, make },
    ): Promise<SignInRefusal | Refusal<'invitation-gone'> | undefined> => {
      const invitation = await lockInvitation(trx, token)
      if (!invitation || (invitation.email ?? email) !== email) return refuse('invitation-gone')
      if (!isConfirmed) return claim(trx, invitation, { id, email, make })
      if (!(await make())) return refuse('address-taken')
      const joined = await joinAs(trx, invitation, { id, email, name: typed.name ?? '' })
      return joined.ok ? undefined : refuse('invitation-gone')
    },
  })
  if (!made.ok) return made
  if (!isConfirmed) return { ok: true, cookies: undefined }
  const started = await startSession(visitor, made.account)
  if (!started) return refuse('invitation-gone')
  await startFor(found.accountId, made.account.id)
  return { ok: true, cookies: started.cookies }
}

/** Accepts the offer of an ownership. The person who offered it must still own the account. */
export async function acceptOwnership(
  { operator, isFresh }: Pick<Session, 'operator' | 'isFresh'>,
  invitationId: string,
): Promise<{ ok: true } | MemberRefusal> {
  if (!isFresh) return refuse('not-fresh')
  return transact(async (trx) => {
    const offer = await trx
      .selectFrom('invitations')
      .select(['id', 'accountId', 'madeBy', 'handsOver'])
      .where(sql`id::text`, '=', invitationId)
      .where('personId', '=', operator.id)
      .where(isOpen)
      .executeTakeFirst()
    if (!offer?.madeBy) return refuse('invitation-gone')
    await lockPeople(trx, offer.accountId)
    if (await isAboutToGo(trx, operator.id)) return refuse('about-to-go')
    const [from, to] = [
      await findRole(trx, offer.accountId, offer.madeBy),
      await findRole(trx, offer.accountId, operator.id),
    ]
    if (from !== 'owner' || !to || !(await useUp(trx, offer.id, operator.id)))
      return refuse('invitation-gone')
    const place = (personId: string, role: 'owner' | 'editor') =>
      sql`update members set role = ${role}, site_ids = null
        where account_id = ${offer.accountId} and person_id = ${personId}`.execute(trx)
    await place(operator.id, 'owner')
    if (offer.handsOver) {
      await withdrawOf(trx, offer.accountId, offer.madeBy)
      await place(await moveOut(trx, offer.accountId, offer.madeBy), 'editor')
    }
    await note(trx, toActor(operator, offer.accountId), ['ownership-accepted'])
    log.info({ account: offer.accountId, person: operator.id }, 'member.owns')
    return { ok: true }
  })
}

// The account would have no owner then. A request for the deletion waits for the lock.
async function isAboutToGo(trx: Transaction, personId: string): Promise<boolean> {
  await lockPeople(trx, personId)
  const person = trx.selectFrom('users').select('id').where('id', '=', personId)
  return (await person.where('deletionDueAt', 'is not', null).executeTakeFirst()) !== undefined
}

interface LockedInvitation {
  id: string
  accountId: string
  email: string | null
  claimedFor: string | null
  role: 'owner' | 'editor' | 'author' | 'contributor'
  siteIds: string[] | null
}

// The people of the account are locked first, as for every change of them.
async function lockInvitation(trx: Transaction, token: string): Promise<LockedInvitation | undefined> {
  const found = trx
    .selectFrom('invitations')
    .select(['id', 'accountId', 'email', 'claimedFor', 'role', 'siteIds'])
    .where('hash', '=', toInvitationHash(token))
    .where(isOpen)
  const invitation = await found.executeTakeFirst()
  if (!invitation) return undefined
  await lockPeople(trx, invitation.accountId)
  return found.forUpdate().executeTakeFirst() // it may have been used in the meantime
}

async function joinAs(
  trx: Transaction,
  { id, accountId, role, siteIds }: LockedInvitation,
  person: Operator,
): Promise<{ ok: true; accountId: string } | MemberRefusal> {
  if (await findRole(trx, accountId, person.id)) return refuse('already-in')
  await addMember(trx, accountId, { person, role, siteIds })
  await useUp(trx, id, person.id)
  return { ok: true, accountId }
}

async function useUp(trx: Transaction, id: string, personId: string): Promise<boolean> {
  const used = await trx
    .updateTable('invitations')
    .set({ usedAt: sql<Date>`now()`, usedBy: personId })
    .where('id', '=', id)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

// One link makes one account at most. Whether the address has an account already is not said.
async function claim(
  trx: Transaction,
  { id, claimedFor }: LockedInvitation,
  account: { id: string; email: string; make: () => Promise<boolean> },
): Promise<Refusal<'invitation-gone'> | undefined> {
  const { email } = account
  if (claimedFor !== null && claimedFor !== email) return refuse('invitation-gone')
  await trx.updateTable('invitations').set({ claimedFor: email }).where('id', '=', id).execute()
  await account.make()
  await mailLater(trx, { wish: 'signed-up', email, accountId: account.id })
  return undefined
}
