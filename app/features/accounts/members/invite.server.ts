import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { enqueue } from '../../../platform/work/queue.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import { type Operator, toPersonId } from '../accounts.ts'
import { isEmail, toEmail } from '../sign-in/commands.server.ts'
import type { Session } from '../sign-in/queries.server.ts'
import { note } from '../record/commands.server.ts'
import { areSitesOf, changePeople, findName, findRole } from './commands.server.ts'
import { INVITATIONS_LIMIT, type MemberRefusal, type Placed } from './members.ts'
import { isOpen, toInvitationHash } from './queries.server.ts'

/** Name of the job that mails an invitation. */
export const INVITATION_JOB = 'mail-invitation'

/**
 * Invites a person in a role: with a mail if there is an address, otherwise with a link to hand over, which is returned
 * and never shown again. The invitation is valid for seven days and works once. A request that
 * arrives again with the id of its invitation makes no other one: its link takes the place of the first.
 */
export async function invitePerson(
  operator: Operator,
  { id = uuidv7(), email: typed, placed }: { id?: string; email: string; placed: Placed | undefined },
): Promise<{ ok: true; link: string | undefined } | MemberRefusal> {
  const email = toEmail(typed)
  if (!placed) return refuse('role-unknown')
  const refused = await findFault(operator, email, placed)
  if (refused) return refuse(refused)
  const token = randomBytes(24).toString('base64url')
  const made = await changePeople(operator, async (trx) => {
    const to = email ? { email } : { hash: toInvitationHash(token) }
    if (await isRepeated(trx, operator, { id, to })) return { ok: true as const }
    if ((await countOpen(trx, operator.id)) >= INVITATIONS_LIMIT) return refuse('too-many-invitations')
    const madeBy = toPersonId(operator)
    await trx
      .insertInto('invitations')
      .values({ id, accountId: operator.id, madeBy, ...placed, ...to })
      .execute()
    await note(trx, operator, ['invited', `${email || 'by a link'}: ${placed.role}`])
    if (email) await enqueue(trx, { name: INVITATION_JOB, data: { id }, delayS: 0 })
    return { ok: true as const }
  })
  if (!made?.ok) return made ?? refuse('not-owner')
  return { ok: true, link: email ? undefined : toInvitationUrl(token) }
}

async function findFault(operator: Operator, email: string, { siteIds }: Placed) {
  if (email && !isEmail(email)) return 'email-wrong'
  return (await areSitesOf(operator, siteIds)) ? findExceeded(operator, email) : 'site-unknown'
}

interface Repeated {
  id: string
  to: { email: string } | { hash: string }
}

// The first link was never seen, so the new one takes its place.
async function isRepeated(trx: Transaction, operator: Operator, { id, to }: Repeated): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set(to)
    .where('id', '=', id)
    .where('accountId', '=', operator.id)
    .where(isOpen)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

// Many accounts together must not fill the mailbox of one person.
async function findExceeded(
  { id }: Operator,
  email: string,
): Promise<'too-often' | 'address-too-often' | undefined> {
  const ofAccount = { name: 'invite', of: id, most: 30, windowS: 3600 }
  if ((await consumeRateLimits([ofAccount])) > 0) return 'too-often'
  const ofAddress = { name: 'invitation-mail', of: email, most: 5, windowS: 86_400 }
  return email && (await consumeRateLimits([ofAddress])) > 0 ? 'address-too-often' : undefined
}

/** Returns the URL of an invitation. */
export const toInvitationUrl = (token: string) => `${env.SITE_URL}/invite/${token}`

/** Withdraws an open invitation or offer of the account. Its link is worth nothing from then on. */
export const withdrawInvitation = (operator: Operator, id: string): Promise<MemberRefusal | undefined> =>
  changePeople(operator, async (trx) => {
    const withdrawn = await trx
      .updateTable('invitations')
      .set({ withdrawnAt: sql<Date>`now()` })
      .where(sql`id::text`, '=', id)
      .where('accountId', '=', operator.id)
      .where(isOpen)
      .returning('email')
      .executeTakeFirst()
    if (!withdrawn) return refuse('invitation-gone')
    await note(trx, operator, ['invitation-withdrawn', withdrawn.email])
    return undefined
  })

/**
 * Offers the ownership of the account to one of its members, who has to accept it. With `handsOver` the person who offers
 * is an editor from then on. Both need a session that was proven within ten minutes.
 */
export function offerOwnership(
  { operator, isFresh }: Pick<Session, 'operator' | 'isFresh'>,
  { personId, handsOver }: { personId: string; handsOver: boolean },
): Promise<{ ok: true } | MemberRefusal | undefined> | MemberRefusal {
  if (!isFresh) return refuse('not-fresh')
  return changePeople(operator, async (trx) => {
    const role = await findRole(trx, operator.id, personId)
    if (!role || role === 'owner') return refuse('member-gone')
    await trx
      .updateTable('invitations')
      .set({ withdrawnAt: sql<Date>`now()` })
      .where('accountId', '=', operator.id)
      .where('personId', '=', personId)
      .where(isOpen)
      .execute()
    const madeBy = toPersonId(operator)
    await trx
      .insertInto('invitations')
      .values({ id: uuidv7(), accountId: operator.id, madeBy, personId, role: 'owner', handsOver })
      .execute()
    await note(trx, operator, ['ownership-offered', await findName(trx, personId)])
    return { ok: true as const }
  })
}

async function countOpen(trx: Transaction, accountId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('invitations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('accountId', '=', accountId)
    .where(isOpen)
    .executeTakeFirstOrThrow()
  return count
}
