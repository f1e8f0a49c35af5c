import { describeApi } from '../../features/api/description.ts'
import { pageHeaders, siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/openapi'

export const handle: RouteFacts = { access: 'public' }

/** Returns the description of the API for programs (OpenAPI 3.1). */
export const loader = ({ context }: Route.LoaderArgs) =>
  Response.json(
    describeApi(context.get(siteContext).mainOrigin, new Date().getUTCFullYear()),
    pageHeaders(['openapi']), // only another version of the product changes it
  )
