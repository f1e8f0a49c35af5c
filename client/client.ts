import { type Articles, createArticles, search, type SearchHit } from './articles.ts'
import { createAsAccount } from './as-account.ts'
import { type Auth, createAuth } from './auth.ts'
import { createHttp } from './http.ts'
import { createRuns, type Runs } from './runs.ts'
import { SessionKeeper } from './session-keeper.ts'
import { findStorage, type SessionStorage } from './storage.ts'

export type { Article, ArticleCard, ArticlePage, Articles, SearchHit } from './articles.ts'
export type { Auth, Credentials } from './auth.ts'
export type { Claims, ClaimsOptions } from './claims.ts'
export { ApiError } from './http.ts'
export type { Challenge, EnrolledFactor, Mfa, NewFactor, Proof } from './mfa.ts'
export type { Run, Runs } from './runs.ts'
export type { AssuranceLevel, Factor, FactorType, Session, User } from './session.ts'
export type { AuthEvent, AuthListener } from './session-keeper.ts'
export { createMemoryStorage, type SessionStorage } from './storage.ts'

export interface ClientOptions {
  /** Where the session is kept: the browser's `localStorage` unless given, memory elsewhere. */
  storage?: SessionStorage
  /** Whether tokens are exchanged by themselves, 90 seconds before they expire. On unless switched off. */
  autoRefresh?: boolean
}

export interface Client {
  auth: Auth
  articles: Articles
  search: (query: string) => Promise<SearchHit[]>
  functions: {
    /** Calls a function as the signed-in account; `Answer` is what it answers with. */
    invoke: <Answer = unknown>(
      name: string,
      body?: object,
      options?: { headers?: Record<string, string>; signal?: AbortSignal },
    ) => Promise<Answer>
  }
  runs: Runs
  /** Stops everything that the client does by itself; the session stays where it is stored. */
  close: () => void
}

/**
 * Makes a client of a newsroom. The public key stands on its screen 'API access'; it is no secret. Requests that are
 * refused throw ApiError.
 */
export function createClient(url: string, publicKey: string, options: ClientOptions = {}): Client {
  if (!publicKey) throw new Error('supabaseKey is required.')
  const { origin, host } = new URL(url)
  const { storage = findStorage(), autoRefresh = true } = options
  const http = createHttp(url, publicKey)
  const keeper = new SessionKeeper({ http, storage, key: `broadsheet-session-${host}`, autoRefresh })
  const asked = createAsAccount(http, keeper)
  return {
    auth: createAuth(http, keeper, origin),
    articles: createArticles(http),
    search: (query) => search(http, query),
    functions: {
      async invoke<Answer>(...[name, body, ask]: Parameters<Client['functions']['invoke']>) {
        const answer = await asked(`/functions/v1/${encodeURIComponent(name)}`, {
          method: 'POST',
          ...(body && { body }),
          ...ask,
        })
        return (await answer.json()) as Answer
      },
    },
    runs: createRuns(asked),
    close: () => keeper.stop(),
  }
}
