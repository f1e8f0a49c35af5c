import {
  createContext,
  data,
  type MiddlewareFunction,
  redirect,
  type RouterContextProvider,
} from 'react-router'
import { findWork } from '../../../platform/current-work.server.ts'
import { whileStoreAnswers } from '../../../platform/web/page-invalidation.server.ts'
import { log } from '../../../platform/log.server.ts'
import {
  accessContext,
  checksScopeContext,
  innerRequestContext,
  RETRY_SOON,
  rightContext,
} from '../../../platform/web/request-context.server.ts'
import { notAllowed, passwordNeededHere } from '../../../platform/own-rows.server.ts'
import { singleton } from '../../../platform/singleton.server.ts'
import { createConcurrencyLimits } from '../../../platform/concurrency-limits.server.ts'
import { readBearer } from '../../../shared/http.ts'
import { toProblem } from '../../../shared/problem.ts'
import { findTokenSession, toTokenProblem } from '../tokens/queries.server.ts'
import { may, type Operator } from '../accounts.ts'
import { isServerToken } from '../tokens/tokens.ts'
import {
  notAllowedHere,
  passwordNeeded,
  scopeMissing,
  secondFactorNeeded,
  signInNeeded,
  storeAway,
} from './messages.ts'
import { finishSignOut } from '../sign-in/commands.server.ts'
import { findSession, type Session } from '../sign-in/queries.server.ts'
import { type Access, isForPrograms } from '../../../platform/web/route-facts.ts'

// Many requests of one account must not delay other accounts, because a large form keeps the thread busy. So few run at
// the same time. Finding the session takes a query, so requests with the same cookie or token also wait before that.
// A request waits in a lane of each kind, one inside the other. A sender chooses the proof, and may write there the id of
// an account: in one set of lanes, a request could then wait for itself.
const REQUESTS_AT_ONCE = 4
const createLanes = () => createConcurrencyLimits(REQUESTS_AT_ONCE, { pauses: true })
const limitForProof = singleton('requests of proofs', createLanes)
const limitForAccount = singleton('requests of accounts', createLanes)

/** The account that the request acts for, and the person. It is set for every route except the public ones and those of signing in. */
export const operatorContext = createContext<Operator>()

/** The session of the request at any level; null without one. The routes of signing in read it. */
export const sessionContext = createContext<Session | null>(null)

/**
 * Checks each request by the access that its route declares. Public routes need no session, and those of signing in are
 * open to all visitors. Every other route needs a session at the level that its account requires.
 */
export const authenticate: MiddlewareFunction<Response> = (args, next) => {
  const { request, context } = args
  if (context.get(accessContext) === 'public') return next()
  const proof = request.headers.get('authorization') ?? request.headers.get('cookie')
  // It is part of a request that has its turn already.
  const isInner = context.get(innerRequestContext) !== undefined
  return proof === null || isInner
    ? checkAndAnswer(args, next)
    : limitForProof(proof)(() => checkAndAnswer(args, next))
}

type MiddlewareArguments = Parameters<MiddlewareFunction<Response>>

async function checkAndAnswer(
  { request, url, context }: MiddlewareArguments[0],
  next: MiddlewareArguments[1],
): Promise<Response> {
  const access = context.get(accessContext)
  const found = await findRequestSession(request, access)
  const session = found?.session
  if (session) context.set(sessionContext, session)
  if (access === 'screen' || access === 'function') requireOperator(access, url, context)
  const response = await (session && !context.get(innerRequestContext)
    ? limitForAccount(session.operator.id)(next)
    : next())
  for (const cookie of found?.cookies ?? []) addCookie(response.headers, cookie)
  return response
}

// The route may have set this cookie itself: it began, renewed or ended the session. Then the route's cookie stays.
function addCookie(headers: Headers, cookie: string): void {
  const start = cookie.slice(0, cookie.indexOf('=') + 1)
  if (!headers.getSetCookie().some((other) => other.startsWith(start))) headers.append('set-cookie', cookie)
}

/** Returns the session of a request at any level. Throws a problem with status 401 if there is none. */
export function requireSession(context: Readonly<RouterContextProvider>): Session {
  const session = context.get(sessionContext)
  if (!session) throw toProblem(401, { code: 'no_session', message: signInNeeded })
  return session
}

/** The session of a request, if it has one, and the cookies for its response. */
interface Found {
  session: Session | undefined
  cookies: string[]
}

// A request with a token is checked by the token alone. Browsers add cookies by themselves, also for other sites' pages.
async function findRequestSession(request: Request, access: Access): Promise<Found | undefined> {
  const token = isForPrograms(access) ? readBearer(request.headers.get('authorization')) : undefined
  if (token === undefined)
    return access === 'api' ? undefined : readOrRefuse(access, () => findOpenSession(request))
  // A server has no sign-in to raise or to end.
  if (access === 'api' && isServerToken(token)) return undefined
  const found = await readOrRefuse(access, () => findTokenSession(token))
  if (found.ok) return isClosedTo(found.session, access) ? undefined : { session: found.session, cookies: [] }
  if (access === 'api' && found.reason === 'expired') return undefined // the client may still refresh or sign out
  throw toProblem(401, toTokenProblem(found), { 'www-authenticate': 'Bearer error="invalid_token"' })
}

// A session with scopes opens the API alone (decision 71). Its client may refresh and sign out all the same.
const isClosedTo = ({ scopes }: Session, access: Access) => access === 'api' && scopes !== null

async function findOpenSession(request: Request): Promise<Found | undefined> {
  const cookies = await finishSignOut(request)
  return cookies ? { session: undefined, cookies } : findSession(request)
}

async function readOrRefuse<T>(access: Access, read: () => Promise<T>): Promise<T> {
  try {
    return await whileStoreAnswers(read)
  } catch (error) {
    log.error({ err: error }, 'session.unread')
    const refusal = { code: 'store_away', message: storeAway }
    throw isForPrograms(access)
      ? toProblem(503, refusal, RETRY_SOON)
      : data({ requestId: findWork()?.id }, { status: 503, headers: RETRY_SOON })
  }
}

function requireOperator(
  access: 'screen' | 'function',
  url: URL,
  context: Readonly<RouterContextProvider>,
): void {
  const session = context.get(sessionContext)
  if (session && session.aal === session.nextAal) return admit(session, access, context)
  if (access === 'function') {
    throw session
      ? toProblem(403, { code: 'insufficient_aal', message: secondFactorNeeded })
      : toProblem(401, { code: 'no_session', message: signInNeeded })
  }
  const next = encodeURIComponent(url.pathname + url.search)
  throw redirect(`${session ? '/auth/challenge' : '/auth'}?next=${next}`)
}

const toPasswordNeeded = (access: 'screen' | 'function') =>
  access === 'function'
    ? toProblem(403, { code: 'not_allowed', message: passwordNeeded })
    : passwordNeededHere()

// Routes about the person see the own account, and all others the one that the session acts for. A route that does not
// say which right it needs is closed to members. The provider of one account does not speak for the person elsewhere.
function admit(
  session: Session,
  access: 'screen' | 'function',
  context: Readonly<RouterContextProvider>,
): void {
  const right = context.get(rightContext)
  if (session.scopes && !context.get(checksScopeContext))
    throw toProblem(403, { code: 'insufficient_scope', message: scopeMissing })
  const operator = right === 'self' ? session.operator : session.acting
  if (right === 'self' && session.isByProvider) throw toPasswordNeeded(access)
  const isAdmitted = right === 'self' || (right === undefined ? !operator.member : may(operator, right))
  if (!isAdmitted)
    throw access === 'function'
      ? toProblem(403, { code: 'not_allowed', message: notAllowedHere })
      : notAllowed()
  context.set(operatorContext, operator)
  context.set(sessionContext, { ...session, operator })
}
