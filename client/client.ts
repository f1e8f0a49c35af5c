import { type Api, createApiCalls } from './api.ts'
import { type Articles, createArticles, search, type SearchHit } from './articles.ts'
import { createAccountHttp, requireSession } from './account-http.ts'
import { type Auth, createAuth } from './auth.ts'
import { createHttp } from './http.ts'
import type { RetryOptions } from './retry.ts'
import { createRuns, type Runs } from './runs.ts'
import { SessionKeeper } from './session-keeper.ts'
import { findStorage, type SessionStorage } from './storage.ts'

export type { Answered, Api, ListKey, OperationKey } from './api.ts'
export type { Article, ArticleCard, ArticlePage, Articles, SearchHit } from './articles.ts'
export type { Auth, Credentials } from './auth.ts'
export type { Claims, ClaimsOptions } from './claims.ts'
export { ApiError, type FileBody } from './http.ts'
export type { Challenge, EnrolledFactor, Mfa, NewFactor, Proof } from './mfa.ts'
export type { Operations, Schemas } from './operations.ts'
export type { RetryOptions } from './retry.ts'
export type { Run, Runs } from './runs.ts'
export type { AssuranceLevel, Factor, FactorType, Session, User } from './session.ts'
export type { AuthEvent, AuthListener } from './session-keeper.ts'
export { createMemoryStorage, type SessionStorage } from './storage.ts'

/** The settings of a client. */
export interface ClientOptions extends RetryOptions {
  /** The storage of the session. Default: `localStorage` in a browser, memory elsewhere. */
  storage?: SessionStorage
  /** True if tokens are refreshed in the background, 90 seconds before they expire. Default: true. */
  autoRefresh?: boolean
}

/** A client of one newsroom. */
export interface Client {
  auth: Auth
  articles: Articles
  /** All that the desk does, under `/v1`. */
  api: Api
  /** Returns at most 10 articles for a query of at least 3 characters, the best first. */
  search: (query: string) => Promise<SearchHit[]>
  functions: {
    /** Calls a function as the signed-in account; `Answer` is the type of its answer. */
    invoke: <Answer = unknown>(
      name: string,
      body?: object,
      options?: { headers?: Record<string, string>; signal?: AbortSignal },
    ) => Promise<Answer>
  }
  runs: Runs
  /** Stops the background refresh; the session stays in its storage. */
  close: () => void
}

/**
 * Returns a client of a newsroom. The public key is on its screen 'API access'; it is not a secret. Refused requests throw
 * ApiError.
 */
export function createClient(url: string, publicKey: string, options: ClientOptions = {}): Client {
  if (!publicKey) throw new Error('supabaseKey is required.')
  const { origin, host } = new URL(url)
  const { storage = findStorage(), autoRefresh = true } = options
  const http = createHttp(url, publicKey)
  const keeper = new SessionKeeper({ http, storage, key: `broadsheet-session-${host}`, autoRefresh })
  const accountHttp = createAccountHttp(http, keeper)
  return {
    auth: createAuth(http, keeper, origin),
    articles: createArticles(http),
    api: createApiCalls(http, async () => (await requireSession(keeper)).accessToken, options),
    search: (query) => search(http, query),
    functions: {
      async invoke<Answer>(...[name, body, request]: Parameters<Client['functions']['invoke']>) {
        const answer = await accountHttp(`/functions/v1/${encodeURIComponent(name)}`, {
          method: 'POST',
          ...(body && { body }),
          ...request,
        })
        return (await answer.json()) as Answer
      },
    },
    runs: createRuns(accountHttp),
    close: () => keeper.close(),
  }
}

/**
 * Returns the API of a newsroom for a program with a token of a server (`bsk_…`), or with a function that finds a token. It
 * needs no public key and no session.
 */
export function createApi(
  url: string,
  { token, ...options }: RetryOptions & { token: string | (() => Promise<string>) },
): Api {
  if (!token) throw new Error('The token is empty.')
  return createApiCalls(
    createHttp(url),
    typeof token === 'string' ? () => Promise.resolve(token) : token,
    options,
  )
}
