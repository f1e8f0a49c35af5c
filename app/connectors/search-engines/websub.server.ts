import { env } from '../../platform/env.server.ts'
import { ConnectorError } from '../connector-error.ts'
import { askEngine, type EngineReply, isSuccess, type Refusals, toEngineError } from './ask-engine.server.ts'

/**
 * Notifies the WebSub hub of changed feeds, one after the other. The hub fetches them and passes them on to its
 * subscribers. Throws ConnectorError at the first feed that it refuses.
 */
export async function announceFeeds(feeds: string[]): Promise<EngineReply> {
  const { WEBSUB_HUB_URL: hub } = env
  if (!hub) throw new ConnectorError('websub', 'unauthorised', { detail: 'WebSub is not configured.' })
  let status = 204
  for (const feed of feeds) status = await announce(hub, feed)
  return {
    status,
    detail: `The WebSub hub has taken ${feeds.length === 1 ? 'one feed' : `${feeds.length} feeds`}.`,
  }
}

async function announce(hub: string, feed: string): Promise<number> {
  const answer = await askEngine('websub', hub, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': feed }).toString(),
  })
  if (!isSuccess(answer)) throw toEngineError('websub', answer, toRefusals(feed))
  return answer.status
}

const toRefusals = (feed: string): Refusals => ({
  400: {
    reason: 'refused',
    detail: `The WebSub hub did not take ${feed}: it may not have been able to read it from where it is. It is told again later.`,
  },
  403: {
    reason: 'unauthorised',
    detail: `The WebSub hub does not serve ${new URL(feed).host}. Use another hub.`,
  },
  404: { reason: 'unauthorised', detail: 'There is no WebSub hub at the address of WEBSUB_HUB_URL.' },
  429: {
    reason: 'throttled',
    detail: 'The WebSub hub got too many notices from here and asked us to wait. It is told again later.',
  },
})
