import { ApiError, type Http } from './http.ts'
import { type SentTokens, type Session, toSession } from './session.ts'
import type { SessionStorage } from './storage.ts'

/** A change of a client's session. */
export type AuthEvent = 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'MFA_VERIFIED'
/** Is called after each change of the session; null after its end. */
export type AuthListener = (event: AuthEvent, session: Session | null) => void

interface KeeperOptions {
  http: Http
  storage: SessionStorage
  /** The key of the session in the storage. */
  key: string
  autoRefresh: boolean
}

const REFRESH_AHEAD_S = 90
const RETRY_MS = 30_000
const LONGEST_TIMER_MS = 2_147_483_647

/** Stores the session of a client, refreshes it, and notifies listeners of its changes. */
export class SessionKeeper {
  readonly #http: Http
  readonly #storage: SessionStorage
  readonly #key: string
  #autoRefresh: boolean
  readonly #listeners = new Set<AuthListener>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #refreshing: Promise<Session | null> | undefined

  constructor({ http, storage, key, autoRefresh }: KeeperOptions) {
    this.#http = http
    this.#storage = storage
    this.#key = key
    this.#autoRefresh = autoRefresh
    const schedule = (session: Session | null) => session && this.#scheduleRefresh(toDelay(session))
    void this.#read().then(schedule, () => {}) // a storage that fails is told at the first call
  }

  /** Returns the session with an access token that is valid for at least 90 more seconds; null without one. */
  async find(): Promise<Session | null> {
    const session = await this.#read()
    return session && isStale(session) ? this.refresh() : session
  }

  /** Stores new tokens and notifies the listeners. */
  async keep(tokens: SentTokens, event: AuthEvent): Promise<Session> {
    const session = toSession(tokens)
    await this.#storage.setItem(this.#key, JSON.stringify(session))
    this.#scheduleRefresh(toDelay(session))
    this.#notify(event, session)
    return session
  }

  /** Removes the session and notifies the listeners. */
  async forget(): Promise<void> {
    clearTimeout(this.#timer)
    const had = await this.#read()
    await this.#storage.removeItem(this.#key)
    if (had) this.#notify('SIGNED_OUT', null)
  }

  /** Exchanges the refresh token, once for all calls at the same time. Returns null without a session. */
  refresh(): Promise<Session | null> {
    this.#refreshing ??= this.#read()
      .then((session) => withLock(this.#key, () => this.#exchangeStored(session?.refreshToken)))
      .finally(() => {
        this.#refreshing = undefined
      })
    return this.#refreshing
  }

  /** Continues a session by a given refresh token. */
  resume(refreshToken: string): Promise<Session> {
    return withLock(this.#key, async () => this.keep(await this.#exchange(refreshToken), 'SIGNED_IN'))
  }

  /** Calls back at every change until the returned function is called. */
  listen(listener: AuthListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Stops the background refresh. */
  close(): void {
    this.#autoRefresh = false
    clearTimeout(this.#timer)
  }

  #notify(event: AuthEvent, session: Session | null): void {
    for (const listener of this.#listeners) listener(event, session)
  }

  async #read(): Promise<Session | null> {
    return parseSession(await this.#storage.getItem(this.#key))
  }

  #scheduleRefresh(delayMs: number): void {
    clearTimeout(this.#timer)
    if (!this.#autoRefresh) return
    const run = () => void this.refresh().catch(() => this.#scheduleRefresh(RETRY_MS))
    const timer: unknown = setTimeout(run, Math.min(delayMs, LONGEST_TIMER_MS))
    this.#timer = timer as ReturnType<typeof setTimeout>
    ;(timer as { unref?: () => void }).unref?.() // the timer must not keep a program running
  }

  async #exchange(refreshToken: string): Promise<SentTokens> {
    const path = '/auth/v1/token?grant_type=refresh_token'
    const answer = await this.#http(path, { body: { refresh_token: refreshToken } })
    return (await answer.json()) as SentTokens
  }

  async #exchangeStored(known: string | undefined): Promise<Session | null> {
    const stored = await this.#read()
    if (!stored || (stored.refreshToken !== known && !isStale(stored))) return stored // another tab has refreshed it
    const tokens = await this.#exchange(stored.refreshToken).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return undefined // the session is over
      throw error
    })
    const current = await this.#read()
    if (current?.refreshToken !== stored.refreshToken) return current // somebody signed out or in meanwhile
    if (tokens) return this.keep(tokens, 'TOKEN_REFRESHED')
    await this.forget()
    return null
  }
}

const isStale = ({ expiresAt }: Session) => expiresAt - REFRESH_AHEAD_S <= Date.now() / 1000
const toDelay = ({ expiresAt }: Session) => Math.max(0, (expiresAt - REFRESH_AHEAD_S) * 1000 - Date.now())

function parseSession(text: string | null): Session | null {
  try {
    const session = JSON.parse(text ?? 'null') as Session | null
    return session?.refreshToken ? session : null
  } catch {
    return null // not ours, or incomplete
  }
}

// The tabs of a browser share the session. With the lock no refresh token is used twice.
function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  const locks = (globalThis.navigator as Navigator | undefined)?.locks
  return locks ? locks.request(name, run) : run()
}
