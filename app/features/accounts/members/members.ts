import type { Refusal } from '../../../shared/refusal.ts'
import { type Role, ROLES } from '../../../shared/rights.ts'
import { toName } from '../../../shared/text.ts'
import { NAME_LENGTH } from '../accounts.ts'
import type { memberRefusals } from './messages.ts'

/** A person of an account, as its owners see it. */
export interface AccountMember {
  personId: string
  name: string
  email: string
  role: Role
  siteIds: string[] | null
  since: Date
  /** Set for a person who has left. */
  endedAt: Date | null
}

/** An account that a person acts for. */
export interface OwnAccount {
  id: string
  label: string
  role: Role
}

/** A site that a member may be limited to. */
export interface NamedSite {
  id: string
  name: string
}

/** A role, and the sites that it is for; null for all of them. */
export interface Placed {
  role: Exclude<Role, 'owner'>
  siteIds: string[] | null
}

/** An open invitation or offer, as the owners of the account see it. */
export interface OpenInvitation {
  id: string
  /** Null for a link to hand over. */
  email: string | null
  /** The name of the member who is offered the ownership. */
  offeredTo: string | null
  role: Role
  siteIds: string[] | null
  madeBy: string | null
  endsAt: Date
  /** True for a mail that the mail server has not accepted yet. */
  isWaiting: boolean
}

/** An invitation as its reader sees it. */
export interface Invitation {
  accountId: string
  accountLabel: string
  email: string | null
  role: Role
  /** Null for all sites. */
  siteNames: string[] | null
  endsAt: Date
  /** True once somebody signed up with it and has to confirm the address. */
  isClaimed: boolean
}

/** The offer of an ownership, as the person sees it who may accept it. */
export interface Offer {
  id: string
  accountLabel: string
  from: string
  endsAt: Date
}

/** The most open invitations of an account. */
export const INVITATIONS_LIMIT = 50

/** The reason why a change of an account's people was refused. */
export type MemberRefusal = Refusal<keyof typeof memberRefusals>

/** The roles that an owner can give. The ownership is offered, and the other person accepts it. */
export const GIVEN_ROLES = ROLES.filter((role) => role !== 'owner')

/** Returns the role and the sites of a form; undefined for another role. No ticked site means all. */
export function parsePlaced(role: string, siteIds: string[]): Placed | undefined {
  const given = GIVEN_ROLES.find((each) => each === role)
  return given && { role: given, siteIds: siteIds.length > 0 ? siteIds : null }
}

/** Returns the name that the members of an account see for it; null for one that is too long. */
export function parseAccountName(typed: string): string | null {
  const name = toName(typed, Infinity)
  return Array.from(name).length > NAME_LENGTH ? null : name
}
