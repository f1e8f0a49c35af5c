import type { Http, HttpOptions } from './http.ts'
import type { Session } from './session.ts'
import type { SessionKeeper } from './session-keeper.ts'

/** Sends a request with the session's access token. Throws without a session, and as `Http` does. */
export type AccountHttp = (path: string, options?: Omit<HttpOptions, 'token'>) => Promise<Response>

/** Returns the function that sends requests as the signed-in account. */
export function createAccountHttp(http: Http, keeper: SessionKeeper): AccountHttp {
  return async (path, options) => {
    return http(path, { ...options, token: (await requireSession(keeper)).accessToken })
  }
}

/** Returns the session of a client. Throws without one. */
export async function requireSession(keeper: SessionKeeper): Promise<Session> {
  const session = await keeper.find()
  if (!session) throw new Error('There is no session: sign in first.')
  return session
}
