import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import {
  type Access,
  accessContext,
  clientAddressContext,
  nonceContext,
  type RequestSite,
  siteContext,
} from '../app/platform/request-context.server.ts'
import { createDocumentRenderer } from './documents.tsx'
import type { Handlers } from './listener.ts'
import type { PublicAnswer } from './public-pages.ts'
import { createRouteFinder } from './routes.ts'

export type Renderers = Pick<Handlers, 'findRoute' | 'renderPublic' | 'renderPrivate'>

/** The two ways into the routes: with the visitor's request, or with nothing but an address; and which is to be used. */
export function createRenderers(build: ServerBuild): Renderers {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  const draw = createDocumentRenderer(build)
  return {
    findRoute: createRouteFinder(build),
    async renderPublic({ site, url, isDocument }) {
      const document = isDocument
        ? await draw(url, contextFor(site, 'public')).catch(() => undefined)
        : undefined
      // What went wrong goes wrong once more: the router's own handler writes it down and draws the error page.
      return document ?? toAnswer(await handle(new Request(url), contextFor(site, 'public')))
    },
    renderPrivate(request, { site, access, nonce, clientAddress }) {
      const context = contextFor(site, access)
      context.set(nonceContext, nonce)
      context.set(clientAddressContext, clientAddress)
      return handle(request, context)
    },
  }
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
