import { createHash, randomBytes } from 'node:crypto'
import { createCookie } from 'react-router'
import { z } from 'zod'
import { env } from '../../../platform/env.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import { listSecrets } from '../../../platform/secret.server.ts'

const YEAR_S = 365 * 24 * 3600
const ACCOUNTS_REMEMBERED = 5

const cookieContent = z.object({ id: z.string(), accounts: z.array(z.string()) })

const isSecure = env.SITE_URL.startsWith('https:')
const cookie = () =>
  singleton('device-cookie', () =>
    createCookie(isSecure ? '__Host-device' : 'device', {
      secrets: listSecrets(), // signs with the first, and accepts all
      httpOnly: true,
      secure: isSecure,
      sameSite: 'lax',
      path: '/',
      maxAge: YEAR_S,
    }),
  )

/** Returns the id of the request's device if it has signed in to the account before. The id grants no access. */
export async function findDevice(request: Request, email: string): Promise<string | undefined> {
  const device = await readDevice(request)
  return device?.accounts.includes(toEmailHash(email)) ? device.id : undefined
}

/** Returns the cookie that marks the device as one that has signed in to the account. */
export async function rememberDevice(request: Request, email: string): Promise<string> {
  const device = (await readDevice(request)) ?? { id: randomBytes(16).toString('base64url'), accounts: [] }
  const others = device.accounts.filter((hash) => hash !== toEmailHash(email))
  const accounts = [...others, toEmailHash(email)].slice(-ACCOUNTS_REMEMBERED)
  return cookie().serialize({ id: device.id, accounts })
}

async function readDevice(request: Request): Promise<z.output<typeof cookieContent> | undefined> {
  const value: unknown = await cookie().parse(request.headers.get('cookie'))
  return cookieContent.safeParse(value).data
}

const toEmailHash = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 16)
