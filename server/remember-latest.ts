import { LRUCache } from 'lru-cache'

const HEADERS_REMEMBERED = 500

/**
 * Returns a function that reads a header, and remembers the values of the latest 500 headers. Readers send a few different
 * ones, so each is parsed once and not on every hit; odd ones that anybody makes up take no place for good. A header
 * without a value is not remembered.
 */
export function rememberLatest<Value>(read: (header: string) => Value): (header: string) => Value {
  const latest = new LRUCache<string, NonNullable<Value>>({ max: HEADERS_REMEMBERED })
  return (header) => {
    const known = latest.get(header)
    if (known !== undefined) return known
    const value = read(header)
    if (value !== undefined && value !== null) latest.set(header, value)
    return value
  }
}
