import { ApiError } from '../client.ts'
import { mayPass, pause } from '../retry.ts'

/** What the command may do, unless the person who approves it allows less. */
const SCOPES = 'articles:read articles:write articles:publish sites:read'
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

interface Begun {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
  interval: number
}

type Polled = { access_token: string } | { error: string; error_description?: string }

const FAILURES: Record<string, string> = {
  access_denied: 'It was refused on the desk.',
  expired_token: 'The code is not valid any more. Sign in again.',
}

/** Signs in by a code that a person types on the desk (RFC 8628). `show` tells the code. Returns a token. */
export async function signInByCode(
  origin: string,
  name: string,
  show: (begun: { code: string; address: string; whole: string }) => void,
): Promise<string> {
  const begun = (await post(`${origin}/auth/oauth/device`, { client_id: name, scope: SCOPES })) as
    | Begun
    | { error: string }
  if ('error' in begun) throw new Error(toReason(begun))
  const { device_code, user_code: code, verification_uri: address, verification_uri_complete: whole } = begun
  show({ code, address, whole })
  let waitS = begun.interval
  for (;;) {
    await pause(waitS * 1000)
    const polled = await poll(origin, device_code)
    if (polled === undefined) waitS *= 2
    else if ('access_token' in polled) return polled.access_token
    else if (polled.error === 'slow_down') waitS += 5
    else if (polled.error !== 'authorization_pending') throw new Error(toReason(polled))
  }
}

/** Asks for the token. Returns undefined if the next poll may be answered (RFC 8628, 3.5). The code ends by itself. */
async function poll(origin: string, device_code: string): Promise<Polled | undefined> {
  try {
    return (await post(`${origin}/auth/oauth/token`, {
      grant_type: GRANT,
      device_code,
      client_id: 'broadsheet',
    })) as Polled
  } catch (error) {
    if (mayPass(error)) return undefined
    throw error
  }
}

const toReason = ({ error, error_description: described }: { error: string; error_description?: string }) =>
  FAILURES[error] ?? described ?? error

/** Ends a token on the server (RFC 7009). */
export const revokeToken = (origin: string, token: string) => post(`${origin}/auth/oauth/revoke`, { token })

async function post(address: string, fields: Record<string, string>): Promise<unknown> {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error
  })
  const isRefusal = typeof answer === 'object' && answer !== null && 'error' in answer
  if (response.ok ? answer !== undefined : isRefusal) return answer
  if (response.status >= 500 || response.status === 429) throw new ApiError(response.status, {})
  throw new Error(`There is no newsroom at ${new URL(address).origin}.`)
}
