import { env } from '../../platform/env.server.ts'
import { askEngine, type EngineReply, isTaken, type Refusals, toEngineError } from './ask-engine.server.ts'

/**
 * Tells the WebSub hub which feeds have changed, one after the other; it fetches them, and hands them on to whoever has
 * subscribed. Throws ConnectorError at the first that it does not take.
 */
export async function announceFeeds(feeds: string[]): Promise<EngineReply> {
  let status = 204
  for (const feed of feeds) status = await announce(feed) // a hub that turns one away need not hear of the others
  return {
    status,
    detail: `The WebSub hub has taken ${feeds.length === 1 ? 'one feed' : `${feeds.length} feeds`}.`,
  }
}

async function announce(feed: string): Promise<number> {
  const answer = await askEngine('websub', env.WEBSUB_HUB_URL ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': feed }).toString(),
  })
  if (!isTaken(answer)) throw toEngineError('websub', answer, toRefusals(feed))
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
    detail:
      'The WebSub hub has had too many notices from here, and asks for patience. It is told again later.',
  },
})
