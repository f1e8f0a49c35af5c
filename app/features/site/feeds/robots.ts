import { ROUTES } from '../../../platform/web/route-table.ts'

// These have rules of their own: all of the functions, and the address of uploads alone.
const OTHERS = new Set(['/functions', '/uploads'])

// The first segments of all paths that are not public: screens, the sign-in, invitations, links to drafts, the API.
const PRIVATE_PATHS = [
  ...new Set(
    Object.values(ROUTES).flatMap(({ path, access }) =>
      access === 'public' ? [] : `/${path.split('/')[1] ?? ''}`,
    ),
  ),
]
  .filter((path) => !OTHERS.has(path))
  .toSorted()

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
