import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type ServerBuild } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import config from '../app/routes.ts'
import { createRouteFinder, toAccess, toTree } from './routes.ts'

type Routes = ServerBuild['routes']

const toRoutes = (entries: RouteConfigEntry[], parentId: string): Routes =>
  Object.assign(
    {},
    ...entries.map(({ file, id = file.replace(/\.tsx?$/, ''), children = [], ...entry }) => ({
      [id]: { ...entry, id, parentId, module: {} },
      ...toRoutes(children, id),
    })),
  )

const root = { id: 'root', path: '', module: {} }
const build = { routes: { root, ...toRoutes(config, 'root') } } as unknown as ServerBuild // what a finder reads of one
const tree = toTree(build)
const find = createRouteFinder(build)

/** Addresses of everything that there is, and of what is named like it but is something else. */
function listPaths(entries: RouteConfigEntry[], before = ''): string[] {
  return entries.flatMap(({ path = '', children = [] }) => {
    const own = path === '' ? before : `${before}/${path}`
    const filled = ['tide', 'article', 'publisher', '%2e'].map((word) => own.replaceAll(/:\w+|\*/g, word))
    return [...filled, ...listPaths(children, own)]
  })
}

const PATHS = [...new Set(listPaths(config))]

const SPELLINGS: Record<string, (path: string) => string> = {
  'as it is written': (path) => path,
  'with a slash behind it': (path) => `${path}/`,
  'with two slashes before it': (path) => `/${path}`,
  'with two slashes in it': (path) => path.replaceAll('/', '//'),
  'with more behind it': (path) => `${path}/more`,
  'with letters before its end': (path) => `${path}s`,
  'in capital letters': (path) => path.toUpperCase(),
  'with an escaped letter': (path) =>
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'with an escaped slash': (path) => path.replace(/(.)\//, '$1%2f'),
  'with a broken escape': (path) => `${path}%`,
  'asked for its data': (path) => `${path}.data`,
  'asked for its data, with a slash behind it': (path) => `${path}/_.data`,
  'with a dot in it': (path) => `/.${path}`,
  'out of another': (path) => `/covers/..${path}`,
  'out of another, with a backslash': (path) => `/covers\\..${path}`,
}

function toExpected(path: string) {
  const pathname = URL.parse(`http://localhost${path}`)?.pathname ?? path
  const screenPath = pathname.endsWith('/_.data')
    ? pathname.replace(/_\.data$/, '')
    : pathname.replace(/\.data$/, '')
  return toAccess(matchRoutes(tree, screenPath)?.at(-1)?.route.id ?? '')
}

describe('a path leads to the route that the router would choose of all routes', () => {
  test.each(Object.entries(SPELLINGS))('%s', (_, spell) => {
    vi.spyOn(console, 'warn').mockReturnValue() // the router's, of a path that cannot be decoded
    for (const path of PATHS.map(spell)) expect(find(path).access, path).toBe(toExpected(path))
  })
})
