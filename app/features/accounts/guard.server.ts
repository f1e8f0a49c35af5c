import { createContext, type MiddlewareFunction, redirect } from 'react-router'
import type { Operator } from './accounts.ts'
import { findOperator } from './queries.server.ts'

/** Who is signed in; filled in by `requireOperator` for everything below the desk. */
export const operatorContext = createContext<Operator>()

/** The one place that opens the desk: without a session every screen below leads to signing in and back again. */
export const requireOperator: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const operator = await findOperator(request)
  if (!operator) throw redirect(`/auth?next=${encodeURIComponent(url.pathname + url.search)}`)
  context.set(operatorContext, operator)
  return next()
}
