import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/** Route folders whose pages are the same for everyone who asks. Everything else belongs to the asking account. */
const PUBLIC = /^routes\/(site|feeds)\//

/**
 * Tells, by the route that will answer, whether a path is public. The route decides and not the path, so that no
 * spelling of an address can make a private page public.
 */
export function createPublicTest(build: ServerBuild): (pathname: string) => boolean {
  const tree = toTree(build, undefined)
  return (pathname) => {
    const leaf = matchRoutes(tree, toScreenPath(pathname))?.at(-1)
    return leaf?.route.id !== undefined && PUBLIC.test(leaf.route.id)
  }
}

// `/publisher.data` is how the router asks for the data of `/publisher`.
function toScreenPath(pathname: string): string {
  if (pathname === '/_root.data') return '/'
  return pathname.endsWith('.data') ? pathname.slice(0, -'.data'.length) : pathname
}

function toTree(build: ServerBuild, parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, caseSensitive } = route
    if (route.index) return [{ id, path, caseSensitive, index: true }]
    return [{ id, path, caseSensitive, children: toTree(build, id) }]
  })
}
