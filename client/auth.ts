import { type Claims, type ClaimsOptions, createClaimsReader } from './claims.ts'
import { createAccountHttp } from './account-http.ts'
import type { Http } from './http.ts'
import { createMfa, type Mfa } from './mfa.ts'
import { type SentTokens, type SentUser, type Session, toUser, type User } from './session.ts'
import type { AuthListener, SessionKeeper } from './session-keeper.ts'

/** The email address and password of an account. */
export interface Credentials {
  email: string
  password: string
}

/** Accounts and the session of the client. */
export interface Auth {
  /** Creates an account without signing in. An email address that already has an account gets the same answer. */
  signUp: (credentials: Credentials & { name?: string }) => Promise<void>
  /** Signs in. If `mfa.getAuthenticatorAssuranceLevel()` then returns a higher next level, challenge a factor. */
  signInWithPassword: (credentials: Credentials) => Promise<Session>
  /** Ends the session on the server, and removes it here even if the server does not answer. */
  signOut: () => Promise<void>
  /** Returns the session, refreshed if it is about to expire; null without one. */
  getSession: () => Promise<Session | null>
  /** Returns the account as it is on the server now. */
  getUser: () => Promise<User>
  /** Continues a session by its refresh token, such as one from the screen 'API access'. */
  setSession: (tokens: { refreshToken: string }) => Promise<Session>
  /** Exchanges the tokens now; returns null without a session, and after its end. */
  refreshSession: () => Promise<Session | null>
  /** Calls back at every change of the session until the returned function is called. */
  onAuthStateChange: (listener: AuthListener) => () => void
  /** Checks a token's signature and claims and returns the claims. Default: the session's own token. */
  getClaims: (token?: string, options?: ClaimsOptions) => Promise<Claims>
  mfa: Mfa
}

/** Returns the part of the client for accounts; `origin` is the issuer of the newsroom's tokens. */
export function createAuth(http: Http, keeper: SessionKeeper, origin: string): Auth {
  const readClaims = createClaimsReader(http, origin)
  const accountHttp = createAccountHttp(http, keeper)
  return {
    async signUp(credentials) {
      await http('/auth/v1/signup', { body: credentials })
    },
    async signInWithPassword(credentials) {
      const answer = await http('/auth/v1/token?grant_type=password', { body: credentials })
      return keeper.keep((await answer.json()) as SentTokens, 'SIGNED_IN')
    },
    async signOut() {
      const session = await keeper.find().catch(() => null)
      try {
        if (session) await http('/auth/v1/logout', { method: 'POST', token: session.accessToken })
      } finally {
        await keeper.forget()
      }
    },
    getSession: () => keeper.find(),
    async getUser() {
      const answer = await accountHttp('/auth/v1/user')
      return toUser((await answer.json()) as SentUser)
    },
    setSession: ({ refreshToken }) => keeper.resume(refreshToken),
    refreshSession: () => keeper.refresh(),
    onAuthStateChange: (listener) => keeper.listen(listener),
    async getClaims(token, options) {
      const checked = token ?? (await keeper.find())?.accessToken
      if (checked === undefined) throw new Error('There is no session.')
      return readClaims(checked, options)
    },
    mfa: createMfa(accountHttp, keeper),
  }
}
