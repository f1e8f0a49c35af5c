const OF_LIST = /^\/(category|categories|tag|tags|topics?|author|authors)\/([^/]+)\/(.+)$/

// WordPress, Ghost, Hugo, Jekyll, Hexo, Astro, Eleventy and Blogger.
const FEED =
  /^(?:feed|rss|feeds?\/(?:posts|comments)(?:\/(?:default|summary))?|index\.(?:xml|rdf|json)|rss2?\.xml|atom\.xml|feed\/(?:feed\.xml|feed\.json|rss2?|rdf|atom|index\.xml))$/

// A blog in a folder of its site; also the feed of its comments, which nobody writes here.
const SECTION = /^(?:blog|posts?|articles?|news|writing|journal|notes|stories|comments)\//
const OWN = /^feed\.(?:xml|json|atom)$/

/**
 * Returns the path of our feed for the address of a feed of another platform, such as `/rss/` or `/category/boats/feed/`;
 * undefined for any other address. Queries are those of WordPress, such as `/?feed=rss2`, and of Squarespace.
 */
export function toFeedPath({ pathname, searchParams }: URL): string | undefined {
  const path = pathname.replace(/(?<!\/)\/+$/, '')
  const asked = searchParams.get('feed')
  if (searchParams.get('format') === 'rss') return '/feed.xml' // Squarespace
  if (path === '') return asked ? `/${toFile(asked)}` : undefined
  const [, list, name = '', rest = ''] = OF_LIST.exec(path) ?? []
  if (list !== undefined) return FEED.test(rest) ? `/${toList(list)}/${name}/${toFile(rest)}` : undefined
  return isFeed(path.slice(1)) ? `/${toFile(path)}` : undefined
}

function isFeed(path: string): boolean {
  const file = path.replace(SECTION, '')
  return FEED.test(file) || (file !== path && OWN.test(file))
}

const toList = (name: string) => (name.startsWith('author') ? 'author' : 'category')

function toFile(feed: string): string {
  if (feed.includes('atom')) return 'feed.atom'
  return feed.includes('json') ? 'feed.json' : 'feed.xml'
}
