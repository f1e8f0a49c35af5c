import type { Right } from './rights.ts'

/** All scopes: what a token may be used for. */
export const SCOPES = ['articles:read', 'articles:write', 'articles:publish', 'sites:read'] as const

/** One of them. */
export type Scope = (typeof SCOPES)[number]

/** Returns the scopes in a list, in their order. */
export const toScopes = (names: readonly string[]): Scope[] => SCOPES.filter((scope) => names.includes(scope))

/**
 * Returns the rights that a token with these scopes leaves to its person. Every token may enter the API, whose operations
 * compare the scopes; what readers see, the database guards too.
 */
export const toScopeRights = (scopes: readonly Scope[]): Right[] =>
  scopes.includes('articles:publish') ? ['write', 'publish'] : ['write']
