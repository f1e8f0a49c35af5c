import { data, type LoaderFunctionArgs, type ServerBuild } from 'react-router'
import { notAllowedHere, storeAway } from '../app/features/accounts/guard/messages.ts'
import { findWork } from '../app/platform/current-work.server.ts'
import { log } from '../app/platform/log.server.ts'
import { SERVICE_UNAVAILABLE } from '../app/platform/web/request-context.server.ts'
import { isNotAllowed } from '../app/platform/own-rows.server.ts'
import { isForPrograms } from '../app/platform/web/route-facts.ts'
import { isStoreAway } from '../app/platform/store/store-away.server.ts'
import { whileStoreAnswers } from '../app/platform/web/page-invalidation.server.ts'
import { toProblem } from '../app/shared/problem.ts'
import { toFacts } from './routes.ts'

/**
 * Returns a build whose routes answer with status 503 and a sentence if the store is unavailable. Otherwise they would
 * answer as for a bug. A screen of the desk then keeps the typed values. A failure of a screen tells the browser the id
 * of the request: the router itself would send a bug without it.
 */
export const withFailureAnswers = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      route && { ...route, module: wrap(build, route.module) },
    ]),
  ),
})

type Module = NonNullable<ServerBuild['routes'][string]>['module']
type Run = (args: LoaderFunctionArgs) => unknown

function wrap(build: ServerBuild, module: Module): Module {
  const { loader, action } = module
  const { handleError } = build.entry.module
  const answering =
    (run: Run): Run =>
    async (args) => {
      try {
        return await run(args)
      } catch (error) {
        if (isStoreAway(error)) throw answerStoreAway(module, error)
        if (isForPrograms(toFacts({ module }).access) && isNotAllowed(error))
          throw toProblem(403, { code: 'not_allowed', message: notAllowedHere })
        if (!isScreen(module) || !(error instanceof Error)) throw error
        handleError?.(error, args)
        throw data({ requestId: findWork()?.id }, { status: 500 })
      }
    }
  return {
    ...module,
    ...(loader && { loader: answering((args) => whileStoreAnswers(async () => loader(args))) }),
    ...(action && { action: answering(action) }),
  }
}

// A public page is rendered again after a failure, and only then logged.
const isScreen = (module: Module) => module.default !== undefined && toFacts({ module }).access !== 'public'

function answerStoreAway(module: Module, error: unknown) {
  log.error({ err: error }, 'route.store_away')
  if (module.default) return data({ requestId: findWork()?.id }, SERVICE_UNAVAILABLE)
  return isForPrograms(toFacts({ module }).access)
    ? toProblem(503, { code: 'store_away', message: storeAway }, SERVICE_UNAVAILABLE.headers)
    : new Response(`${storeAway}\n`, SERVICE_UNAVAILABLE)
}
