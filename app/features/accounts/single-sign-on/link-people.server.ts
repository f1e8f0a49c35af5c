import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { log } from '../../../platform/log.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { type Operator, parseDisplayName } from '../accounts.ts'
import { addMember, findRole, lockPeople, toActor, withdrawOf } from '../members/commands.server.ts'
import { note } from '../record/commands.server.ts'
import { insertAccount, type ProviderWord } from '../sign-in/commands.server.ts'
import { type ClaimedRole, type SsoRefusal, toCompanyDomain } from './single-sign-on.ts'

/** A person for whom a provider vouches. Its address is verified, and of a domain of the account. */
export type Claimant = Omit<ProviderWord, 'domain'> & { email: string; name: string; role: ClaimedRole }

/**
 * Returns the person whom a provider means. A new one gets an account without a password, and joins the account of the
 * provider. Without a person, the address has an account here already, which a password has to link. With `followsClaim`,
 * a known person gets the role that the provider says.
 */
export async function admit(
  claimant: Claimant,
  { isClosed, followsClaim }: { isClosed: boolean; followsClaim: boolean },
): Promise<{ ok: true; person: Operator | undefined } | SsoRefusal | Refusal<'sign-up-closed'>> {
  if (!(await isKnown(claimant))) {
    const limit = { name: 'provider-joins', of: claimant.providerId, most: 200, windowS: 3600 }
    if ((await consumeRateLimits([limit])) > 0) return refuse('too-often')
  }
  return write(async (trx) => {
    const refused = await lockProvider(trx, claimant)
    if (refused) return refused
    const person = await findLinked(trx, claimant)
    if (person) return (await follow(trx, { person, claimant, followsClaim })) ?? { ok: true, person }
    const other = await findByAddress(trx, claimant)
    if (other) return (await refuseRemoved(trx, claimant, other)) ?? { ok: true, person: undefined }
    if (isClosed) return refuse('sign-up-closed')
    return makePerson(trx, claimant)
  })
}

/**
 * Links a person who has entered the password to the provider, and lets the person join its account. `use` ends the step
 * of the browser; nothing happens if it was over.
 */
export const linkPerson = (
  claimant: Claimant,
  personId: string,
  use: (trx: Transaction) => Promise<boolean>,
): Promise<{ ok: true } | SsoRefusal> =>
  write(async (trx) => {
    const refused = await lockProvider(trx, claimant)
    if (refused) return refused
    const person = await findByAddress(trx, claimant)
    const isLinked = (await findLinked(trx, claimant)) !== undefined // in another tab
    if (person?.id !== personId || isLinked || !(await use(trx))) return refuse('company-expired')
    const removed = await refuseRemoved(trx, claimant, person)
    if (removed) return removed
    return join(trx, claimant, person)
  })

async function join(
  trx: Transaction,
  claimant: Claimant,
  person: Operator,
): Promise<{ ok: true } | SsoRefusal> {
  const { providerId, subject, role } = claimant
  if (!(await findRole(trx, providerId, person.id))) {
    if (await isEnding(trx, providerId)) return refuse('account-ends')
    await addMember(trx, providerId, { person, role, siteIds: null })
  }
  const made = await trx
    .insertInto('signInIdentities')
    .values({ providerId, subject, personId: person.id })
    .onConflict((on) =>
      on.columns(['providerId', 'personId']).doUpdateSet({ subject, linkedAt: sql<Date>`now()` }),
    )
    .returning('personId')
    .executeTakeFirst()
  if (!made) return refuse('company-expired')
  await note(trx, toActor(person, providerId), ['identity-linked', claimant.email])
  log.info({ account: providerId, person: person.id }, 'company.linked')
  return { ok: true }
}

async function makePerson(
  trx: Transaction,
  claimant: Claimant,
): Promise<{ ok: true; person: Operator } | SsoRefusal> {
  const { email } = claimant
  if (await isEnding(trx, claimant.providerId)) return refuse('account-ends')
  const id = uuidv7()
  const name = parseDisplayName(claimant.name) ?? ''
  await insertAccount(trx, { id, email, name, passwordHash: null, isConfirmed: true })
  const person = await findByAddress(trx, claimant)
  if (person?.id !== id) return refuse('company-expired') // somebody else was faster
  const joined = await join(trx, claimant, person)
  return joined.ok ? { ok: true, person } : joined
}

// The people of the account do not change meanwhile, and neither does its provider.
async function lockProvider(
  trx: Transaction,
  { providerId, issuer, email }: Claimant,
): Promise<Refusal<'company-expired' | 'address-elsewhere'> | undefined> {
  await lockPeople(trx, providerId)
  const provider = trx.selectFrom('signInProviders').select('id').where('id', '=', providerId)
  if (!(await provider.where('issuer', '=', issuer).executeTakeFirst())) return refuse('company-expired')
  const domain = await trx
    .selectFrom('signInDomains')
    .select('domain')
    .where('providerId', '=', providerId)
    .where('domain', '=', toCompanyDomain(email))
    .where('provenAt', 'is not', null)
    .executeTakeFirst()
  return domain ? undefined : refuse('address-elsewhere')
}

const selectPeople = (trx: Transaction) => trx.selectFrom('users').select(['users.id', 'email', 'name'])

const findLinked = (trx: Transaction, { providerId, subject }: Claimant): Promise<Operator | undefined> =>
  selectPeople(trx)
    .innerJoin('signInIdentities', 'personId', 'users.id')
    .where('providerId', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst()

const findByAddress = (trx: Transaction, { email }: Claimant): Promise<Operator | undefined> =>
  selectPeople(trx)
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()

async function isKnown({ providerId, subject }: Claimant): Promise<boolean> {
  const known = db.selectFrom('signInIdentities').select('personId').where('providerId', '=', providerId)
  return (await known.where('subject', '=', subject).executeTakeFirst()) !== undefined
}

async function isEnding(trx: Transaction, accountId: string): Promise<boolean> {
  const account = trx.selectFrom('users').select('id').where('id', '=', accountId)
  return (await account.where('deletionDueAt', 'is not', null).executeTakeFirst()) !== undefined
}

// The provider still knows people whom an owner has removed.
async function refuseRemoved(
  trx: Transaction,
  { providerId }: Claimant,
  { id }: Operator,
): Promise<Refusal<'company-removed'> | undefined> {
  const gone = await trx
    .selectFrom('members')
    .select('personId')
    .where('accountId', '=', providerId)
    .where('personId', '=', id)
    .where('endedAt', 'is not', null)
    .executeTakeFirst()
  return gone && refuse('company-removed')
}

interface Followed {
  person: Operator
  claimant: Claimant
  followsClaim: boolean
}

// An owner stays one: owners are made by owners.
async function follow(
  trx: Transaction,
  { person, claimant: { providerId, role }, followsClaim }: Followed,
): Promise<Refusal<'company-removed'> | undefined> {
  const present = await findRole(trx, providerId, person.id)
  if (!present) return refuse('company-removed')
  if (!followsClaim || present === 'owner' || present === role) return undefined
  await note(trx, toActor(person, providerId), ['role-changed', `${person.name}: ${role}`])
  await withdrawOf(trx, providerId, person.id)
  await trx
    .updateTable('members')
    .set({ role })
    .where('accountId', '=', providerId)
    .where('personId', '=', person.id)
    .execute()
  return undefined
}
