import { isRouteErrorResponse, useLocation } from 'react-router'
import { RequestLine, useFailedRequest } from './failed-request.tsx'

/** The message with which the router replaces every error of the server in the browser. */
export const SERVER_BROKE = 'Unexpected Server Error'

/** The data of an error with a status of 500 or more. */
export interface FailureData {
  /** The id of the request, if the server answered. */
  requestId?: string | undefined
  /** True after a form that was answered: only the screen after it could not be loaded. */
  hasArrived?: boolean
  /** False if the role of the person does not allow the request. */
  isAllowed?: false
  /** True if the person may do it after signing in with the password. */
  needsPassword?: true
}

/** Returns the data of a failure; an empty object if it has none. */
export const readFailure = (error: unknown): FailureData =>
  isRouteErrorResponse(error) && typeof error.data === 'object' ? ((error.data ?? {}) as FailureData) : {}

/** Returns true if an error has a cause outside the product: the network, a proxy or an unreachable store. */
export const isDisturbance = (error: unknown): boolean => isRouteErrorResponse(error) && error.status > 500

/** Returns true if a request was refused because the role of the person does not allow it. */
export const isNotAllowed = (error: unknown): boolean => readFailure(error).isAllowed === false

/** Returns the sentence about such a request. */
export const explainNotAllowed = (error: unknown): string =>
  readFailure(error).needsPassword
    ? 'Your company signed you in, and it speaks for its own account alone. Log out, and sign in with your password for this screen. If you have none, “Forgot your password?” sets one.'
    : 'Your role in this account does not allow this. An owner of the account can change your role.'

/** The error page of the whole document, for errors that no route handles (spec §8). */
export function ErrorPage({ error }: { error: unknown }) {
  const drawnId = useFailedRequest()
  const id = readFailure(error).requestId ?? (isServerError(error) ? drawnId : undefined)
  return (
    <main className="error-page">
      {isNotAllowed(error) ? <NotAllowed Heading="h1" error={error} /> : <Failure error={error} />}
      <a href="/">Back to Home</a>
      <RequestLine id={id} />
    </main>
  )
}

const Failure = ({ error }: { error: unknown }) =>
  isDisturbance(error) ? <Disturbance Heading="h1" error={error} /> : <Unexpected error={error} />

/** The message to a person whose role, or whose way of signing in, does not allow a request. */
export const NotAllowed = ({ Heading, error }: { Heading: 'h1' | 'h2'; error: unknown }) => (
  <>
    <title>Not allowed</title>
    <Heading>Not allowed</Heading>
    <p role="alert">{explainNotAllowed(error)}</p>
    <a href="/articles">To your articles</a>
  </>
)

/** The message in place of a screen whose data could not be loaded. */
export function Disturbance({ Heading, error }: { Heading: 'h1' | 'h2'; error: unknown }) {
  const { pathname, search } = useLocation()
  return (
    <>
      <title>The server does not answer</title>
      <Heading>The server does not answer</Heading>
      <p role="alert">
        {readFailure(error).hasArrived
          ? 'What you sent has arrived; only this screen is missing.'
          : 'Nothing is lost by that.'}{' '}
        It is a disturbance that mostly passes within a minute.
      </p>
      <a href={pathname + search}>Try again</a>
    </>
  )
}

function Unexpected({ error }: { error: unknown }) {
  return (
    <>
      <title>Unexpected Application Error!</title>
      <h1>Unexpected Application Error!</h1>
      <p>
        {isRouteErrorResponse(error) && error.status < 500
          ? `${error.status} ${error.statusText}`
          : toSentence(error)}
      </p>
    </>
  )
}

// An error that happens in the browser is in no log.
const isServerError = (error: unknown): boolean =>
  typeof document === 'undefined' ||
  isRouteErrorResponse(error) ||
  (error instanceof Error && error.message === SERVER_BROKE)

const toSentence = (error: unknown): string =>
  isServerError(error)
    ? 'Something went wrong on our side. It has been written down; please try again in a moment.'
    : 'Something went wrong on this page. Please load it again.'
