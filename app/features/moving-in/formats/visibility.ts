import { toExcerpt } from '../../../shared/text.ts'
import { isOff, isOn, toKey } from './given.ts'
import { readField, readTrimmed, toRecord } from './source-fields.ts'

/** The kind of an article that only members of its old site could read. */
export const MEMBERS = 'article for members (a draft now)'

// Keys that programs and themes use, as `toKey` writes them and without `is`. A page without a link to it is hidden, too.
const HIDING =
  /^(?:draft|drafts|hidden|hide|hidefrom\w+|hiddenin\w+|hiddenfrom\w+|private|unlisted|unpublished|secret|wip|headless|delisted|delist|excluded?|eleventyexcludefromcollections|excludefrom(?:collections?|lists?|index|feeds?|rss)|disabled|archived|trashed|deleted|ignored?|nopublish|dontpublish|locked|encrypted|encrypt|password|membersonly|subscribersonly|paidonly)$/
const SHOWING = /^(?:published|publish|dgpublish|public|visible|listed|enabled|routable|discoverable)$/
const STATE = /^(?:status|poststatus|publishstatus|publicationstatus|visibility|postvisibility)$/
// Keys with other meanings: only values that are known hide.
const LOOSE_STATE = /^(?:state|access|audience|stage|workflow|contentstatus)$/

// MkDocs hides parts of a page with a list.
const LISTS = /^(?:hide|excluded?|ignored?|render)$/

const PUBLIC =
  /^(?:publish|published|public|live|posted|released|online|visible|active|final|finished|done|completed?|everyone|everybody|all|open|free|listed|featured|always|anyone)$/i
const CLOSED =
  /^(?:draft|hidden|private|unlisted|unpublished|pending(?: review)?|in review|review|wip|work in progress|trash|trashed|deleted|archived?|scheduled|skip|internal|secret|members?(?: only)?|subscribers?(?: only)?|paid|premium|protected|password)$/i
// What people write in every generator. It needs no word of its own in the report.
const PLAIN = /^(?:draft: (?:true|yes|on|1)|published: (?:false|no|off|0)|status: draft)$/i

/** What hides an article from readers: `unlisted: true`, for example. */
export interface Hiding {
  /** The key and its value; the folder, or the name of the file. */
  by: string
  /** True for the usual ways of marking a draft. */
  isPlain: boolean
}

/** Returns what hides the article of a file; undefined if readers saw it. A value that is not known hides it, too. */
export function findHiding(fields: Record<string, unknown>, path: string): Hiding | undefined {
  const all = { ...toRecord(fields.params), ...toRecord(fields.extra), ...fields } // of Hugo and Zola
  for (const [name, value] of Object.entries(all)) {
    if (!isHiding(toKey(name).replace(/^is(?=\w{3})/, ''), value)) continue
    const by = `${name}: ${toExcerpt(readField(value) ?? JSON.stringify(value), 30)}`
    return { by, isPlain: PLAIN.test(by) }
  }
  const by = HIDING_PATH.exec(path)?.[0].replace(/^\//, '')
  return by === undefined ? undefined : { by, isPlain: /^_?drafts\//i.test(by) }
}

// Several generators leave out files whose names begin with a line.
const HIDING_PATH = /(?:^|\/)(?:_?drafts\/|_(?!index\b)[^/]+$|[^/]+\.draft\.\w+$)/i

function isHiding(key: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  if (LISTS.test(key) && typeof value === 'object') return false
  const [, hides] = RULES.find(([keys]) => keys.test(key)) ?? []
  return hides?.(readTrimmed(value), value) ?? false
}

const isPublic = (text: string) => isOn(text) || PUBLIC.test(text)

const RULES: [keys: RegExp, hides: (text: string, value: unknown) => boolean][] = [
  [HIDING, (text) => !isOff(text) && !/^(?:never|none)$/i.test(text)],
  [SHOWING, (text, value) => !isPublic(text) && !isMoment(value)],
  [STATE, (text) => !isPublic(text)],
  [LOOSE_STATE, (text) => CLOSED.test(text)],
  [/^build$/, (_, value) => isUnbuilt(value)],
  [/^render$/, (text) => !isPublic(text)],
  [/^permalink$/, (text) => isOff(text)], // Eleventy then writes no file
]

// `published` is a date, too.
const isMoment = (value: unknown) => value instanceof Date || /\d{4}/.test(readTrimmed(value))

// Hugo: `_build: { render: never, list: never }`.
function isUnbuilt(value: unknown): boolean {
  const { render, list } = toRecord(value)
  return [render, list].some((said) => {
    const text = readTrimmed(said)
    return text !== '' && !isOn(text) && !/^(?:always|local)$/i.test(text)
  })
}
