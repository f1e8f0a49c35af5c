// @store none
import { describe, expect, test } from 'vitest'
import { ROUTES } from '../../../platform/web/route-table.ts'
import { ACTIONS, findOpen, findTabs, findTitle, isWriting, MENU, SCREENS } from './desk-screens.ts'

// They answer with data, files, or a page without the frame.
const WITHOUT_FRAME = new Set(
  [
    'preview',
    'import-preview',
    'uploads',
    'find-pictures',
    'article-labels',
    'find-articles',
    'draft',
    'account-export',
    'share-link',
    'import-picture',
    'site-preview',
    'site-preview-sheet',
    'record-export',
    'members-export',
  ].map((name) => `routes/desk/${name}`),
)

const paths = Object.entries(ROUTES).flatMap(([id, { path }]) =>
  id.startsWith('routes/desk/') && !WITHOUT_FRAME.has(id) ? [path.replaceAll(/:\w+/g, '0a')] : [],
)

describe('the menu of the desk', () => {
  test('has seven items at most, and each screen once', () => {
    expect(MENU.length).toBeLessThanOrEqual(7)
    const all = [...SCREENS, ...ACTIONS]
    expect(new Set(all.map(({ path }) => path)).size).toBe(all.length)
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length)
  })

  test('each screen has a heading of its own, and is open in the menu', () => {
    expect(paths.length).toBeGreaterThan(30)
    const titles = paths.map(findTitle)
    expect(paths.filter((_, index) => titles[index] === undefined)).toEqual([])
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
    expect(paths.filter((path) => findOpen(path) === undefined)).toEqual([])
  })

  test.each([
    ['/tags', 'Articles', '/tags'],
    ['/articles', 'Articles', '/articles'],
    ['/manage-cities/0a', 'SEO', '/manage-cities'],
    ['/seo-dashboard/pages/template', 'SEO', '/seo-dashboard/pages'],
    ['/account', 'Account', '/account'],
  ])('%s has the tabs of %s', (path, label, current) =>
    expect(findTabs(path)).toMatchObject({ label, current }),
  )

  test.each([
    '/articles/0a',
    '/articles/undo',
    '/publisher',
    '/calendar',
    '/pictures/0a',
    '/manage-sites/new',
  ])('%s has no tabs', (path) => expect(findTabs(path)).toBeUndefined())

  test.each([
    ['/publisher', true],
    ['/articles/0a', true],
    ['/articles/undo', false],
    ['/articles/0a/revisions', false],
    ['/articles', false],
  ])('%s is a screen where one writes: %s', (path, expected) => expect(isWriting(path)).toBe(expected))
})
