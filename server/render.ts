import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import {
  clientAddressContext,
  nonceContext,
  type RequestSite,
  siteContext,
} from '../app/platform/request-context.server.ts'
import type { Handlers } from './listener.ts'
import { createPublicTest } from './routes.ts'

export type Renderers = Pick<Handlers, 'isPublic' | 'renderPublic' | 'renderPrivate'>

/** The two ways into the routes: with the visitor's request, or with nothing but an address; and which is to be used. */
export function createRenderers(build: ServerBuild): Renderers {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return {
    isPublic: createPublicTest(build),
    renderPublic: (site, url) => handle(new Request(url), contextFor(site)),
    renderPrivate(request, { site, nonce, clientAddress }) {
      const context = contextFor(site)
      context.set(nonceContext, nonce)
      context.set(clientAddressContext, clientAddress)
      return handle(request, context)
    },
  }
}

function contextFor(site: RequestSite): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(siteContext, site)
  return context
}
