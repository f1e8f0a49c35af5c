import type { Refusal } from '../../../shared/refusal.ts'
/** The path of the list of an account's tags. */
export const TAGS_PATH = '/tags'

/** The tags on one page of the list. */
export const TAGS_PER_PAGE = 50

/** The most characters of a description. */
export const DESCRIPTION_LIMIT = 500

/** A tag of an account's own articles. Spellings that differ only in letter case are one tag. */
export interface Tag {
  key: string
  /** The spelling that most articles have. */
  name: string
  articles: number
  /** Empty if the account has not written one. */
  description: string
}

/** One page of the list of tags. */
export interface TagList {
  tags: Tag[]
  /** The number of tags that the filter selects, and of all tags of the account. */
  found: number
  total: number
  page: number
  pageCount: number
}

/** A tag as it was typed. */
export interface TypedTag {
  name: string
  description: string
  /** The key of the tag that its author wants to merge it with; empty unless the screen has asked. */
  mergeWith: string
  /** The id that the screen chose for the run. */
  newRunId?: string | undefined
}

/** The reason why a tag was not changed. */
export type TagRefusal =
  | Refusal<'tag-wrong' | 'description-long' | 'tag-unknown' | 'too-often'>
  | Refusal<'tag-taken', { taken: Tag }>

/** Returns the URL of the list with a filter, and with the form of one tag if `tag` is set. */
export function toTagsPath(query: string, tag?: string): string {
  const search = new URLSearchParams({ ...(query && { q: query }), ...(tag !== undefined && { tag }) })
  return search.size === 0 ? TAGS_PATH : `${TAGS_PATH}?${search}`
}
