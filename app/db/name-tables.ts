import type { Filled } from './column-kinds.ts'

/** What an account says about a tag, and the tag that took its place, by their keys. */
export interface TagsTable {
  userId: string
  tagKey: string
  description: Filled<string>
  movedTo: Filled<string | null>
  changedAt: Filled<Date>
}

/** What an account says about an author of its articles. */
export interface AuthorProfilesTable {
  userId: string
  name: string
  biography: Filled<string>
  picture: Filled<string | null>
  links: Filled<string[]>
  changedAt: Filled<Date>
}
