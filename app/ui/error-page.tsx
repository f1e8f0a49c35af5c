import { isRouteErrorResponse, useLocation } from 'react-router'

/** The message with which the router replaces every error of the server in the browser. */
export const SERVER_BROKE = 'Unexpected Server Error'

/** Returns true if an error has a cause outside the product: the network, a proxy or an unreachable database. */
export const isDisturbance = (error: unknown): boolean => isRouteErrorResponse(error) && error.status > 500

/** The error page of the whole document, for errors that no route handles (spec §8). */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <main className="error-page">
      {isDisturbance(error) ? <Disturbance Heading="h1" /> : <Unexpected error={error} />}
      <a href="/">Back to Home</a>
    </main>
  )
}

/** The message in place of a screen whose data could not be loaded. */
export function Disturbance({ Heading }: { Heading: 'h1' | 'h2' }) {
  const { pathname, search } = useLocation()
  return (
    <>
      <title>The server does not answer</title>
      <Heading>The server does not answer</Heading>
      <p role="alert">Nothing is lost by that. It is a disturbance that mostly passes within a minute.</p>
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
