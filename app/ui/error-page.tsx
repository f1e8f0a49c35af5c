import { isRouteErrorResponse, useLocation } from 'react-router'

/** The message with which the router replaces every error of the server in the browser. */
export const SERVER_BROKE = 'Unexpected Server Error'

/** The body of a disturbance after a form that was answered: only the screen after it could not be loaded. */
export const ARRIVED = 'arrived'

/** Returns true if an error has a cause outside the product: the network, a proxy or an unreachable store. */
export const isDisturbance = (error: unknown): boolean => isRouteErrorResponse(error) && error.status > 500

/** The error page of the whole document, for errors that no route handles (spec §8). */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <main className="error-page">
      {isDisturbance(error) ? <Disturbance Heading="h1" error={error} /> : <Unexpected error={error} />}
      <a href="/">Back to Home</a>
    </main>
  )
}

/** The message in place of a screen whose data could not be loaded. */
export function Disturbance({ Heading, error }: { Heading: 'h1' | 'h2'; error: unknown }) {
  const { pathname, search } = useLocation()
  const hasArrived = isRouteErrorResponse(error) && error.data === ARRIVED
  return (
    <>
      <title>The server does not answer</title>
      <Heading>The server does not answer</Heading>
      <p role="alert">
        {hasArrived ? 'What you sent has arrived; only this screen is missing.' : 'Nothing is lost by that.'}{' '}
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
      <p>{isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : toSentence(error)}</p>
    </>
  )
}

// An error that happens in the browser is in no log.
function toSentence(error: unknown): string {
  const isLogged =
    typeof document === 'undefined' || (error instanceof Error && error.message === SERVER_BROKE)
  return isLogged
    ? 'Something went wrong on our side. It has been written down; please try again in a moment.'
    : 'Something went wrong on this page. Please load it again.'
}
