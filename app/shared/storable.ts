/**
 * Returns a text, or a JSON value with all its texts, as the store can take it. Postgres stores neither the character 0 nor
 * half a surrogate pair. The replacement character takes the place of each, as CommonMark and HTML do, so that its author
 * sees where it was. Every text that comes in passes here: forms, JSON bodies, files, queries, answers of other servers.
 */
export function toStorable<T>(value: T): T
export function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Array.isArray(value)) return value.map((item: unknown) => toStorable(item))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toStorable(field)]))
}

/** Returns true if a text can be stored as it is. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
