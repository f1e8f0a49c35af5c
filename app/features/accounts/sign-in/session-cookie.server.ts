import { createHmac } from 'node:crypto'
import { env } from '../../../platform/env.server.ts'
import { isSignedBy, listSecrets, readAppSecret } from '../../../platform/secret.server.ts'

/** Seconds until an unused session ends. */
export const SESSION_S = 7 * 24 * 3600

const isSecure = env.SITE_URL.startsWith('https:')
const NAME = isSecure ? '__Host-session' : 'session'
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

const SIGN_OUT = isSecure ? '__Host-signing_out' : 'signing_out'
/** The cookie that removes the mark of `beginSignOut`. */
export const NO_SIGN_OUT = `${SIGN_OUT}=; Path=/; SameSite=Lax; Max-Age=0${isSecure ? '; Secure' : ''}`

/** Returns true if the browser of a request has signed out without a response. Its session must not be used again. */
export const isSigningOut = (request: Request): boolean =>
  request.headers.get('cookie')?.split(/; */).includes(`${SIGN_OUT}=1`) === true

/** Returns the cookie that carries a session's secret, signed, and hidden from scripts; an empty secret removes it. */
export function toSessionCookie(token: string): string {
  const value = encodeURIComponent(`${token}.${sign(token).toString('base64')}`)
  return `${NAME}=${value}; Max-Age=${token ? SESSION_S : 0}; ${ATTRIBUTES}`
}

/** Returns the secret in a request's session cookie; undefined without one, and if its signature is not ours. */
export function readSessionCookie(request: Request): string | undefined {
  const cookies = request.headers.get('cookie')?.split(/; */) ?? []
  const value = cookies.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1)
  const [, token, signature] = /^([\w-]+)(?:\.|%2E)([\w%+/=]+)$/i.exec(value ?? '') ?? []
  if (token === undefined || signature === undefined) return undefined
  const given = Buffer.from(decode(signature), 'base64')
  return isSignedBy(listSecrets(), given, (secret) => sign(token, secret)) ? token : undefined
}

const sign = (token: string, secret = readAppSecret()): Buffer =>
  createHmac('sha256', secret).update(token).digest()

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // a `%` without a code
  }
}
