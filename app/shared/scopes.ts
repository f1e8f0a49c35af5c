import type { Right } from './rights.ts'

/** All scopes: what a token may be used for. */
export const SCOPES = [
  'articles:read',
  'articles:write',
  'articles:publish',
  'pictures:read',
  'pictures:write',
  'sites:read',
  'sites:write',
  'labels:read',
  'labels:write',
  'seo:read',
  'seo:write',
  'imports:write',
  'settings:read',
  'settings:write',
  'runs:read',
  'members:read',
  'members:write',
  'record:read',
  'webhooks:read',
  'webhooks:write',
] as const

/** One of them. */
export type Scope = (typeof SCOPES)[number]

// The rights that the operations of a scope need besides writing. The database tells no reading from writing, so a scope
// that only reads has the right, too.
const RIGHTS_OF: Partial<Record<Scope, Right[]>> = {
  'articles:publish': ['publish'],
  'pictures:write': ['organise', 'publish'],
  'sites:read': ['set_up'],
  'sites:write': ['set_up', 'organise', 'publish'], // a page of a site is an article
  'labels:read': ['organise'],
  'labels:write': ['organise', 'publish'],
  'seo:read': ['promote', 'organise'],
  'seo:write': ['promote', 'organise', 'publish'],
  'imports:write': ['organise', 'publish'],
  'settings:read': ['set_up'],
  'settings:write': ['set_up'],
  'members:read': ['lead'],
  'members:write': ['lead'],
  'record:read': ['lead'],
  'webhooks:read': ['lead'],
  'webhooks:write': ['lead'],
}

/** Returns the scopes in a list, in their order. */
export const toScopes = (names: readonly string[]): Scope[] => SCOPES.filter((scope) => names.includes(scope))

/**
 * Returns the rights that a token with these scopes leaves to its person. Every token may enter the API, whose operations
 * compare the scopes; what readers see, the database guards too.
 */
export const toScopeRights = (scopes: readonly Scope[]): Right[] => [
  ...new Set<Right>(['write', ...scopes.flatMap((scope) => RIGHTS_OF[scope] ?? [])]),
]
