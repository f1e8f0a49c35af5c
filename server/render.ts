import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import {
  accessContext,
  askRouteContext,
  checksScopeContext,
  clientAddressContext,
  type InnerRequest,
  innerRequestContext,
  nonceContext,
  rightContext,
  type RequestSite,
  siteContext,
} from '../app/platform/web/request-context.server.ts'
import { createDocumentRenderer } from './documents.tsx'
import type { Handlers } from './listener.ts'
import type { PublicAnswer } from './public-pages.ts'
import { createForParts, createRouteFinder } from './routes.ts'
import { withFailureAnswers } from './failures.ts'
import type { Access } from '../app/platform/web/route-facts.ts'
import type { RenderPrivate } from './private-pages.ts'

type Visit = Parameters<RenderPrivate>[1]

/** The handlers that run routes. */
export type Renderers = Pick<Handlers, 'findRoute' | 'renderPublic' | 'renderPrivate'>

/**
 * Returns the functions that find the route of a path, and that render it: from its address alone, or from a request.
 */
export function createRenderers(built: ServerBuild): Renderers {
  const build = withFailureAnswers(built)
  const findHandler = createForParts(build, (part) => createRequestHandler(part, import.meta.env.MODE))
  const handle = (request: Request, context: RouterContextProvider) =>
    findHandler(new URL(request.url).pathname)(request, context)
  const renderDocument = createDocumentRenderer(build)
  const findRoute = createRouteFinder(build)
  const renderPrivate = (request: Request, visit: Visit, inner?: InnerRequest): Promise<Response> => {
    const context = contextForVisit(visit)
    context.set(innerRequestContext, inner)
    context.set(askRouteContext, (asked, more = {}) =>
      renderPrivate(asked, { ...visit, facts: findRoute(new URL(asked.url).pathname) }, more),
    )
    return handle(request, context)
  }
  return {
    findRoute,
    async renderPublic({ site, url, isDocument }) {
      const document = isDocument
        ? await renderDocument(url, contextFor(site, 'public')).catch(() => undefined)
        : undefined
      // After a failure the router's own handler renders the page again: it logs the error and renders the error page.
      return document ?? toAnswer(await handle(new Request(url), contextFor(site, 'public')))
    },
    renderPrivate,
  }
}

function contextForVisit({ site, facts, nonce, clientAddress }: Visit): RouterContextProvider {
  const context = contextFor(site, facts.access)
  context.set(rightContext, facts.right)
  context.set(checksScopeContext, facts.checksScope === true)
  context.set(nonceContext, nonce)
  context.set(clientAddressContext, clientAddress)
  return context
}

function contextFor(site: RequestSite, access: Access): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(accessContext, access)
  context.set(siteContext, site)
  return context
}

async function toAnswer(response: Response): Promise<PublicAnswer> {
  const { status, headers } = response
  return { status, headers, body: Buffer.from(await response.arrayBuffer()) }
}
