/** The screens that need a session, the sign-in page, and the links that show a draft. */
const PRIVATE_PATHS = [
  '/account',
  '/articles',
  '/auth',
  '/authors',
  '/backlink-fixer',
  '/calendar',
  '/draft',
  '/drafts',
  '/import',
  '/invite',
  '/manage-cities',
  '/manage-services',
  '/manage-sites',
  '/members',
  '/pictures',
  '/publisher',
  '/record',
  '/seo-dashboard',
  '/seo-settings',
  '/tags',
  '/v1',
]

/** Returns the robots.txt of a site with its private paths and its sitemap (RFC 9309, sitemaps.org). */
export function toRobots(origin: string): string {
  // A rule covers all paths with that prefix, so `/auth` alone would also disallow `/author/...`.
  const rules = PRIVATE_PATHS.flatMap((path) => [`${path}$`, `${path}?`, `${path}/`])
  return [
    'User-agent: *',
    'Allow: /',
    ...rules.map((rule) => `Disallow: ${rule}`),
    'Disallow: /functions/',
    'Disallow: /uploads$', // only this path, because the pictures below it are public
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
