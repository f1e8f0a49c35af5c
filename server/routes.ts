import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { onceFor } from '../app/shared/once-for.ts'
import type { RouteFacts } from '../app/platform/web/route-facts.ts'

const PATHS_REMEMBERED = 1000 // a path may have 16 kB

/** The route that will answer a path. */
export interface FoundRoute extends RouteFacts {
  /** True if the response is a page, not a file or data. */
  isDocument: boolean
  /** True if the path requests the data of the route's screen. */
  isData: boolean
  /** The path of the route with its parameters, such as `/article/:slug`. */
  pattern: string
}

/**
 * Returns a function that finds the route which will answer a path. The route decides who may use it, not the path. So
 * no spelling of a URL can make a private page public.
 */
export function createRouteFinder(build: ServerBuild): (pathname: string) => FoundRoute {
  const listCandidates = createRouteFilter(build)
  const find = (asked: string): FoundRoute => {
    const pathname = URL.parse(`http://any${asked}`)?.pathname ?? asked // as the router will read it
    const screenPath = toScreenPath(pathname)
    const matches = matchRoutes(listCandidates(pathname), screenPath) ?? []
    const id = matches.at(-1)?.route.id
    const pattern = `/${matches.flatMap(({ route: { path } }) => path || []).join('/')}`
    const route = id === undefined ? undefined : build.routes[id]
    const isData = screenPath !== pathname
    return { ...toFacts(route), pattern, isData, isDocument: !isData && route?.module.default !== undefined }
  }
  const known = new LRUCache<string, FoundRoute>({ max: PATHS_REMEMBERED, memoMethod: find })
  return (pathname) => known.memo(pathname)
}

/**
 * Returns a function that lists the routes which may match a path, by its first segment. `matchRoutes` sorts its routes
 * on each call, so it gets only these. For a first segment with unusual characters, all routes are listed. Paths with the
 * same candidates get the same array.
 */
const createRouteFilter = onceFor((build: ServerBuild): ((pathname: string) => RouteObject[]) => {
  const tree = toTree(build)
  const named = new Map([...listFirstSegments(tree)].map((first) => [first, filterByFirst(tree, first)]))
  const unnamed = filterByFirst(tree, '')
  return (pathname) => {
    const first = /^\/([a-z0-9-]+)(?:\/|$)/.exec(toScreenPath(pathname))?.[1]
    return first === undefined ? tree : (named.get(first) ?? unnamed)
  }
})

/**
 * Makes a value of the part of a build that may answer a path, once for each part. Returns a function that returns the
 * value for a path. For each request, the router goes several times through all the routes that it has.
 */
export function createForParts<Value>(
  build: ServerBuild,
  make: (part: ServerBuild) => Value,
): (pathname: string) => Value {
  const listCandidates = createRouteFilter(build)
  const makeFrom = onceFor((candidates: RouteObject[]) => {
    const ids = new Set(listIds(candidates))
    const keep = <T>(routes: Record<string, T>) =>
      Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
    const assets = { ...build.assets, routes: keep(build.assets.routes) }
    return make({ ...build, routes: keep(build.routes), assets })
  })
  return (pathname) => makeFrom(listCandidates(pathname))
}

const listIds = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ id = '', children = [] }) => [id, ...listIds(children)])

const listFirstSegments = (routes: RouteObject[]): Set<string> =>
  new Set(
    routes.flatMap((route) =>
      isLayout(route) ? [...listFirstSegments(route.children)] : toFirstSegment(route),
    ),
  )

// Keeps the routes whose first segment is this one or a parameter.
const filterByFirst = (routes: RouteObject[], first: string): RouteObject[] =>
  routes.flatMap((route): RouteObject[] => {
    if (isLayout(route)) return [{ ...route, children: filterByFirst(route.children, first) }]
    const own = toFirstSegment(route)
    return own === first || /[:*?]/.test(own) ? [route] : []
  })

// A layout adds no segment to the paths of its routes.
const isLayout = (route: RouteObject): route is RouteObject & { children: RouteObject[] } =>
  !route.path && route.children !== undefined

const toFirstSegment = ({ path = '' }: RouteObject) => path.replace(/\/.*/s, '').toLowerCase()

/** Returns the `handle` of a route, or the facts of a route without one. */
export const toFacts = (route: Pick<BuiltRoute, 'module'> | undefined): RouteFacts =>
  (route?.module.handle as RouteFacts | undefined) ?? { access: 'screen' }

// The router requests the data of `/publisher` at `/publisher.data`, and that of `/publisher/` at `/publisher/_.data`.
function toScreenPath(pathname: string): string {
  if (pathname.endsWith('/_.data')) return pathname.slice(0, -'_.data'.length)
  return pathname.endsWith('.data') ? pathname.slice(0, -'.data'.length) : pathname
}

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>

/** Returns the routes of a build, or a selection of them, in the form that the router matches and loads. */
export function toTree(
  build: ServerBuild,
  isSelected: (route: BuiltRoute) => boolean = () => true,
  parentId?: string,
): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId || !isSelected(route)) return []
    const { id, path, caseSensitive } = route
    const { loader } = route.module
    if (route.index) return [{ id, path, caseSensitive, loader, index: true }]
    return [{ id, path, caseSensitive, loader, children: toTree(build, isSelected, id) }]
  })
}

/** Returns true if a route is a public document, or the root of all documents. */
export const isPublicDocument = (route: BuiltRoute): boolean =>
  route.module.default !== undefined && (route.parentId === undefined || toFacts(route).access === 'public')
