import { toStart } from '../../../shared/text.ts'
import { toMoment } from './dates.ts'
import { toRecord } from './source-fields.ts'

// What programs read, and readers do not: names of files, navigation, notes of editors.
const UNREAD =
  /^(?:_.*|layout|template|type|id|permalink|url|path|alias(?:es)?|redirect.*|sidebar.*|nav.*|menus?|.*navigation|params|extra|build|cascade|comments?|.*(?:date|modified|created|published).*|class(?:es)?|css|js|script|style|computed|eleventy.*|password|license|copyright)$/i
const THREE_WORDS = /\p{L}+[\p{P}\d]*\s+\S*\p{L}\S*\s+\S*\p{L}/u
const CODE = /\{\{|\{%|=>|[{};]\s*$/
const MOST = 20
const DEEPEST = 3
const NAME_LENGTH = 60

/** Returns the kinds of front matter that hold text which stands nowhere in the article. `used` are the texts that do. */
export function listUnusedTexts(fields: Record<string, unknown>, used: string[]): string[] {
  const known = ` ${used.map(toWords).join(' ')} `
  const names = listTexts(fields)
    .filter(([, text]) => !known.includes(` ${toWords(text)} `))
    .map(([name]) => `front matter “${toStart(name, NAME_LENGTH)}” (no field)`)
  return [...new Set(names)].slice(0, MOST)
}

const toWords = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ')

function listTexts(value: unknown, name = '', depth = 0): [name: string, text: string][] {
  if (typeof value === 'string') return isRead(value) ? [[name, value]] : []
  if (depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap((inner) => listTexts(inner, name, depth + 1))
  return Object.entries(toRecord(value)).flatMap(([key, inner]) =>
    UNREAD.test(key) ? [] : listTexts(inner, name === '' ? key : `${name}.${key}`, depth + 1),
  )
}

const isRead = (text: string) => THREE_WORDS.test(text) && !CODE.test(text) && !isDate(text)

const isDate = (text: string) => /^\d{4}-\d\d-\d\dT/.test(toMoment(text) ?? '')
