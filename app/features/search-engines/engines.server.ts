import type { EngineReply } from '../../connectors/search-engines/ask-engine.server.ts'
import { submitSitemap } from '../../connectors/search-engines/google.server.ts'
import { INDEXNOW_BATCH, submitAddresses } from '../../connectors/search-engines/indexnow.server.ts'
import { announceFeeds } from '../../connectors/search-engines/websub.server.ts'
import { FEED_FORMATS } from '../feeds/feeds.ts'
import { readIndexNowKey } from './key-file.server.ts'
import type { Engine } from './search-engines.ts'

interface Told {
  /** Changes that one notice stands for. */
  batch: number
  tell: (origin: string, addresses: string[]) => Promise<EngineReply>
}

const FEED_FILES = Object.values(FEED_FORMATS).map(({ file }) => file)
// A sitemap or a feed tells of all changes at once; so many are put away with it.
const ALL_AT_ONCE = 10_000

/** What tells each engine about a site. It throws ConnectorError. */
export const ENGINE_CALLS: Record<Engine, Told> = {
  indexnow: {
    batch: INDEXNOW_BATCH,
    tell: (origin, addresses) => submitAddresses({ origin, key: readIndexNowKey(), addresses }),
  },
  google: { batch: ALL_AT_ONCE, tell: submitSitemap },
  websub: {
    batch: ALL_AT_ONCE,
    tell: (origin) => announceFeeds(FEED_FILES.map((file) => `${origin}/${file}`)),
  },
}
