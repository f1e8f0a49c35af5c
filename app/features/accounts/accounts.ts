/** How strongly a session is proven: by a password (aal1), or by a second factor too (aal2). */
export type AssuranceLevel = 'aal1' | 'aal2'

/** Characters that a password may have. */
export const PASSWORD_LENGTH = { min: 8, max: 128 }

/** A signed-in account. */
export interface Operator {
  id: string
  email: string
  name: string
}

/**
 * Where to go after signing in: only a path of ours, re-read by the URL parser, never another origin
 * (`//`, backslashes, schemes), never back to signing in.
 */
export function parseNext(value: string | null): string {
  if (!value || !/^\/(?![/\\])/.test(value)) return '/'
  const origin = 'http://origin.invalid'
  const url = URL.canParse(value, origin) ? new URL(value, origin) : undefined
  if (!url || url.origin !== origin || url.pathname.startsWith('//') || url.pathname === '/auth') return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** In the browser: whether an account is signed in, as far as a cookie says so that scripts can read. */
export const isSignedInHere = () => /(?:^|; )signed_in=1(?:;|$)/.test(document.cookie)
