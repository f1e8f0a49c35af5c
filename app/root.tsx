import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteError } from 'react-router'
import vitalsScript from 'web-vitals?url'
import afterLoadScript from './after-load-script.js?url'
import display from './fonts/display.woff2?url'
import sans from './fonts/sans.woff2?url'
import deskLook from './desk.css?url'
import { authenticate } from './features/accounts/guard/guard.server.ts'
import type { RouteFacts } from './platform/web/route-facts.ts'
import { preloadFont } from './shared/preload.ts'
import readersLook from './readers.css?url'
import skeletonLook from './ui/skeleton.css?url'
import siteScript from './site-script.js?url'
import { ErrorPage } from './ui/error-page.tsx'
import { keepFormOfEndedSession, keepFormOnFailure, tellSlowForm } from './shell/form-failure.tsx'
import { useFormFocus } from './ui/form-focus.ts'
import { keepScreenOnFailure } from './shell/stale-screen.tsx'
import type { Route } from './+types/root'

// Zod tries whether it may compile code. Our policy forbids that, and browsers report the try. The module of the root runs
// before those with schemas, and Zod reads this when it is loaded.
if (typeof document !== 'undefined') Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export const links = () => [
  ...[display, sans].map(preloadFont),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const middleware: Route.MiddlewareFunction[] = [authenticate]

export const clientMiddleware = [
  tellSlowForm,
  keepScreenOnFailure,
  keepFormOfEndedSession,
  keepFormOnFailure('Failed to send the form', { readsFiles: false }), // the route itself reads its form
]

/** The HTML document around all pages. React runs in the browser only on screens of the desk and of the sign-in. */
export function Layout({ children }: { children: React.ReactNode }) {
  const matches = useMatches()
  const isFrame = matches.some(({ handle }) => (handle as RouteFacts | undefined)?.isFrame)
  const runsInBrowser = !isFrame && matches.some(({ id }) => /^routes\/(desk|auth)\//.test(id))
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isFrame && <base target="_blank" />}
        <link rel="stylesheet" href={runsInBrowser ? deskLook : readersLook} />
        <Meta />
        <Links />
        {!runsInBrowser && !isFrame && <SiteScript />}
      </head>
      <body>
        {children}
        {runsInBrowser && <ScrollRestoration />}
        {runsInBrowser && <Scripts />}
      </body>
    </html>
  )
}

// This script loads the other two after the page has loaded.
function SiteScript() {
  return (
    <script
      type="module"
      src={siteScript}
      fetchPriority="low"
      data-after-load={afterLoadScript}
      data-vitals={vitalsScript}
      data-skeleton={skeletonLook}
    />
  )
}

export default function App() {
  useFormFocus()
  return <Outlet />
}

export const ErrorBoundary = () => <ErrorPage error={useRouteError()} />
