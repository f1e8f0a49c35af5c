import { db } from '../../platform/database.server.ts'
import { auth } from './auth.server.ts'
import type { Operator } from './accounts.ts'

/** The account whose session a request carries; undefined without one, or when it has ended. */
export async function findOperator(request: Request): Promise<Operator | undefined> {
  if (!request.headers.has('cookie')) return undefined
  const session = await auth().api.getSession({ headers: request.headers })
  if (!session) return undefined
  const { id, email, name } = session.user
  return { id, email, name }
}

/** Whether anybody has an account yet. */
export async function hasAccounts(): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The account that owns the main site: the first one; undefined while there is none. */
export async function findSiteOwnerId(): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('ownerId').executeTakeFirst()
  return row?.ownerId ?? undefined
}
