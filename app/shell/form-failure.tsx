import {
  data,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  useLocation,
} from 'react-router'
import { keepSentForm } from './kept-form.ts'
import { explainNotAllowed, isNotAllowed } from '../ui/error-page.tsx'
import { createSharedState } from '../ui/shared-state.ts'
import { Toast } from '../ui/toast.tsx'

/** The title of the toast for each intent of the forms of a route, in the words of the button; `other` for the rest. */
type Failures = Record<string, string> & { other: string }
/** A function may read the title from the form, or from the pattern of a route with several addresses. */
type Title = string | Failures | ((form: FormData, pattern: string) => string)
type Results = Record<string, DataStrategyResult>

interface Failure {
  /** Path of the screen that sent the form. */
  pathname: string
  title: string
  description: string
}

const NO_ANSWER = 'The server did not answer.'
const BROKE = 'Something went wrong on our side. It has been written down.'
const TRY_AGAIN = 'Please try again in a moment.'
const WAITING = 'It has not answered for 30 seconds. Keep this screen open: nothing that you typed is lost.'
const TYPED = 'What you typed is still here; please try again in a moment.'

// The failure of the one screen that is open.
const failure = createSharedState<Failure | undefined>(undefined)

/** Takes back the toast about a form without an answer, once the screen knows what became of it. */
export const forgetFailure = (): void => failure.set(undefined)

/**
 * Returns client middleware for a route with an action. If a form gets no response or an unexpected one, the screen
 * stays as it is. A toast says so. Without this, the error page would replace the typed values. Reading a form copies its
 * files into memory. If `readsFiles` is false, a form that may have files counts as one without an intent and typed text.
 */
export const keepFormOnFailure =
  (title: Title, { readsFiles = true } = {}): MiddlewareFunction<Results> =>
  async ({ request, pattern }, next) => {
    if (request.method === 'GET') return next()
    const form = readsFiles || !mayHaveFiles(request) ? await request.clone().formData() : new FormData()
    const advice = hasTyped(form) ? TYPED : TRY_AGAIN
    failure.set(undefined)
    const results = await next()
    const failed = Object.entries(results).find(
      ([, { type, result }]) => type === 'error' && !(result instanceof Response), // a Response is a redirect
    )
    if (!failed || request.signal.aborted) return results
    const [routeId, { result }] = failed
    failure.set({
      pathname: location.pathname,
      title: toTitle(title, { form, pattern }),
      description: explain(result, advice),
    })
    // With this status the router does not reload the data of the screen, which would fail as well.
    return { ...results, [routeId]: { type: 'data', result: data(undefined, { status: 503 }) } }
  }

const mayHaveFiles = ({ headers }: Request) => /^multipart/i.test(headers.get('content-type') ?? '')

function toTitle(title: Title, { form, pattern }: { form: FormData; pattern: string }): string {
  if (typeof title === 'string') return title
  if (typeof title === 'function') return title(form, pattern)
  const intent = form.get('intent')
  const own = typeof intent === 'string' && Object.hasOwn(title, intent) && title[intent]
  return own || title.other
}

// Returns true if a text field of the form has another text than at first. A form sends its lines with CR and LF.
const hasTyped = (form: FormData): boolean =>
  [...form].some(([name, value]) =>
    [...document.getElementsByName(name)].some(
      (field) =>
        isTextField(field) &&
        value !== '' &&
        typeof value === 'string' &&
        value.replaceAll('\r\n', '\n') !== field.defaultValue,
    ),
  )

const isTextField = (field: HTMLElement): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !NO_TEXT.has(field.type))

const NO_TEXT = new Set(['hidden', 'checkbox', 'radio', 'file', 'submit', 'image'])

function explain(result: unknown, advice: string): string {
  if (isRouteErrorResponse(result) && isRefusal(result.status) && typeof result.data === 'string')
    return result.data // the server refused the request before any route: the body is a sentence
  if (isNotAllowed(result)) return explainNotAllowed(result)
  const status = isRouteErrorResponse(result) ? result.status : readStatus(result)
  return `${status === 500 ? BROKE : NO_ANSWER} ${advice}`
}

const isRefusal = (status: number) => status < 500 || status === 507 // the disk is full

// An error that a route threw has the status of the response.
function readStatus(result: unknown): number | undefined {
  const { init } = (result ?? {}) as ReturnType<typeof data>
  return typeof init === 'number' ? init : init?.status
}

/**
 * Client middleware of all routes. If a form is answered with a redirect to the sign-in, its session has ended. Then
 * this browser keeps the typed values for the screen that the sign-in leads back to.
 */
export const keepFormOfEndedSession: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  if (request.method === 'GET') return results
  for (const { result } of Object.values(results)) {
    const path = result instanceof Response && readNext(result.headers.get('location'))
    if (path) keepSentForm(path, localStorage)
  }
  return results
}

/** Returns the pathname that the sign-in at this address leads back to. */
function readNext(location: string | null): string | undefined {
  const url = location === null ? undefined : new URL(location, document.baseURI)
  const next = url && /^\/auth(\/challenge)?$/.test(url.pathname) && url.searchParams.get('next')
  return next ? new URL(next, document.baseURI).pathname : undefined
}

const SLOW_MS = 30_000

// True while a form has had no answer for SLOW_MS.
const isSlow = createSharedState(false)

/** Client middleware of all routes. It says so when a form is not answered for long, as by a server that is frozen. */
export const tellSlowForm: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method === 'GET') return next()
  const timer = setTimeout(() => isSlow.set(true), SLOW_MS)
  try {
    return await next()
  } finally {
    clearTimeout(timer)
    isSlow.set(false)
  }
}

/**
 * The toast about a slow form, or about a failed one. The latter stays until another form is sent or another screen is
 * opened.
 */
export function FailureToast() {
  const shown = failure.useValue()
  const waits = isSlow.useValue()
  const { pathname } = useLocation()
  if (waits) return <Toast tone="warn" title="Still waiting for the server" description={WAITING} />
  return shown?.pathname === pathname && <Toast {...shown} tone="bad" />
}
