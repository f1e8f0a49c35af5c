import { createHash, randomBytes } from 'node:crypto'
import { createCookie } from 'react-router'
import { z } from 'zod'
import { env } from '../../platform/env.server.ts'
import { remember } from '../../platform/remember.server.ts'
import { readAppSecret } from '../../platform/secret.server.ts'

const YEAR_S = 365 * 24 * 3600
const ACCOUNTS_REMEMBERED = 5

const content = z.object({ id: z.string(), accounts: z.array(z.string()) })

const isSecure = env.SITE_URL.startsWith('https:')
const cookie = () =>
  remember('device-cookie', () =>
    createCookie(isSecure ? '__Host-device' : 'device', {
      secrets: [readAppSecret()],
      httpOnly: true,
      secure: isSecure,
      sameSite: 'lax',
      path: '/',
      maxAge: YEAR_S,
    }),
  )

/** The id of the device that a request comes from, if it has signed in to the account before. It opens nothing. */
export async function findDevice(request: Request, email: string): Promise<string | undefined> {
  const device = await readDevice(request)
  return device?.accounts.includes(toMark(email)) ? device.id : undefined
}

/** The cookie by which the device is known as one that has signed in to the account. */
export async function rememberDevice(request: Request, email: string): Promise<string> {
  const device = (await readDevice(request)) ?? { id: randomBytes(16).toString('base64url'), accounts: [] }
  const others = device.accounts.filter((mark) => mark !== toMark(email))
  const accounts = [...others, toMark(email)].slice(-ACCOUNTS_REMEMBERED)
  return cookie().serialize({ id: device.id, accounts })
}

async function readDevice(request: Request): Promise<z.output<typeof content> | undefined> {
  const value: unknown = await cookie().parse(request.headers.get('cookie'))
  return content.safeParse(value).data
}

const toMark = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 16)
