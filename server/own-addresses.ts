import { authorPath, categoryPath, decodePath, readName } from '../app/features/articles/articles.ts'

// The patterns of the lists that have page numbers.
const PAGED = new Set([
  '/',
  '/articles.json',
  '/category/:category',
  '/category/:category/articles.json',
  '/author/:author',
  '/author/:author/articles.json',
])

/**
 * Returns true if an address is spelled as the links to its page are. It has a path and perhaps a page number; `pattern` is
 * that of its route. The router also matches slashes at the end, needless escapes and other capitals, and ignores a page
 * number where a page has none.
 */
export function isOwnAddress(address: string, pattern: string): boolean {
  const [path = '', query] = address.split('?', 2)
  return (query === undefined || PAGED.has(pattern)) && (path === '/' || isOwnPath(path, pattern))
}

/** Returns the same as isOwnAddress, and true for a slash at the end and an old number, as old addresses have. */
export const isOldAddress = (address: string, pattern: string): boolean =>
  address.startsWith('/?') || isOwnAddress(address.replace(/(?<=[^/])\/$/, ''), pattern)

function isOwnPath(path: string, pattern: string): boolean {
  const names = path.split('/').slice(1)
  const parts = pattern.split('/').slice(1)
  return (
    !names.includes('') &&
    isEscapedOnce(path, names) &&
    names.every((name, index) => isOfPart(name, parts[index] ?? '*')) &&
    isOfKind(path, parts[0])
  )
}

// The URL parser takes dots and fragments out of a path.
const isEscapedOnce = (path: string, names: string[]) =>
  URL.parse(`http://any${path}`)?.pathname === path &&
  [encodeURIComponent, encodeURI].some((encode) => names.every((name) => encode(decodePath(name)) === name))

// The router also matches the fixed parts of a pattern with other capitals.
const isOfPart = (name: string, part: string) =>
  /^[:*]/.test(part) ? name.endsWith(part.replace(/^:\w+|^\*/, '')) : name === part

// The slugs and the ids of articles have no capitals, and tags that differ in them share a list.
function isOfKind(path: string, kind: string | undefined): boolean {
  if (kind === 'article') return path === path.toLowerCase()
  if (kind === 'category') return isBelow(path, categoryPath(readName(path)))
  return kind !== 'author' || isBelow(path, authorPath(readName(path)))
}

const isBelow = (path: string, list: string) => path === list || path.startsWith(`${list}/`)
