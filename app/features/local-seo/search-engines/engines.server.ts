import type { EngineReply } from '../../../connectors/search-engines/ask-engine.server.ts'
import { submitSitemap } from '../../../connectors/search-engines/google.server.ts'
import { INDEXNOW_BATCH, submitAddresses } from '../../../connectors/search-engines/indexnow.server.ts'
import { announceFeeds } from '../../../connectors/search-engines/websub.server.ts'
import { FEED_FORMATS } from '../../../shared/feed-formats.ts'
import { readIndexNowKey } from './key-file.server.ts'
import type { Engine } from '../../../platform/page-changes.ts'

interface EngineCall {
  /** The most changes in one notice. */
  batch: number
  notify: (origin: string, addresses: string[]) => Promise<EngineReply>
}

const FEED_FILES = Object.values(FEED_FORMATS).map(({ file }) => file)
// A sitemap or a feed contains all changes. This many of them leave the outbox with one notice.
const ALL_AT_ONCE = 10_000

/** The functions that notify each engine of a site's changes. `notify` throws ConnectorError. */
export const ENGINE_CALLS: Record<Engine, EngineCall> = {
  indexnow: {
    batch: INDEXNOW_BATCH,
    notify: (origin, addresses) => submitAddresses({ origin, key: readIndexNowKey(), addresses }),
  },
  google: { batch: ALL_AT_ONCE, notify: submitSitemap },
  websub: {
    batch: ALL_AT_ONCE,
    notify: (origin) => announceFeeds(FEED_FILES.map((file) => `${origin}/${file}`)),
  },
}
