/** The formats of a feed. `file` is added to the path of the page that shows the same articles. */
export const FEED_FORMATS = {
  rss: { label: 'RSS', file: 'feed.xml', type: 'application/rss+xml' },
  atom: { label: 'Atom', file: 'feed.atom', type: 'application/atom+xml' },
  json: { label: 'JSON Feed', file: 'feed.json', type: 'application/feed+json' },
} as const

/** The name of a feed format. */
export type FeedFormat = keyof typeof FEED_FORMATS
