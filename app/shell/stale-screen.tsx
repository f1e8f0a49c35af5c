import { useEffect } from 'react'
import {
  data,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useFetcher,
  useLocation,
} from 'react-router'
import { type FailureData, readFailure, SERVER_BROKE } from '../ui/error-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { createSharedState } from '../ui/shared-state.ts'

type Result = DataStrategyResult
type Results = Record<string, Result>

/** A screen whose data could not be loaded again. */
interface Stale {
  pathname: string
  /** True if a form of the screen was answered before. */
  isAfterForm: boolean
  isBug: boolean
}

// A form to this query is answered in the browser. After it the router loads the data of the screen again, and keeps
// the answer to the last form; its own `revalidate` would drop that answer.
const LOAD_AGAIN = 'load-again'

const stale = createSharedState<Stale | undefined>(undefined)

/** Path with query of the screen whose data is drawn; undefined on an error page. */
let shownPath: string | undefined
/** Path with query of the last form that was sent: the router then loads that path. */
let formPath: string | undefined
/** True if the last form was answered with a redirect, to a screen that is not loaded yet. */
let isRedirected = false

/**
 * Client middleware of the root. If the data of the open screen cannot be loaded again, the screen keeps the data that
 * it has. `StaleNotice` says so, because an error page would hide the answer to a form. For another screen the error
 * gets the status 503, by which the error page recognises a temporary failure.
 */
export const keepScreenOnFailure: MiddlewareFunction<Results> = async ({ request }, next) => {
  const url = new URL(request.url)
  if (request.method !== 'GET') return sendForm(url, next)
  const results = await next()
  if (request.signal.aborted) return results
  return isShownAt(url) ? keepData(url, results) : openScreen(results)
}

async function sendForm(
  { pathname, search, searchParams }: URL,
  next: () => Promise<Results>,
): Promise<Results> {
  if (searchParams.has(LOAD_AGAIN)) return { root: { type: 'data', result: null } }
  formPath = pathname + search
  const answers = await next()
  isRedirected = hasRedirect(answers)
  return answers
}

// Without a result the router keeps the data that the route has.
function keepData({ pathname, search }: URL, results: Results): Results {
  const failed = Object.values(results).find(isFailure)
  isRedirected = false
  const isAfterForm = formPath === pathname + search || stale.read()?.isAfterForm === true
  stale.set(failed && { pathname, isAfterForm, isBug: isBug(failed.result) })
  return replaceFailures(results, () => undefined)
}

function openScreen(results: Results): Results {
  stale.set(undefined)
  const hasArrived = isRedirected
  isRedirected &&= hasRedirect(results)
  return replaceFailures(results, (failure) => toDisturbance(failure, hasArrived))
}

// After a form the query may differ, for example after a question about one row of a list.
function isShownAt({ pathname, search }: URL): boolean {
  const path = pathname + search
  return path === shownPath || (path === formPath && pathname === shownPath?.split('?')[0])
}

const hasRedirect = (results: Results): boolean =>
  Object.values(results).some(({ result }) => result instanceof Response)

const isBug = (result: unknown): boolean =>
  isRouteErrorResponse(result)
    ? result.status === 500
    : result instanceof Error && result.message === SERVER_BROKE

// A Response is a redirect, and a status below 500 is the server's answer.
const isFailure = ({ type, result }: Result): boolean =>
  type === 'error' && (isRouteErrorResponse(result) ? result.status >= 500 : !(result instanceof Response))

// Without a response the browser throws an ordinary Error.
const toDisturbance = ({ type, result }: Result, hasArrived: boolean): Result => ({
  type,
  result: isBug(result) ? result : data<FailureData>({ ...readFailure(result), hasArrived }, { status: 503 }),
})

function replaceFailures(results: Results, replace: (failure: Result) => Result | undefined): Results {
  const replaced = Object.entries(results).flatMap(([routeId, result]) => {
    const next = isFailure(result) ? replace(result) : result
    return next ? [[routeId, next] as const] : []
  })
  return Object.fromEntries(replaced)
}

/** Says that the open screen could not be brought up to date, with a button that tries again. */
export function StaleNotice() {
  const { pathname, search } = useLocation()
  const { submit, state } = useFetcher()
  const shown = stale.useValue()
  useEffect(() => {
    shownPath = pathname + search
    return () => {
      shownPath = undefined
    }
  }, [pathname, search])
  if (shown?.pathname !== pathname) return null
  return (
    <Notice>
      <p className="mb-3 max-w-prose">
        {shown.isAfterForm
          ? 'What you sent has arrived, but the rest of this screen is from before: '
          : 'This screen is from before: '}
        {shown.isBug
          ? 'something went wrong on our side when it was loaded again. It has been written down.'
          : 'the server did not answer when it was loaded again.'}
      </p>
      <button
        type="button"
        className="button"
        disabled={state !== 'idle'}
        onClick={() => void submit(null, { method: 'post', action: `${pathname}?${LOAD_AGAIN}` })}
      >
        {state === 'idle' ? 'Load it again' : 'Loading...'}
      </button>
    </Notice>
  )
}
