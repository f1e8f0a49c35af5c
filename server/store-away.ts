import { data, type ServerBuild } from 'react-router'
import { storeAway } from '../app/features/accounts/guard/messages.ts'
import { log } from '../app/platform/log.server.ts'
import { SERVICE_UNAVAILABLE } from '../app/platform/request-context.server.ts'
import { isForPrograms, type RouteFacts } from '../app/platform/route-facts.ts'
import { isStoreAway } from '../app/platform/store-away.server.ts'
import { toProblem } from '../app/shared/problem.ts'

/**
 * Returns a build whose routes answer with status 503 and a sentence if the store is unavailable. Otherwise they would
 * answer as for a bug. A screen of the desk then keeps the typed values.
 */
export const withStoreAwayAnswers = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      route && { ...route, module: wrap(route.module) },
    ]),
  ),
})

type Module = NonNullable<ServerBuild['routes'][string]>['module']

function wrap(module: Module): Module {
  const { loader, action } = module
  return {
    ...module,
    ...(loader && { loader: answering(module, loader) }),
    ...(action && { action: answering(module, action) }),
  }
}

function answering<Args extends unknown[]>(
  { default: screen, handle }: Module,
  run: (...args: Args) => unknown,
): (...args: Args) => Promise<unknown> {
  return async (...args) => {
    try {
      return await run(...args)
    } catch (error) {
      if (!isStoreAway(error)) throw error
      log.error({ err: error }, 'route.store_away')
      if (screen) throw data(null, SERVICE_UNAVAILABLE)
      const { access } = (handle ?? { access: 'screen' }) as RouteFacts
      throw isForPrograms(access)
        ? toProblem(503, { code: 'store_away', message: storeAway }, SERVICE_UNAVAILABLE.headers)
        : new Response(`${storeAway}\n`, SERVICE_UNAVAILABLE)
    }
  }
}
