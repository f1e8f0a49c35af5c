/**
 * Returns the trimmed text of a field, also of a number or a boolean; undefined for an empty text and any other type.
 */
export function readField(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`
  return typeof value === 'string' ? value.trim() || undefined : undefined
}

/** Returns the same as readField, but an empty text instead of undefined. */
export const readTrimmed = (value: unknown): string => readField(value) ?? ''

/** Returns the text of a field with its spaces; an empty text for any other type. */
export const readRawField = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns an object as a record; an empty record for any other type. */
export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Returns the objects of a list as records; an empty list for any other type. */
export const toRecords = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null).map(toRecord) : []
