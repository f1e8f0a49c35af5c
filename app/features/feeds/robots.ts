/** Screens that need a session; signing in is no reading matter either. Nobody's pages, so nobody needs to index them. */
const PRIVATE_PATHS = [
  '/account',
  '/articles',
  '/auth',
  '/backlink-fixer',
  '/manage-cities',
  '/manage-services',
  '/manage-sites',
  '/publisher',
  '/seo-dashboard',
  '/seo-settings',
]

/** What crawlers may read, and where the sitemap is (RFC 9309, sitemaps.org). */
export function toRobots(origin: string): string {
  // A rule covers every path that begins with it: `/auth` alone would forbid `/author/...`.
  const rules = PRIVATE_PATHS.flatMap((path) => [`${path}$`, `${path}?`, `${path}/`])
  return [
    'User-agent: *',
    'Allow: /',
    ...rules.map((rule) => `Disallow: ${rule}`),
    'Disallow: /functions/',
    'Disallow: /uploads$', // what lies below is pictures, for everybody
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
