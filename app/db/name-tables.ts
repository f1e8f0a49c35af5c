import type { Generated } from 'kysely'

/** What an account says about a tag, and the tag that took its place, by their keys. */
export interface TagsTable {
  userId: string
  tagKey: string
  description: Generated<string>
  movedTo: Generated<string | null>
  changedAt: Generated<Date>
}

/** What an account says about an author of its articles. */
export interface AuthorProfilesTable {
  userId: string
  name: string
  biography: Generated<string>
  picture: Generated<string | null>
  links: Generated<string[]>
  changedAt: Generated<Date>
}
