import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type ServerBuild } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import config from '../app/routes.ts'
import { createForParts, createRouteFinder, toTree } from './routes.ts'

type Routes = ServerBuild['routes']

const toRoutes = (entries: RouteConfigEntry[], parentId: string): Routes =>
  Object.assign(
    {},
    ...entries.map(({ file, id = file.replace(/\.tsx?$/, ''), children = [], ...entry }) => ({
      [id]: { ...entry, id, parentId, module: { handle: { access: id } } }, // so that the test sees which route was found
      ...toRoutes(children, id),
    })),
  )

const root = { id: 'root', path: '', module: {} }
const routes = { root, ...toRoutes(config, 'root') }
const build = { routes, assets: { routes } } as unknown as ServerBuild // what is read
const tree = toTree(build)
const find = createRouteFinder(build)

/** Returns paths of all routes. Some parameters have the names of other routes. */
function listPaths(entries: RouteConfigEntry[], before = ''): string[] {
  return entries.flatMap(({ path = '', children = [] }) => {
    const own = path === '' ? before : `${before}/${path}`
    const filled = ['tide', 'article', 'publisher', '%2e'].map((word) => own.replaceAll(/:\w+|\*/g, word))
    return [...filled, ...listPaths(children, own)]
  })
}

const PATHS = [...new Set(listPaths(config))]

const SPELLINGS: Record<string, (path: string) => string> = {
  'as it is in the routes': (path) => path,
  'with a slash at the end': (path) => `${path}/`,
  'with two slashes at the start': (path) => `/${path}`,
  'with two slashes everywhere': (path) => path.replaceAll('/', '//'),
  'with another segment': (path) => `${path}/more`,
  'with another letter at the end': (path) => `${path}s`,
  'in capital letters': (path) => path.toUpperCase(),
  'with an escaped letter': (path) =>
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'with an escaped slash': (path) => path.replace(/(.)\//, '$1%2f'),
  'with a broken escape': (path) => `${path}%`,
  'for its data': (path) => `${path}.data`,
  'for its data, with a slash at the end': (path) => `${path}/_.data`,
  'with a dot segment': (path) => `/.${path}`,
  'relative to another': (path) => `/covers/..${path}`,
  'relative to another, with a backslash': (path) => `/covers\\..${path}`,
}

const toPathname = (path: string) => URL.parse(`http://localhost${path}`)?.pathname ?? path

function toExpected(path: string, among = tree) {
  const pathname = toPathname(path)
  const screenPath = pathname.endsWith('/_.data')
    ? pathname.replace(/_\.data$/, '')
    : pathname.replace(/\.data$/, '')
  return matchRoutes(among, screenPath)?.at(-1)?.route.id ?? 'screen'
}

describe('a path leads to the route that the router would choose from all routes', () => {
  test.each(Object.entries(SPELLINGS))('%s', (_, spell) => {
    vi.spyOn(console, 'warn').mockReturnValue() // the router warns of paths that cannot be decoded
    for (const path of PATHS.map(spell)) expect(find(path).access, path).toBe(toExpected(path))
  })
})

describe('the part of a build that may answer a path', () => {
  const partOf = createForParts(build, (part) => part)
  const treeOf = createForParts(build, toTree)

  test.each(Object.entries(SPELLINGS))(
    'has the route that the router would choose from all routes: %s',
    (_, spell) => {
      vi.spyOn(console, 'warn').mockReturnValue()
      for (const path of PATHS.map(spell))
        expect(toExpected(path, treeOf(toPathname(path))), path).toBe(toExpected(path))
    },
  )

  test('has the same routes for the browser, and few of them', () => {
    const { routes: kept, assets } = partOf('/publisher')
    expect(Object.keys(assets.routes)).toEqual(Object.keys(kept))
    expect(Object.keys(kept)).toContain('routes/desk/publisher')
    expect(Object.keys(kept).length).toBeLessThan(Object.keys(routes).length / 4)
  })

  test('is made once for paths with the same first segment', () => {
    expect(partOf('/manage-sites/new')).toBe(partOf('/manage-sites.data'))
  })
})
