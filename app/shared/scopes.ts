import type { Right } from './rights.ts'

/** All scopes, with what a token with them may do. */
export const SCOPES = ['articles:read', 'articles:write', 'articles:publish', 'sites:read'] as const

/** What a token may be used for. */
export type Scope = (typeof SCOPES)[number]

const RIGHTS_OF: Partial<Record<Scope, Right>> = { 'articles:write': 'write', 'articles:publish': 'publish' }

/** Returns the rights that a token with these scopes has at most, whatever the role of its person. */
export const toScopeRights = (scopes: readonly Scope[]): Right[] =>
  scopes.flatMap((scope) => RIGHTS_OF[scope] ?? [])
