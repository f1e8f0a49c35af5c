import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  type EntryContext,
  type RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import type { PublicAnswer } from './public-pages.ts'
import { isPublicDocument, toTree } from './routes.ts'

/**
 * Draws public documents: the router finds and loads, React draws, and nothing is prepared for a browser that would go
 * on from there, which is a fifth of the work. Undefined for a page on which something failed.
 */
export function createDocumentRenderer(
  build: ServerBuild,
): (url: string, context: RouterContextProvider) => Promise<PublicAnswer | undefined> {
  const handler = createStaticHandler(toTree(build, isPublicDocument)) // it looks through all that it has
  const routeModules = Object.fromEntries(
    Object.entries(build.routes).flatMap(([id, route]) => (route ? [[id, route.module]] : [])),
  )
  const toEntry = (found: EntryContext['staticHandlerContext']): EntryContext => ({
    manifest: build.assets,
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
    if (found instanceof Response) return { status: found.status, headers: found.headers, body: NOTHING }
    if (found.errors) return undefined
    const html = renderToString(<ServerRouter context={toEntry(found)} url={url} />)
    const headers = new Headers(found.loaderHeaders[found.matches.at(-1)?.route.id ?? ''])
    headers.set('content-type', 'text/html; charset=utf-8')
    return { status: found.statusCode, headers, body: Buffer.from(`<!DOCTYPE html>${html}`) }
  }
}

const NOTHING = Buffer.alloc(0)
