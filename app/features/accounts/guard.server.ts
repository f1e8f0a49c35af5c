import { createContext, type MiddlewareFunction, redirect, type RouterContextProvider } from 'react-router'
import { accessContext } from '../../platform/request-context.server.ts'
import { toProblem } from '../../shared/problem.ts'
import type { Operator } from './accounts.ts'
import { secondFactorNeeded, signInNeeded } from './messages.ts'
import { findSession, type Session } from './queries.server.ts'

/** Who is signed in; filled in for every route but the public ones and those of signing in. */
export const operatorContext = createContext<Operator>()

/** The session of the request, of whatever level; null without one. Routes of signing in look at it. */
export const sessionContext = createContext<Session | null>(null)

/**
 * The one place that lets a request in, by the route that will answer it: public routes never ask, those of signing in
 * are open to anybody, and every other one, whatever it is, needs a session that is proven as far as its account asks.
 */
export const admit: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const access = context.get(accessContext)
  if (access === 'public') return next()
  const found = await findSession(request)
  if (found) context.set(sessionContext, found.session)
  if (access !== 'open') enter(access, url, context)
  const response = await next()
  const ownNames = new Set(response.headers.getSetCookie().map(nameOf))
  for (const cookie of found?.cookies ?? []) {
    // A session that the route has just raised has another cookie than the one that was renewed before.
    if (!ownNames.has(nameOf(cookie))) response.headers.append('set-cookie', cookie)
  }
  return response
}

const nameOf = (cookie: string) => cookie.split('=', 1)[0]

function enter(access: 'screen' | 'function', url: URL, context: Readonly<RouterContextProvider>): void {
  const session = context.get(sessionContext)
  if (session?.aal === session?.nextAal && session) {
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
