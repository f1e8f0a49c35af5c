import { matchPath } from 'react-router'
import { ROUTES } from '../../../platform/web/route-table.ts'

// The database decides whether there is a page at these paths.
const isStored = (path: string) => path === '/' || path === '/*' || path.startsWith('/article/')

// Readers get a page or file at these paths, although they are not public routes.
const OTHER_PATHS = ['/auth', '/favicon.svg', '/assets/*']

const PATTERNS = [
  ...Object.values(ROUTES).flatMap(({ path, access }) =>
    access === 'public' && !isStored(path) ? [path] : [],
  ),
  ...OTHER_PATHS,
]

/** Returns true if readers of every site get a page or file at a path, independent of the database. */
export const isSitePath = (path: string): boolean => PATTERNS.some((pattern) => matchPath(pattern, path))
