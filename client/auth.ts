import { type Claims, type ClaimsOptions, createClaimsReader } from './claims.ts'
import { createAsAccount } from './as-account.ts'
import type { Http } from './http.ts'
import { createMfa, type Mfa } from './mfa.ts'
import { type SentTokens, type SentUser, type Session, toUser, type User } from './session.ts'
import type { AuthListener, SessionKeeper } from './session-keeper.ts'

export interface Credentials {
  email: string
  password: string
}

export interface Auth {
  /** Makes an account. It signs nobody in; the answer is the same for an address that has an account already. */
  signUp: (credentials: Credentials) => Promise<void>
  /** Signs in. Where `mfa.getAuthenticatorAssuranceLevel()` says that more is needed, a factor has to be asked next. */
  signInWithPassword: (credentials: Credentials) => Promise<Session>
  /** Ends the session on the server, and forgets it here even if the server is away. */
  signOut: () => Promise<void>
  /** The session, refreshed if need be; null without one. */
  getSession: () => Promise<Session | null>
  /** The account as the server knows it now. */
  getUser: () => Promise<User>
  /** Goes on with a session by its refresh token, such as one made on the screen 'API access'. */
  setSession: (tokens: { refreshToken: string }) => Promise<Session>
  /** New tokens now; null without a session, and when it has ended. */
  refreshSession: () => Promise<Session | null>
  /** Calls back at every change of the session until the returned function is called. */
  onAuthStateChange: (listener: AuthListener) => () => void
  /** What a token says (the session's own unless one is given), once its signature and claims have been checked. */
  getClaims: (token?: string, options?: ClaimsOptions) => Promise<Claims>
  mfa: Mfa
}

/** Accounts and sessions of one newsroom. */
export function createAuth(http: Http, keeper: SessionKeeper, origin: string): Auth {
  const readClaims = createClaimsReader(http, origin)
  const asked = createAsAccount(http, keeper)
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
      const answer = await asked('/auth/v1/user')
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
    mfa: createMfa(asked, keeper),
  }
}
