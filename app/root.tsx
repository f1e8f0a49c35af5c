import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteError } from 'react-router'
import vitalsScript from 'web-vitals?url'
import afterLoadScript from './after-load-script.js?url'
import display from './fonts/display.woff2?url'
import sans from './fonts/sans.woff2?url'
import stylesheet from './app.css?url'
import { admit } from './features/accounts/guard.server.ts'
import { preloadFont } from './shared/preload.ts'
import siteScript from './site-script.js?url'
import { ErrorPage } from './ui/error-page.tsx'
import { keepScreen } from './ui/keep-screen.tsx'
import type { Route } from './+types/root'

export const links = () => [
  ...[display, sans].map(preloadFont),
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const middleware: Route.MiddlewareFunction[] = [admit]

export const clientMiddleware = [keepScreen('Failed to send the form')]

/** The document. Screens of the desk run in the browser; public pages are HTML with one small script of their own. */
export function Layout({ children }: { children: React.ReactNode }) {
  const runsInBrowser = useMatches().some(
    (match) => match.id.startsWith('routes/desk/') || match.id.startsWith('routes/auth/'),
  )
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        {!runsInBrowser && <SiteScript />}
      </head>
      <body>
        {children}
        {runsInBrowser && <ScrollRestoration />}
        {runsInBrowser && <Scripts />}
      </body>
    </html>
  )
}

// The other two are fetched by the first when the page is loaded and quiet.
function SiteScript() {
  return (
    <script
      type="module"
      src={siteScript}
      fetchPriority="low"
      data-after-load={afterLoadScript}
      data-vitals={vitalsScript}
    />
  )
}

export default function App() {
  return <Outlet />
}

export const ErrorBoundary = () => <ErrorPage error={useRouteError()} />
