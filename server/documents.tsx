import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import {
  createStaticHandler,
  type EntryContext,
  type MetaDescriptor,
  type RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { findWork } from '../app/platform/current-work.server.ts'
import { isSame } from '../app/shared/is-same.ts'
import { pick } from '../app/shared/pick.ts'
import { FailedRequest } from '../app/ui/failed-request.tsx'
import { HeadPlaceContext } from '../app/ui/head-place.ts'
import { MarkupMemoryContext } from '../app/ui/kept-markup.tsx'
import { fillHead, HEAD_PLACE } from './head-tags.tsx'
import type { PublicAnswer } from './public-pages.ts'
import { isPublicDocument, toFacts, toTree } from './routes.ts'
import { takeTurn } from './turns.ts'

/**
 * Returns a function that renders public documents: the router finds the route and loads its data, React renders it.
 * Without the data for hydration, this takes four fifths of the time. It returns undefined for a page that failed.
 */
export function createDocumentRenderer(
  build: ServerBuild,
): (url: string, context: RouterContextProvider) => Promise<PublicAnswer | undefined> {
  const handler = createStaticHandler(toTree(build, isPublicDocument)) // it searches all its routes, so it gets few
  const routeModules = Object.fromEntries(
    Object.entries(build.routes).flatMap(([id, route]) => (route ? [[id, route.module]] : [])),
  )
  // React Router copies all routes of the manifest for each page, so it gets only those of the page.
  const toEntry = (found: FoundPage): EntryContext => ({
    manifest: { ...build.assets, routes: pick(build.assets.routes, found.matches.map(toRouteId)) },
    routeModules,
    staticHandlerContext: found,
    branches: [],
    future: build.future,
    ssr: build.ssr,
    isSpaMode: build.isSpaMode,
    routeDiscovery: build.routeDiscovery,
  })
  return async (url, requestContext) => {
    const found = await handler.query(new Request(url), { requestContext })
    if (found instanceof Response) return { status: found.status, headers: found.headers, body: NO_BODY }
    if (found.errors) return undefined
    const requestId = found.statusCode >= 500 ? findWork()?.id : undefined
    const last = found.matches.at(-1)?.route.id ?? ''
    const draw = () => {
      const html = renderToStaticMarkup(
        <FailedRequest value={requestId}>
          <HeadPlaceContext value={HEAD_PLACE}>
            <MarkupMemoryContext value={rememberMarkup}>
              <ServerRouter context={toEntry(found)} url={url} />
            </MarkupMemoryContext>
          </HeadPlaceContext>
        </FailedRequest>,
      )
      return Buffer.from(`<!DOCTYPE html>${fillHead(html, describePage(build.routes[last], found))}`)
    }
    await takeTurn()
    const isAlike = found.statusCode === 404 && toFacts(build.routes[last]).isMissingAlike
    const body = isAlike
      ? missing.memo(`${last} ${JSON.stringify(found.loaderData)}`, { context: draw, forceRefresh })
      : draw()
    const headers = new Headers(found.loaderHeaders[last])
    headers.set('content-type', 'text/html; charset=utf-8')
    if (requestId !== undefined) headers.set('x-request-id', requestId)
    return { status: found.statusCode, headers, body }
  }
}

type FoundPage = EntryContext['staticHandlerContext']

// As the router does: among public routes, only the last one of a page has a `meta`.
function describePage(
  route: ServerBuild['routes'][string],
  { matches, loaderData, location }: FoundPage,
): MetaDescriptor[] {
  const described = matches.map(({ route: { id }, pathname, params }) => {
    return { id, pathname, params, loaderData: loaderData[id], meta: [] }
  })
  const { loaderData: data, params = {} } = described.at(-1) ?? {}
  return route?.module.meta?.({ loaderData: data, params, location, matches: described }) ?? []
}

const MARKUP_LETTERS = 8 * 1024 * 1024

// Cards of articles, headers, footers: a write drops whole pages, but most of their parts stay as they are.
const markup = new LRUCache<string, { data: unknown; html: string }>({
  maxSize: MARKUP_LETTERS,
  sizeCalculation: ({ html }) => 2 * html.length, // a part shows most of its data
})

// React puts them before a part with a picture. They belong into the head of the page.
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/

function rememberMarkup(name: string, data: unknown, part: ReactNode): string {
  const kept = markup.get(name)
  if (kept && !forceRefresh && isSame(kept.data, data)) return kept.html
  const html = renderToStaticMarkup(part).replace(PRELOADS, '')
  markup.set(name, { data, html })
  return html
}

// Unknown addresses are without number, but few of their pages differ. So a flood of them costs no drawing.
const missing = new LRUCache<string, Buffer, () => Buffer>({
  max: 100,
  memoMethod: (_key, _stale, { context }) => context(),
})

const forceRefresh = import.meta.env.DEV // an edit of the sources changes how a part is drawn

const toRouteId = ({ route }: { route: { id: string } }) => route.id

const NO_BODY = Buffer.alloc(0)
