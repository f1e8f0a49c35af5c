import type { Ask, Http } from './http.ts'
import type { SessionKeeper } from './session-keeper.ts'

/** Asks as the signed-in account. */
export type AsAccount = (path: string, ask?: Omit<Ask, 'token'>) => Promise<Response>

/** Sends requests with the session's access token. Throws where there is no session. */
export function createAsAccount(http: Http, keeper: SessionKeeper): AsAccount {
  return async (path, ask) => {
    const session = await keeper.find()
    if (!session) throw new Error('There is no session: sign in first.')
    return http(path, { ...ask, token: session.accessToken })
  }
}
