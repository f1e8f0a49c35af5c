import { expect, test } from 'vitest'
import routes from '../../../routes.ts'
import { toRobots } from './robots.ts'

const robots = toRobots('https://news.example')
const rules = [...robots.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, verb, path = '']) => ({
  verb,
  path,
}))

/** Returns true if a path is allowed: the longest matching rule decides (RFC 9309, 2.2.2). */
function mayRead(path: string): boolean {
  const fitting = rules.filter((rule) =>
    rule.path.endsWith('$') ? `${path}$` === rule.path : path.startsWith(rule.path),
  )
  return fitting.toSorted((one, other) => other.path.length - one.path.length)[0]?.verb !== 'Disallow'
}

interface Entry {
  file: string
  path?: string
  children?: Entry[]
}

/** Returns every route with its whole path. */
const listFiles = (entries: Entry[], parent = ''): Entry[] =>
  entries.flatMap(({ file, path, children = [] }) => {
    const whole = [parent, path].filter(Boolean).join('/')
    return [{ file, ...(path !== undefined && { path: whole }) }, ...listFiles(children, whole)]
  })

test('crawlers may read every public page, and find the URL of the sitemap', () => {
  const publicPaths = [
    '/',
    '/?page=2',
    '/article/a',
    '/articles-of-faith',
    '/author/Ines',
    '/author/Ines?page=2',
  ]
  for (const path of [
    ...publicPaths,
    '/authors-in-boston',
    '/category/travel',
    '/feed.xml',
    '/sitemap.xml',
    '/llms.txt',
    '/uploads/x-480x320.webp',
  ])
    expect(mayRead(path), path).toBe(true)
  expect(robots).toContain('\nSitemap: https://news.example/sitemap.xml\n')
})

test('crawlers may not read any private path of the route table', () => {
  const files = listFiles(routes as Entry[]).filter(({ file }) => !/^routes\/(site|feeds)\//.test(file))
  const paths = files.flatMap(({ path }) => (path === undefined ? [] : [`/${path}`]))
  expect(paths).toContain('/publisher')
  for (const path of [
    ...paths,
    '/auth',
    '/auth?next=/publisher',
    '/auth/session',
    '/functions/v1/generate-rss',
  ])
    expect(mayRead(path), path).toBe(false)
})
