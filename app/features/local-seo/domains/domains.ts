/** The path at which a host proves that its requests reach this installation. */
export const PROOF_PATH = '/.well-known/broadsheet'

/** Returns the public origin of an account's domain: the origin of the main site with another host name. */
export function toDomainOrigin(domain: string, mainOrigin: string): string {
  const origin = new URL(mainOrigin)
  origin.hostname = domain
  return origin.origin
}

/** The result of the check that an account's domain leads here: not checked yet, yes or no. */
export type DomainState = 'unchecked' | 'leads-here' | 'leads-elsewhere'

/** Returns the cache tag of all landing pages of an account. */
export const accountPagesTag = (accountId: string) => `landing-pages:${accountId}`

/** The cache tag of the lists of all accounts' landing pages. */
export const PAGE_LIST_TAG = 'landing-pages'
