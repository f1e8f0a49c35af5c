import { readField, toRecord } from './source-fields.ts'

/** The front matter of a file. Case, hyphens and underscores in a key do not matter. */
export interface Given {
  /** Returns the value of the first key that has one. */
  any: (...keys: string[]) => unknown
  /** Returns the value of the first key that has a text, or an object with the URL of an image. */
  text: (...keys: string[]) => string | undefined
  /** Returns the value of the first key that has a text, a number or a date. */
  date: (...keys: string[]) => unknown
  /** Returns the labels of the first key that has a value: a list, or one text with commas. */
  list: (...keys: string[]) => string[]
}

/** Returns the front matter of a file, with the taxonomies of Zola as keys of their own. */
export function toGiven(fields: Record<string, unknown>): Given {
  const taxonomies = toRecord(fields.taxonomies) // Zola
  const all = new Map(
    Object.entries({ ...taxonomies, ...fields }).map(([key, value]) => [toKey(key), value ?? undefined]),
  )
  const valueOf = (key: string) => all.get(toKey(key))
  const any = (...keys: string[]) => keys.map(valueOf).find((value) => value !== undefined)
  return {
    any,
    text: (...keys) => keys.map((key) => toPlainValue(valueOf(key))).find(Boolean),
    date: (...keys) => keys.map(valueOf).find((value) => value instanceof Date || isDateText(value)),
    list: (...keys) => toLabels(any(...keys)),
  }
}

// Eleventy then takes the date from the file or from Git.
const OF_FILE = /^(?:git )?(?:last modified|created)$/i

const isDateText = (value: unknown) =>
  (typeof value === 'string' &&
    !isOn(value) &&
    !isOff(value) &&
    !OF_FILE.test(value) &&
    value.trim() !== '') ||
  typeof value === 'number'

/** Returns a key of front matter in small letters, without hyphens, lines and spaces. */
export const toKey = (key: string) => key.toLowerCase().replace(/[-_ ]/g, '')

function toPlainValue(value: unknown): string | undefined {
  if (Array.isArray(value)) return toPlainValue(value[0])
  const record = toRecord(value)
  return (
    readField(value) ??
    ['image', 'src', 'url', 'path', 'feature', 'overlay_image', 'teaser']
      .map((key) => readField(record[key]))
      .find(Boolean)
  )
}

function toLabels(value: unknown): string[] {
  if (typeof value === 'string')
    return value
      .split(',')
      .map((label) => label.trim())
      .filter(Boolean)
  const items: unknown[] = Array.isArray(value) ? value.flat(2) : [value]
  return items.flatMap((item) => readField(item) ?? nameOf(toRecord(item)) ?? [])
}

// An author of Docusaurus may have a key and a title, which is that of a job.
const nameOf = (record: Record<string, unknown>) =>
  ['name', 'display_name', 'key', 'title'].map((key) => readField(record[key])).find(Boolean)

/** Returns true for a text that says yes. */
export const isOn = (value = '') => /^(true|yes|on|1)$/i.test(value)
/** Returns true for a text that says no. */
export const isOff = (value = '') => /^(false|no|off|0)$/i.test(value)
