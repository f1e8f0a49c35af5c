import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { inConstantTime } from '../../../platform/constant-time.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import { parseDisplayName } from '../accounts.ts'
import { countSignUp } from './limits.server.ts'
import { mailLater } from './mail-account.server.ts'
import { hashPassword, refusePassword } from './password.server.ts'
import { findAccountByEmail, type PasswordAccount } from './queries.server.ts'
import type { SignInRefusal } from './sign-in.ts'
import { consumeFirstLink, findSignUpRule } from './who-signs-up.server.ts'

/** An email address and a password, as the client sent them. */
export interface Credentials {
  email: string
  password: string
}

/** The network address that a sign-up comes from. */
interface From {
  clientAddress: string
}

/** The fields of the form for signing up. */
export type SignUpForm = Credentials & { name?: string | undefined }

/** Writes something in the transaction that creates an account. */
export type WithAccount = (trx: Transaction, accountId: string) => Promise<void>

/**
 * Creates an account without signing it in: `openAccount` does that where no mail has to confirm the address. An email
 * address that already has an account gets the same answer after the same work; the returned account is then not
 * stored. Without a name, the part of the address before the @ is the display name.
 */
export async function signUp(
  visitor: From,
  typed: SignUpForm,
  withAccount?: WithAccount,
): Promise<{ ok: true; account: PasswordAccount } | SignInRefusal> {
  const rule = await findSignUpRule()
  if (rule !== 'open') return refuse(rule === 'closed' ? 'sign-up-closed' : 'sign-up-invited')
  const checked = await checkSignUpForm(visitor, typed)
  if (!checked.ok) return checked
  const { email, password } = typed
  const account = await inConstantTime(async () => {
    const passwordHash = await hashPassword(password)
    const made = { id: uuidv7(), email, name: checked.name, passwordHash, isConfirmed: false }
    await write(async (trx) => {
      await insertAccount(trx, made)
      await withAccount?.(trx, made.id)
      await mailLater(trx, { wish: 'signed-up', email, accountId: made.id })
    })
    return made
  })
  return { ok: true, account }
}

/** An account that is about to be made with a link. */
interface AccountOfLink {
  id: string
  email: string
  /** Stores the account; false if its address has one already. */
  make: () => Promise<boolean>
}

/**
 * Creates an account with a link that `use` uses up in the same transaction. No password of a stranger gets in: the reader
 * of the link chooses it. Returns the refusal of `use`.
 */
export async function signUpByLink<Refused extends Refusal<string>>(
  visitor: From,
  typed: SignUpForm,
  link: {
    isConfirmed: boolean
    use: (trx: Transaction, account: AccountOfLink) => Promise<Refused | undefined>
  },
): Promise<{ ok: true; account: PasswordAccount } | SignInRefusal | Refused> {
  const checked = await checkSignUpForm(visitor, typed)
  if (!checked.ok) return checked
  const { email, password } = typed
  const { isConfirmed } = link
  return inConstantTime(async () => {
    const passwordHash = await hashPassword(password)
    const account = { id: uuidv7(), email, name: checked.name, passwordHash, isConfirmed }
    const refused = await write((trx) =>
      link.use(trx, { id: account.id, email, make: () => insertAccount(trx, account) }),
    )
    return refused ?? { ok: true, account }
  })
}

/**
 * Creates the first account, with the link that the server printed. No mail confirms the address: its owner reads what the
 * server prints. Of several at once, one account is made.
 */
export const signUpFirst = (
  visitor: From,
  { token, ...typed }: SignUpForm & { token: string },
  withAccount?: WithAccount,
): Promise<{ ok: true; account: PasswordAccount } | SignInRefusal> =>
  signUpByLink(visitor, typed, {
    isConfirmed: true,
    async use(trx, { id, make }) {
      if (!(await consumeFirstLink(trx, token)) || !(await make())) return refuse('first-link-used')
      await withAccount?.(trx, id)
      return undefined
    },
  })

/** Checks the fields of the form for signing up, and counts the attempt. Returns the display name as it is stored. */
async function checkSignUpForm(
  { clientAddress }: From,
  { email, password, name: typedName = '' }: SignUpForm,
): Promise<{ ok: true; name: string } | SignInRefusal> {
  if (!isEmail(email)) return refuse('email-wrong')
  const name = parseDisplayName(typedName)
  if (name === null) return refuse('name-wrong')
  const refused = await refusePassword(password)
  if (refused) return refused
  const waitS = await countSignUp(clientAddress)
  return waitS > 0 ? refuse('too-many-attempts', { waitS }) : { ok: true, name }
}

/** Creates a confirmed account for the command line and the demo. Refuses an address that has one already. */
export async function createAccount({
  email,
  password,
}: Credentials): Promise<Refusal<'address-taken'> | undefined> {
  const passwordHash = await hashPassword(password)
  const id = uuidv7()
  await db
    .transaction()
    .execute((trx) => insertAccount(trx, { id, email, name: '', passwordHash, isConfirmed: true }))
  return (await findAccountByEmail(email))?.id === id ? undefined : refuse('address-taken')
}

/** Returns the display name of an account that has not chosen one: the part of its address before the @. */
export const toDefaultName = (email: string) => email.split('@')[0] ?? email

/** Returns an address as it is stored and compared: trimmed, in lower case. */
export const toEmail = (typed: string) => typed.trim().toLowerCase()

/** Returns true if a text is an email address of at most 254 characters. */
export const isEmail = (email: string) => email.length <= 254 && z.email().safeParse(email).success

interface NewAccount {
  id: string
  email: string
  /** Empty for that of the address. */
  name: string
  /** Null for a person without a password, for whom a provider vouches. */
  passwordHash: string | null
  isConfirmed: boolean
}

/**
 * Inserts an account. Returns false if the address has one. One statement for both tables, so that a taken email address
 * takes as much time as a new one.
 */
export async function insertAccount(trx: Transaction, account: NewAccount): Promise<boolean> {
  const { id, email, name, passwordHash, isConfirmed } = account
  const { rows } = await sql`
    with made as (
      insert into users (id, name, email, email_verified)
      values (${id}, ${name || toDefaultName(email)}, ${email}, ${isConfirmed})
      on conflict do nothing returning id
    )
    insert into accounts (id, user_id, account_id, provider_id, password)
    select ${uuidv7()}::uuid, id, id::text, 'credential', ${passwordHash} from made
    returning id
  `.execute(trx)
  if (!env.SMTP_URL) await sql`select adopt_installation(id) from users where id = ${id}`.execute(trx)
  return rows.length > 0
}
