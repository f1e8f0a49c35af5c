import { ROUTES } from './route-table.ts'

const PLACES = Object.values(ROUTES).flatMap(({ path }) => /^\/(.+)\/:token$/.exec(path)?.[1] ?? [])
const SECRET = new RegExp(`^(/+(?:${PLACES.join('|')})/+)[^/]+`, 'i')

/**
 * Returns a path for the log: `:token` stands for the secret of a link to a draft or of an invitation, in any spelling of
 * the path that the router understands.
 */
export function toLoggedPath(path: string): string {
  const plain = path.replaceAll(/%[2-7][\da-f]/gi, decodeURIComponent)
  return SECRET.test(plain) ? plain.replace(SECRET, '$1:token') : path
}
