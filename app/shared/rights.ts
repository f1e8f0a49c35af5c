/** The role of a person in an account. */
export type Role = 'owner' | 'editor' | 'author' | 'contributor'

/** All roles, the one with the most rights first. */
export const ROLES: Role[] = ['owner', 'editor', 'author', 'contributor']

/** What a person may do for an account. */
export type Right = 'write' | 'publish' | 'review' | 'organise' | 'promote' | 'set_up' | 'lead'

/** Which articles of the account a person works on: all, those on the named sites, or those that he or she began. */
export type Reach = 'all' | 'sites' | 'own'

interface RightRow {
  right: Right
  roles: Role[]
  /** True if it is about the account as a whole. Then a person for named sites does not have it. */
  isForAllSites: boolean
}

/** The one table of rights. Screens draw it, the guard and commands ask it, and the policies of the database get it. */
export const RIGHTS: RightRow[] = [
  { right: 'write', roles: ROLES, isForAllSites: false },
  { right: 'publish', roles: ['owner', 'editor', 'author'], isForAllSites: false },
  { right: 'review', roles: ['owner', 'editor'], isForAllSites: false },
  { right: 'organise', roles: ['owner', 'editor'], isForAllSites: true },
  { right: 'promote', roles: ['owner', 'editor'], isForAllSites: true },
  { right: 'set_up', roles: ['owner'], isForAllSites: true },
  { right: 'lead', roles: ['owner'], isForAllSites: true },
]

/** What a token narrows the standing of its person to. */
export interface Limits {
  rights: Right[]
  siteIds: string[] | null
}

/** A person who acts for an account: in a role, and for all of its sites or for the named ones. */
export interface Standing {
  role: Role
  siteIds: string[] | null
  /** Those of the token that the person acts with. */
  limits?: Limits | undefined
}

/** Returns the rights of a standing. */
export function listRights(standing: Standing): Right[] {
  const { role, limits } = standing
  const siteIds = toSiteIds(standing)
  return RIGHTS.flatMap(({ right, roles, isForAllSites }) =>
    roles.includes(role) && !(isForAllSites && siteIds) && (!limits || limits.rights.includes(right))
      ? [right]
      : [],
  )
}

/** Returns the sites of a standing: those of the person that the token names too; null for all. */
export function toSiteIds({ siteIds, limits }: Standing): string[] | null {
  const named = limits?.siteIds ?? null
  if (!named || !siteIds) return named ?? siteIds
  return siteIds.filter((id) => named.includes(id))
}

/** Returns which articles a standing reaches. */
export function toReach(standing: Standing): Reach {
  const { role } = standing
  if (role !== 'owner' && role !== 'editor') return 'own'
  return toSiteIds(standing) ? 'sites' : 'all'
}
