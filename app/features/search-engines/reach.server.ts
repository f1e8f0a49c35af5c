import { isPublicHost } from '../../platform/address-check.ts'
import { env } from '../../platform/env.server.ts'
import { type Engine, ENGINES, type EngineState } from './search-engines.ts'

const toAddress = (engine: Engine): string | undefined => {
  if (engine === 'indexnow') return env.INDEXNOW_URL === 'off' ? undefined : env.INDEXNOW_URL
  if (engine === 'websub') return env.WEBSUB_HUB_URL
  return env.GOOGLE_SERVICE_ACCOUNT && env.GOOGLE_API_URL
}

/**
 * Whether an engine is to be told of a site: it is configured, and could read the site. An engine on the public
 * internet cannot read a private address; one that is in a private network itself may.
 */
export function toReach(engine: Engine, origin: string): EngineState['state'] {
  const address = toAddress(engine)
  if (address === undefined) return 'not-configured'
  const isReadable = isPublicHost(new URL(origin).hostname) || !isPublicHost(new URL(address).hostname)
  return isReadable ? 'ready' : 'not-public'
}

/** The engines that are told of a site. */
export const listEngines = (origin: string): Engine[] =>
  ENGINES.filter((engine) => toReach(engine, origin) === 'ready')
