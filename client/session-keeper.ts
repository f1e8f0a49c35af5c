import { ApiError, type Http } from './http.ts'
import { type SentTokens, type Session, toSession } from './session.ts'
import type { SessionStorage } from './storage.ts'

/** What happened to the session of a client. */
export type AuthEvent = 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'MFA_VERIFIED'
export type AuthListener = (event: AuthEvent, session: Session | null) => void

interface Keeping {
  http: Http
  storage: SessionStorage
  /** Under which name the session is stored. */
  key: string
  autoRefresh: boolean
}

const MARGIN_S = 90
const RETRY_MS = 30_000
const LONGEST_TIMER_MS = 2_147_483_647

/** Keeps the session of a client: stored, fresh, and known to whoever listens. */
export class SessionKeeper {
  readonly #http: Http
  readonly #storage: SessionStorage
  readonly #key: string
  readonly #autoRefresh: boolean
  readonly #listeners = new Set<AuthListener>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #refreshing: Promise<Session | null> | undefined

  constructor({ http, storage, key, autoRefresh }: Keeping) {
    this.#http = http
    this.#storage = storage
    this.#key = key
    this.#autoRefresh = autoRefresh
    void this.#read().then((session) => session && this.#plan(toDelay(session)))
  }

  /** The session with an access token that is good for another 90 seconds at least; null without one. */
  async find(): Promise<Session | null> {
    const session = await this.#read()
    return session && isStale(session) ? this.refresh() : session
  }

  /** Keeps new tokens, and tells about them. */
  async keep(tokens: SentTokens, event: AuthEvent): Promise<Session> {
    const session = toSession(tokens)
    await this.#storage.setItem(this.#key, JSON.stringify(session))
    this.#plan(toDelay(session))
    this.#tell(event, session)
    return session
  }

  /** Forgets the session, and tells about it. */
  async forget(): Promise<void> {
    this.stop()
    const had = await this.#read()
    await this.#storage.removeItem(this.#key)
    if (had) this.#tell('SIGNED_OUT', null)
  }

  /** Exchanges the refresh token, once for all who ask meanwhile; null without a session. */
  refresh(): Promise<Session | null> {
    this.#refreshing ??= this.#read()
      .then((session) => inTurn(this.#key, () => this.#exchangeStored(session?.refreshToken)))
      .finally(() => {
        this.#refreshing = undefined
      })
    return this.#refreshing
  }

  /** Goes on with a session by a refresh token of its own. */
  resume(refreshToken: string): Promise<Session> {
    return inTurn(this.#key, () => this.#exchange(refreshToken, 'SIGNED_IN'))
  }

  /** Calls back at every change until the returned function is called. */
  listen(listener: AuthListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Stops refreshing by itself. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  #tell(event: AuthEvent, session: Session | null): void {
    for (const listener of this.#listeners) listener(event, session)
  }

  async #read(): Promise<Session | null> {
    return parseSession(await this.#storage.getItem(this.#key))
  }

  #plan(delayMs: number): void {
    this.stop()
    if (!this.#autoRefresh) return
    const run = () => void this.refresh().catch(() => this.#plan(RETRY_MS))
    const timer: unknown = setTimeout(run, Math.min(delayMs, LONGEST_TIMER_MS))
    this.#timer = timer as ReturnType<typeof setTimeout>
    ;(timer as { unref?: () => void }).unref?.() // a program may end although it is signed in
  }

  async #exchange(refreshToken: string, event: AuthEvent): Promise<Session> {
    const path = '/auth/v1/token?grant_type=refresh_token'
    const answer = await this.#http(path, { body: { refresh_token: refreshToken } })
    return this.keep((await answer.json()) as SentTokens, event)
  }

  async #exchangeStored(known: string | undefined): Promise<Session | null> {
    const stored = await this.#read()
    if (!stored || (stored.refreshToken !== known && !isStale(stored))) return stored // another tab was faster
    try {
      return await this.#exchange(stored.refreshToken, 'TOKEN_REFRESHED')
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 401
      if (!isOver) throw error
      await this.forget()
      return null
    }
  }
}

const isStale = ({ expiresAt }: Session) => expiresAt - MARGIN_S <= Date.now() / 1000
const toDelay = ({ expiresAt }: Session) => Math.max(0, (expiresAt - MARGIN_S) * 1000 - Date.now())

function parseSession(text: string | null): Session | null {
  try {
    const session = JSON.parse(text ?? 'null') as Session | null
    return session?.refreshToken ? session : null
  } catch {
    return null // somebody else's, or cut off
  }
}

// The tabs of a browser share the session: one after the other, so that no refresh token is used twice.
function inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
  const locks = (globalThis.navigator as Navigator | undefined)?.locks
  return locks ? locks.request(name, run) : run()
}
