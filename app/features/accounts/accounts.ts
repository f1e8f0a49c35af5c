import type { Member } from '../../platform/own-rows.server.ts'
import { toAuthorNames } from '../../shared/author-names.ts'
import { listRights, type Right } from '../../shared/rights.ts'
import { readFormText, toName } from '../../shared/text.ts'

/** The level of proof of a session: a password (aal1), or also a second factor (aal2). */
export type AssuranceLevel = 'aal1' | 'aal2'

/** The smallest and the largest number of characters of a password. */
export const PASSWORD_LENGTH = { min: 8, max: 128 }

/** The most characters of a display name. */
export const NAME_LENGTH = 80

/**
 * Returns a display name as it is stored; null for one that is too long, or that is several authors with commas. It may be
 * empty.
 */
export function parseDisplayName(typed: string): string | null {
  const name = toName(typed, Infinity)
  const isOne = !name.includes(',') || toAuthorNames(name)[0] === name.replaceAll(/ *, */g, ', ')
  return Array.from(name).length > NAME_LENGTH || !isOne ? null : name
}

/**
 * A signed-in person and the account that he or she acts for, or an account in its own jobs. `email` and `name` are the
 * person's; the name is the default author of a new article.
 */
export interface Operator {
  /** The account's id, which its rows have. */
  id: string
  email: string
  name: string
  /** How the person stands in the account. Undefined for the owner of an own account: it has all rights. */
  member?: Member | undefined
}

/** Returns true if a person has a right in the account that he or she acts for. */
export const may = ({ member }: Pick<Operator, 'member'>, right: Right): boolean =>
  !member || listRights(member).includes(right)

/** Returns true if a person owns the account that he or she acts for. */
export const isOwner = ({ member }: Pick<Operator, 'member'>): boolean => !member || member.role === 'owner'

/** Returns true for a form of a screen of another account. One browser acts for one account in all its tabs. */
export function isOfOtherAccount({ id }: Pick<Operator, 'id'>, form: FormData): boolean {
  const accountId = readFormText(form, 'accountId')
  return accountId !== '' && accountId !== id
}

/** Returns the account as it acts by itself, without the limits of a member. */
export const toAccount = ({ id, email, name }: Operator): Operator => ({ id, email, name })

/** Returns the id of the person who acts. */
export const toPersonId = ({ id, member }: Pick<Operator, 'id' | 'member'>): string => member?.personId ?? id

/**
 * Returns the path to open after signing in, or `/` for anything but a path of this site. The URL parser reads it as
 * browsers do, so `//`, backslashes and schemes lead to no other origin. `/auth` itself is refused too.
 */
export function parseNext(value: string | null): string {
  if (!value || !/^\/(?![/\\])/.test(value)) return '/'
  const origin = 'http://origin.invalid'
  const url = URL.canParse(value, origin) ? new URL(value, origin) : undefined
  if (!url || url.origin !== origin || url.pathname.startsWith('//') || url.pathname === '/auth') return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/**
 * Marks the browser as signed out, by a cookie. With it the server ends the session at the next request. This works
 * also if the tab is closed before the server answers again.
 */
export function beginSignOut(): void {
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  document.cookie = `${prefix}signing_out=1; Path=/; SameSite=Lax; Max-Age=${30 * 24 * 3600}${secure}`
  document.cookie = 'signed_in=; Path=/; SameSite=Lax; Max-Age=0'
}

/** Returns true if an account is signed in, in the browser. The cookie that it reads is a hint for scripts only. */
export const isSignedInHere = () => /(?:^|; )signed_in=1(?:;|$)/.test(document.cookie)

/** Returns true if the user has signed out in this browser. A session that ended by itself does not count. */
export const hasSignedOutHere = () => !/(?:^|; )signed_in=/.test(document.cookie)
