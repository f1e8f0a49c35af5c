import { matchPath } from 'react-router'

const LISTS = ['', 'category/:category/', 'author/:author/']
const OF_A_LIST = ['feed.xml', 'feed.atom', 'feed.json', 'articles.json', 'social.png']

/** What readers get on every site whatever is stored, as `app/routes.ts` spells it: an article's own addresses are not here. */
export const SITE_PATHS = [
  ...LISTS.flatMap((list) => OF_A_LIST.map((name) => list + name)),
  'category/:category',
  'author/:author',
  'search',
  'search.json',
  'search/social.png',
  ':slug/social.png',
  'covers/:name',
  'uploads/:name',
  'functions/v1/generate-rss',
  'functions/v1/generate-sitemap',
  'sitemap.xml',
  'sitemaps/lists.xml',
  'sitemaps/news.xml',
  'sitemaps/:name',
  'robots.txt',
  'llms.txt',
  '.well-known/jwks.json',
  '.well-known/broadsheet',
]

// No public routes, but there all the same.
const OTHERS = ['auth', 'favicon.svg', 'assets/*']

const PATTERNS = [...SITE_PATHS, ...OTHERS].map((path) => ({ path: `/${path}` }))

/** Whether readers get something at a path of any site, whatever is stored. */
export const isSitePath = (path: string): boolean => PATTERNS.some((pattern) => matchPath(pattern, path))
