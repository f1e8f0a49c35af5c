import { expect, test } from 'vitest'
import { isSitePath } from './site-paths.ts'

test('the paths of public routes always have a page, also with a slash at the end or capital letters', () => {
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
