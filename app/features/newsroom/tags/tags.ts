import { validate as isUuid } from 'uuid'
import { type FoundRows, toListUrl } from '../../../shared/page-list.ts'
import { readFormText } from '../../../shared/text.ts'
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
export type TagList = FoundRows<Tag>

/** A tag as it was typed. */
export interface TypedTag {
  name: string
  description: string
  /** The key of the tag that its author wants to merge it with; empty unless the screen has asked. */
  mergeWith: string
  /** The id that the screen chose for the run. */
  newRunId?: string | undefined
}

/** Reads the form of a tag. */
export function readTag(form: FormData): TypedTag {
  const changeId = readFormText(form, 'changeId')
  return {
    name: readFormText(form, 'name'),
    description: readFormText(form, 'description'),
    mergeWith: readFormText(form, 'mergeWith'),
    newRunId: isUuid(changeId) ? changeId : undefined,
  }
}

/** The reason why a tag was not changed. */
export type TagRefusal =
  | Refusal<'tag-wrong' | 'description-long' | 'tag-unknown' | 'too-often'>
  | Refusal<'tag-taken', { taken: Tag }>

/** Returns the URL of the list with a filter, and with the form of one tag if `tag` is set. */
export const toTagsPath = (q: string, tag?: string): string => toListUrl(TAGS_PATH, { q, tag })
