import { useSyncExternalStore } from 'react'
import {
  data,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useLocation,
} from 'react-router'
import { SERVER_BROKE } from './error-page.tsx'
import { Toast } from './toast.tsx'

/** What failed; told from the form, and from the route's pattern where that has several addresses. */
type Title = string | ((form: FormData, pattern: string) => string)
type Results = Record<string, DataStrategyResult>

interface Failure {
  /** Of the screen that it was on. */
  pathname: string
  title: string
  description: string
}

const NO_ANSWER = 'The server did not answer. What you typed is still here; please try again in a moment.'
const BROKE =
  'Something went wrong on our side. It has been written down. What you typed is still here; please try again.'

// Of the one screen that is open.
let failure: Failure | undefined
const watchers = new Set<() => void>()

function setFailure(next: Failure | undefined): void {
  failure = next
  for (const tell of watchers) tell()
}

/**
 * As client middleware of a route with an action: the screen stays as it is where a form got no answer, or one that no
 * screen expects, and a toast says so. Without it the error page would take the place of what was typed.
 */
export const keepScreen =
  (title: Title): MiddlewareFunction<Results> =>
  async ({ request, pattern }, next) => {
    if (request.method === 'GET') return nameSilence(await next(), request)
    const form = await request.clone().formData()
    setFailure(undefined)
    const results = await next()
    const lost = Object.entries(results).find(
      ([, { type, result }]) => type === 'error' && !(result instanceof Response), // a Response leads elsewhere
    )
    if (!lost || request.signal.aborted) return results
    const [routeId, { result }] = lost
    setFailure({
      pathname: location.pathname,
      title: typeof title === 'string' ? title : title(form, pattern),
      description: explain(result),
    })
    // The status keeps the router from reading everything anew, which would fail in the same way.
    return { ...results, [routeId]: { type: 'data', result: data(undefined, { status: 503 }) } }
  }

// What the browser itself throws where nobody answers is an error like any other: the error page is to know it.
function nameSilence(results: Results, { signal }: Request): Results {
  if (signal.aborted) return results
  const named = Object.entries(results).map(([routeId, { type, result }]) => {
    const isSilence = type === 'error' && result instanceof Error && result.message !== SERVER_BROKE
    return [routeId, { type, result: isSilence ? data(null, { status: 503 }) : result }] as const
  })
  return Object.fromEntries(named)
}

function explain(result: unknown): string {
  if (isRouteErrorResponse(result) && isRefusal(result.status) && typeof result.data === 'string')
    return result.data // a refusal before any route, which is a sentence
  const status = isRouteErrorResponse(result) ? result.status : readStatus(result)
  return status === 500 ? BROKE : NO_ANSWER
}

const isRefusal = (status: number) => status < 500 || status === 507 // no room

// An error that a route threw comes with the status of its answer.
function readStatus(result: unknown): number | undefined {
  const { init } = (result ?? {}) as ReturnType<typeof data>
  return typeof init === 'number' ? init : init?.status
}

/** Says what `keepScreen` noticed, until the next form is sent or another screen is opened. */
export function FailureToast() {
  const said = useSyncExternalStore(watch, readFailure, () => undefined)
  const { pathname } = useLocation()
  return said?.pathname === pathname && <Toast {...said} tone="bad" />
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

const readFailure = () => failure
