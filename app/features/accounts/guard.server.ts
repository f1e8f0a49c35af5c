import {
  createContext,
  data,
  type MiddlewareFunction,
  redirect,
  type RouterContextProvider,
} from 'react-router'
import { log } from '../../platform/log.server.ts'
import { type Access, accessContext, isForPrograms } from '../../platform/request-context.server.ts'
import { remember } from '../../platform/remember.server.ts'
import { createLanes } from '../../platform/turns.server.ts'
import { readBearer } from '../../shared/http.ts'
import { toProblem } from '../../shared/problem.ts'
import { findTokenSession } from '../tokens/queries.server.ts'
import type { Operator } from './accounts.ts'
import { secondFactorNeeded, signInNeeded, storeAway } from './messages.ts'
import { findSession, type Session } from './queries.server.ts'

// A hundred requests of one account are to hold up nobody else's: each may keep the thread for a large form's length.
// Even to find out whose they are takes the store's time, so those with the same cookies take turns before that.
const AT_ONCE = 4
const laneOf = remember('requests of accounts', () => createLanes(AT_ONCE, { pauses: true }))

/** Who is signed in; filled in for every route but the public ones and those of signing in. */
export const operatorContext = createContext<Operator>()

/** The session of the request, of whatever level; null without one. Routes of signing in look at it. */
export const sessionContext = createContext<Session | null>(null)

/**
 * The one place that lets a request in, by the route that will answer it: public routes never ask, those of signing in
 * are open to anybody, and every other one, whatever it is, needs a session that is proven as far as its account asks.
 */
export const admit: MiddlewareFunction<Response> = (args, next) => {
  const { request, context } = args
  if (context.get(accessContext) === 'public') return next()
  const proof = request.headers.get('authorization') ?? request.headers.get('cookie')
  return proof === null ? letIn(args, next) : laneOf(proof)(() => letIn(args, next))
}

type Arguments = Parameters<MiddlewareFunction<Response>>

async function letIn({ request, url, context }: Arguments[0], next: Arguments[1]): Promise<Response> {
  const access = context.get(accessContext)
  const found = await identify(request, access)
  if (found) context.set(sessionContext, found.session)
  if (access === 'screen' || access === 'function') enter(access, url, context)
  const response = await (found ? laneOf(found.session.operator.id)(next) : next())
  for (const cookie of found?.cookies ?? []) renew(response.headers, cookie)
  return response
}

// A session that the request itself began, renewed or ended comes before one that was merely used.
function renew(headers: Headers, cookie: string): void {
  const start = cookie.slice(0, cookie.indexOf('=') + 1)
  if (!headers.getSetCookie().some((other) => other.startsWith(start))) headers.append('set-cookie', cookie)
}

/** The session of a request, of whatever level. Throws the problem to answer with where there is none. */
export function requireSession(context: Readonly<RouterContextProvider>): Session {
  const session = context.get(sessionContext)
  if (!session) throw toProblem(401, { code: 'no_session', message: signInNeeded })
  return session
}

// A request that shows a token is judged by it alone: the browser adds cookies by itself, also for another site's page.
async function identify(
  request: Request,
  access: Access,
): Promise<{ session: Session; cookies: string[] } | undefined> {
  const token = isForPrograms(access) ? readBearer(request.headers.get('authorization')) : undefined
  if (token === undefined) return access === 'api' ? undefined : readSession(request, access)
  const found = await findTokenSession(token)
  if (found.ok) return { session: found.session, cookies: [] }
  if (access === 'api' && found.reason === 'expired') return undefined // it may still be refreshed or signed out
  throw toProblem(
    401,
    { code: found.code, message: found.message },
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  )
}

const RETRY_SOON = { 'retry-after': '10' }

async function readSession(request: Request, access: Access): ReturnType<typeof findSession> {
  try {
    return await findSession(request)
  } catch (error) {
    log.error({ err: error }, 'session.unread')
    const refusal = { code: 'store_away', message: storeAway }
    throw isForPrograms(access)
      ? toProblem(503, refusal, RETRY_SOON)
      : data(null, { status: 503, headers: RETRY_SOON })
  }
}

function enter(access: 'screen' | 'function', url: URL, context: Readonly<RouterContextProvider>): void {
  const session = context.get(sessionContext)
  if (session && session.aal === session.nextAal) {
    context.set(operatorContext, session.operator)
    return
  }
  if (access === 'function') {
    throw session
      ? toProblem(403, { code: 'insufficient_aal', message: secondFactorNeeded })
      : toProblem(401, { code: 'no_session', message: signInNeeded })
  }
  const next = encodeURIComponent(url.pathname + url.search)
  throw redirect(`${session ? '/auth/challenge' : '/auth'}?next=${next}`)
}
