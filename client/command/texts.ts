import type { Schemas } from '../client.ts'
import { mergeLines } from './lines.ts'

/** The fields that are one text, with their names in front matter, in their order there. */
export const LINES = {
  title: 'title',
  slug: 'slug',
  author: 'author',
  metaDescription: 'description',
  canonicalUrl: 'canonical_url',
  cover: 'image_url',
  lang: 'lang',
} as const
/** The fields that are lists. */
export const LISTS = { tags: 'tags', keywords: 'keywords' } as const

type LineName = keyof typeof LINES
type ListName = keyof typeof LISTS

/** The texts of an article in a file and on the desk. What a file leaves out is empty. */
export type Texts = Record<LineName | 'content', string> & Record<ListName, string[]>

const LINE_NAMES = Object.keys(LINES) as LineName[]
const LIST_NAMES = Object.keys(LISTS) as ListName[]

/** Returns texts of which each is made by a function. */
export const makeTexts = (
  toLine: (name: LineName | 'content') => string,
  toList: (name: ListName) => string[],
) =>
  Object.fromEntries([
    ...[...LINE_NAMES, 'content' as const].map((name) => [name, toLine(name)]),
    ...LIST_NAMES.map((name) => [name, toList(name)]),
  ]) as Texts

/** Returns the texts of an article or a draft of the API, or of what is sent to it. What is left out is empty. */
export const fromApi = (sent: Schemas['Draft'] | Schemas['Article'] | Schemas['DraftTexts']): Texts =>
  makeTexts(
    (name) => sent[name] ?? '',
    (name) => sent[name] ?? [],
  )

/** The texts of an article that has none yet. */
export const NO_TEXTS = fromApi({})

/** Returns the fields in which texts differ, as the API takes them. */
export function toChanges(before: Texts, after: Texts): Schemas['DraftTexts'] {
  const names = [...LINE_NAMES, ...LIST_NAMES, 'content' as const]
  const changed = names.filter((name) => !isSame(before[name], after[name]))
  return Object.fromEntries(changed.map((name) => [name, after[name]]))
}

const isSame = (one: string | string[], other: string | string[]) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Returns true if all fields are the same. */
export const areSame = (one: Texts, other: Texts): boolean => Object.keys(toChanges(one, other)).length === 0

/** What both sides made of texts. Where both changed the same, `texts` has marks in the content and mine in a field. */
export interface Merged {
  texts: Texts
  /** The fields that somebody has to settle, with the text of the desk. */
  conflicts: Partial<Record<LineName, string>>
  hasConflict: boolean
}

const MARKS = ['<<<<<<< here', '=======', '>>>>>>> the desk'] as const

const withEnd = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** Returns lines of both sides between marks. */
export const markConflict = (mine: string, theirs: string): string => {
  const [begin, between, end] = MARKS
  return `${begin}\n${withEnd(mine)}${between}\n${withEnd(theirs)}${end}\n`
}

/** Returns true if a file still has marks of a conflict. */
export const hasMarks = (text: string): boolean =>
  MARKS.some((mark) => mark !== '=======' && new RegExp(`(?:^|\\n)${mark}\\r?(?:\\n|$)`).test(text))

/** Merges the changes of both sides since `base`, as the desk does: content by lines, lists by entries, the rest whole. */
export function mergeTexts(base: Texts, mine: Texts, theirs: Texts): Merged {
  const conflicts: Merged['conflicts'] = {}
  const toWhole = (name: LineName) => {
    if (mine[name] === base[name] || mine[name] === theirs[name]) return theirs[name]
    if (theirs[name] !== base[name]) conflicts[name] = theirs[name]
    return mine[name]
  }
  const parts = mergeLines(base.content, mine.content, theirs.content)
  const content = parts
    .map((part) =>
      'lines' in part ? part.lines.join('') : markConflict(part.mine.join(''), part.theirs.join('')),
    )
    .join('')
  const texts = makeTexts(
    (name) => (name === 'content' ? content : toWhole(name)),
    (name) => mergeEntries(base[name], mine[name], theirs[name]),
  )
  const hasConflict = Object.keys(conflicts).length > 0 || parts.some((part) => 'mine' in part)
  return { texts, conflicts, hasConflict }
}

function mergeEntries(base: string[], mine: string[], theirs: string[]): string[] {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs
  const kept = mine.filter((entry) => theirs.includes(entry) || !base.includes(entry))
  return [...kept, ...theirs.filter((entry) => !mine.includes(entry) && !base.includes(entry))]
}
