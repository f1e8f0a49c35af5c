import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import type { Access } from '../app/platform/request-context.server.ts'

// Pages of `site` and `feeds` are the same for everyone who asks. What is not named here is for signed-in accounts.
const ACCESS: [RegExp, Access][] = [
  [/^routes\/(site|feeds)\//, 'public'],
  [/^routes\/auth\/api\//, 'api'],
  [/^routes\/auth\//, 'open'],
  [/^routes\/functions\//, 'function'],
]

const TAKES_TEXTS = new Set(['routes/functions/insert-backlinks-single'])

// A path may hold on to an address of 16 kB.
const PATHS_REMEMBERED = 1000

export interface FoundRoute {
  access: Access
  /** Whether programs send it whole texts. */
  takesTexts: boolean
  /** Whether an account's own domain, which shows landing pages alone, has it too. */
  isForLandings: boolean
  /** Whether it answers with a screen rather than with a file or with data. */
  isDocument: boolean
  /** Whether it takes files, which are larger than what a form or a program sends. */
  takesFiles: boolean
  /** Whether its data are asked for alone, and are so much that they are only ever sent as they come. */
  isTooMuch: boolean
}

const FOR_LANDINGS = new Set([
  'routes/site/home',
  'routes/site/landing-page',
  'routes/site/landing-page-image',
  'routes/site/home-image',
  'routes/site/cover',
  'routes/site/upload',
  'routes/feeds/robots',
  'routes/feeds/sitemap',
  'routes/feeds/sitemap-articles',
  'routes/feeds/domain-proof',
])

const TAKES_FILES = new Set([
  'routes/desk/uploads',
  'routes/desk/manage-cities-import',
  'routes/desk/manage-services-import',
])

const STREAMED = new Set(['routes/desk/account-export'])

/**
 * Tells what a path leads to by the route that will answer it. The route decides and not the path, so that no spelling
 * of an address can make a private page public.
 */
export function createRouteFinder(build: ServerBuild): (pathname: string) => FoundRoute {
  const chooseFor = createChooser(toTree(build))
  const find = (asked: string): FoundRoute => {
    const pathname = URL.parse(`http://any${asked}`)?.pathname ?? asked // as the router will read it
    const screenPath = toScreenPath(pathname)
    const id = matchRoutes(chooseFor(screenPath), screenPath)?.at(-1)?.route.id ?? ''
    const isDocument = screenPath === pathname && build.routes[id]?.module.default !== undefined
    return {
      access: toAccess(id),
      takesTexts: TAKES_TEXTS.has(id),
      takesFiles: TAKES_FILES.has(id),
      isForLandings: FOR_LANDINGS.has(id),
      isDocument,
      isTooMuch: screenPath !== pathname && STREAMED.has(id),
    }
  }
  const known = new LRUCache<string, FoundRoute>({ max: PATHS_REMEMBERED, memoMethod: find })
  return (pathname) => known.memo(pathname)
}

/**
 * The router sorts the routes that it is given anew whenever it is asked for one, so it is given those alone that begin
 * as the path does; of a path that begins in any but the plainest spelling, all of them.
 */
function createChooser(tree: RouteObject[]): (path: string) => RouteObject[] {
  const named = new Map([...listBeginnings(tree)].map((first) => [first, thatBegin(tree, first)]))
  const unnamed = thatBegin(tree, '')
  return (path) => {
    const first = /^\/([a-z0-9-]+)(?:\/|$)/.exec(path)?.[1]
    return first === undefined ? tree : (named.get(first) ?? unnamed)
  }
}

const listBeginnings = (routes: RouteObject[]): Set<string> =>
  new Set(routes.flatMap((route) => (isFrame(route) ? [...listBeginnings(route.children)] : toFirst(route))))

// Those whose first segment is this one, or may be any.
const thatBegin = (routes: RouteObject[], first: string): RouteObject[] =>
  routes.flatMap((route): RouteObject[] => {
    if (isFrame(route)) return [{ ...route, children: thatBegin(route.children, first) }]
    const own = toFirst(route)
    return own === first || /[:*?]/.test(own) ? [route] : []
  })

// One that adds nothing to the addresses of the routes in it.
const isFrame = (route: RouteObject): route is RouteObject & { children: RouteObject[] } =>
  !route.path && route.children !== undefined

const toFirst = ({ path = '' }: RouteObject) => path.split('/', 1)[0]?.toLowerCase() ?? ''

/** Who may ask for a route, by its id. */
export const toAccess = (id: string): Access => ACCESS.find(([pattern]) => pattern.test(id))?.[1] ?? 'screen'

// `/publisher.data` is how the router asks for the data of `/publisher`, and `/publisher/_.data` of `/publisher/`.
function toScreenPath(pathname: string): string {
  if (pathname.endsWith('/_.data')) return pathname.slice(0, -'_.data'.length)
  return pathname.endsWith('.data') ? pathname.slice(0, -'.data'.length) : pathname
}

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>

/** The routes of a build, or those of them that are meant, as the router matches and loads them. */
export function toTree(
  build: ServerBuild,
  isMeant: (route: BuiltRoute) => boolean = () => true,
  parentId?: string,
): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId || !isMeant(route)) return []
    const { id, path, caseSensitive } = route
    const { loader } = route.module
    if (route.index) return [{ id, path, caseSensitive, loader, index: true }]
    return [{ id, path, caseSensitive, loader, children: toTree(build, isMeant, id) }]
  })
}

/** Whether a route is a public document, or the frame of all documents. */
export const isPublicDocument = ({ id, parentId, module }: BuiltRoute): boolean =>
  module.default !== undefined && (parentId === undefined || toAccess(id) === 'public')
