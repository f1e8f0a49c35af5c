import { useContext } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type UIMatch,
  useMatches,
  useRouteError,
} from 'react-router'
import vitalsScript from 'web-vitals?url'
import afterLoadScript from './after-load-script.js?url'
import deskLook from './desk.css?url'
import { findTypefaces } from './features/delivery/faces/typefaces.ts'
import { authenticate } from './features/accounts/guard/guard.server.ts'
import type { SiteFace } from './platform/web/request-context.server.ts'
import type { FontUse, RouteFacts } from './platform/web/route-facts.ts'
import { isRightToLeft } from './shared/directions.ts'
import { preloadFont } from './shared/preload.ts'
import readersLook from './readers.css?url'
import skeletonLook from './ui/skeleton.css?url'
import siteScript from './site-script.js?url'
import { ErrorPage } from './ui/error-page.tsx'
import { HeadPlaceContext } from './ui/head-place.ts'
import { keepFormOfEndedSession, keepFormOnFailure, tellSlowForm } from './shell/form-failure.tsx'
import { useFormFocus } from './ui/form-focus.ts'
import { keepScreenOnFailure } from './shell/stale-screen.tsx'
import type { Route } from './+types/root'

// Zod tries whether it may compile code. Our policy forbids that, and browsers report the try. The module of the root runs
// before those with schemas, and Zod reads this when it is loaded.
if (typeof document !== 'undefined') Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

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
  const face = runsInBrowser ? undefined : findFace(matches)
  const { lang, dir } = toLanguage(face)
  return (
    <html lang={lang} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {isFrame && <base target="_blank" />}
        <link rel="stylesheet" href={runsInBrowser ? deskLook : readersLook} />
        <FaceSheets face={face} />
        <HeadTags />
        <FontPreloads face={face} uses={['display', 'sans']} />
        <Icon icon={face?.icon} />
        <Links />
        <FontPreloads face={face} uses={matches.flatMap(listFonts)} />
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

const HeadTags = () => useContext(HeadPlaceContext) ?? <Meta />

function toLanguage(face: SiteFace | undefined): { lang: string; dir?: 'rtl' } {
  const lang = face?.language ?? 'en'
  return isRightToLeft(lang) ? { lang, dir: 'rtl' } : { lang }
}

const listFonts = ({ handle }: UIMatch) => (handle as RouteFacts | undefined)?.fonts ?? []

// The usual fonts are in the common sheet.
function FaceSheets({ face }: { face: SiteFace | undefined }) {
  const { sheet } = findTypefaces(face?.type)
  return (
    <>
      {sheet && <link rel="stylesheet" href={sheet} />}
      {face?.sheet && <link rel="stylesheet" href={face.sheet} />}
    </>
  )
}

function FontPreloads({ face, uses }: { face: SiteFace | undefined; uses: FontUse[] }) {
  const { files } = findTypefaces(face?.type)
  return [...new Set(uses.map((use) => files[use]))].map((file) => <link key={file} {...preloadFont(file)} />)
}

const Icon = ({ icon }: { icon: string | undefined }) =>
  icon ? (
    <link rel="icon" href={icon} type="image/webp" />
  ) : (
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
  )

// The layout of public pages has the site, and so have frames. If it could not be loaded, the page has the usual look.
const findFace = (matches: UIMatch[]) =>
  matches
    .map(({ loaderData }) => (loaderData as { site?: { face?: SiteFace } } | null | undefined)?.site?.face)
    .find(Boolean)

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
