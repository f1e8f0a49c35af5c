import { useSyncExternalStore } from 'react'
import {
  data,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useLocation,
} from 'react-router'
import { Toast } from './toast.tsx'

/** The title of the toast; a function may read it from the form, or from the pattern of a route with several paths. */
type Title = string | ((form: FormData, pattern: string) => string)
type Results = Record<string, DataStrategyResult>

interface Failure {
  /** Path of the screen that sent the form. */
  pathname: string
  title: string
  description: string
}

const NO_ANSWER = 'The server did not answer. What you typed is still here; please try again in a moment.'
const BROKE =
  'Something went wrong on our side. It has been written down. What you typed is still here; please try again.'

// The failure of the one screen that is open.
let failure: Failure | undefined
const listeners = new Set<() => void>()

function setFailure(next: Failure | undefined): void {
  failure = next
  for (const notify of listeners) notify()
}

/**
 * Returns client middleware for a route with an action. If a form gets no response or an unexpected one, the screen
 * stays as it is and a toast says so. Without it, the error page would replace what was typed.
 */
export const keepFormOnFailure =
  (title: Title): MiddlewareFunction<Results> =>
  async ({ request, pattern }, next) => {
    if (request.method === 'GET') return next()
    const form = await request.clone().formData()
    setFailure(undefined)
    const results = await next()
    const failed = Object.entries(results).find(
      ([, { type, result }]) => type === 'error' && !(result instanceof Response), // a Response is a redirect
    )
    if (!failed || request.signal.aborted) return results
    const [routeId, { result }] = failed
    setFailure({
      pathname: location.pathname,
      title: typeof title === 'string' ? title : title(form, pattern),
      description: explain(result),
    })
    // With this status the router does not reload the data of the screen, which would fail as well.
    return { ...results, [routeId]: { type: 'data', result: data(undefined, { status: 503 }) } }
  }

function explain(result: unknown): string {
  if (isRouteErrorResponse(result) && isRefusal(result.status) && typeof result.data === 'string')
    return result.data // the server refused the request before any route: the body is a sentence
  const status = isRouteErrorResponse(result) ? result.status : readStatus(result)
  return status === 500 ? BROKE : NO_ANSWER
}

const isRefusal = (status: number) => status < 500 || status === 507 // the disk is full

// An error that a route threw has the status of the response.
function readStatus(result: unknown): number | undefined {
  const { init } = (result ?? {}) as ReturnType<typeof data>
  return typeof init === 'number' ? init : init?.status
}

/** The toast about a form that failed, until the next form is sent or another screen is opened. */
export function FailureToast() {
  const shown = useSyncExternalStore(subscribe, readFailure, () => undefined)
  const { pathname } = useLocation()
  return shown?.pathname === pathname && <Toast {...shown} tone="bad" />
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

const readFailure = () => failure
