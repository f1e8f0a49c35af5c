import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { OidcSecrets } from '../../../connectors/identity/oidc.server.ts'
import { env } from '../../../platform/env.server.ts'
import { type Database, db } from '../../../platform/store/database.server.ts'

const LIFETIME_S = 600
const isSecure = env.SITE_URL.startsWith('https:')
const NAME = isSecure ? '__Host-company' : 'company'
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** The cookie that removes the secret of a flow. */
export const NO_FLOW = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`

/** The step that a browser is in: on the way to its company, or asked for the password of the account that it links. */
type Step = 'sign-in' | 'link'

/** Returns the secret of the flow that the browser of a request is in; undefined without one. */
export const readFlow = (request: Request): string | undefined => {
  const cookies = request.headers.get('cookie')?.split(/; */) ?? []
  const value = cookies.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1)
  return value && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** Returns a new secret. Only the browser has it, in a cookie; all that is sent to a provider is made from it. */
export const makeFlow = (): string => randomBytes(32).toString('base64url')

/** Returns the values of a flow that bind the answer of the provider to the browser. */
export const toOidcSecrets = (flow: string): OidcSecrets => ({
  state: derive('state', flow),
  nonce: derive('nonce', flow),
  verifier: derive('verifier', flow),
})

/** Keeps what a step of a flow is about, for ten minutes. Returns the cookie with the secret of the flow. */
export async function openFlow(step: Step, flow: string, content: object): Promise<string> {
  await sql`delete from verifications where expires_at < now()`.execute(db)
  await sql`
    insert into verifications (id, identifier, value, expires_at)
    values (${uuidv7()}, ${derive(step, flow)}, ${JSON.stringify(content)}, now() + make_interval(secs => ${LIFETIME_S}))
  `.execute(db)
  return `${NAME}=${flow}; ${ATTRIBUTES}; Max-Age=${LIFETIME_S}`
}

/** Returns what a step of a flow is about; undefined once it is over. */
export async function findFlow(step: Step, flow: string): Promise<unknown> {
  const { rows } = await sql<{ value: string }>`
    select value from verifications where identifier = ${derive(step, flow)} and expires_at > now()
  `.execute(db)
  return rows[0] && JSON.parse(rows[0].value)
}

/** Ends a step of a flow and returns what it was about. Of several at the same time, one gets it. */
export async function closeFlow(step: Step, flow: string, store: Database = db): Promise<unknown> {
  const { rows } = await sql<{ value: string }>`
    delete from verifications where identifier = ${derive(step, flow)} and expires_at > now() returning value
  `.execute(store)
  return rows[0] && JSON.parse(rows[0].value)
}

const derive = (purpose: string, flow: string) =>
  createHash('sha256').update(`company ${purpose}:${flow}`).digest('base64url')
