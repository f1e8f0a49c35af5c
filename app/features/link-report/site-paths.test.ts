import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '../../routes.ts'
import { isSitePath, SITE_PATHS } from './site-paths.ts'

const listPaths = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ children, file, path }) => {
    if (children) return listPaths(children)
    return path && /^routes\/(site|feeds)\//.test(file) ? [path] : []
  })

// What is at these depends on what is stored.
const isStored = (path: string) => path === '*' || path.startsWith('article/')

test('the addresses that readers always get something at are those of the public routes', () => {
  const all = listPaths(routes).filter((path) => !isStored(path))
  expect(SITE_PATHS.toSorted()).toEqual(all.toSorted())
})

test('an address is one of them or none, whatever its last slash and its letters', () => {
  for (const path of [
    '/category/x',
    '/Category/x/',
    '/author/Ines H/feed.xml',
    '/assets/a/b.js',
    '/austin/social.png',
  ])
    expect(isSitePath(path), path).toBe(true)
  for (const path of [
    '/about',
    '/category',
    '/category/x/y',
    '/publisher',
    '/article/x',
    '/search/x',
    '/assets.txt',
  ])
    expect(isSitePath(path), path).toBe(false)
})
