import type { Generated } from 'kysely'

/** An account's description of a tag, and the tag that replaced it, by their keys. */
export interface TagsTable {
  userId: string
  tagKey: string
  description: Generated<string>
  movedTo: Generated<string | null>
  changedAt: Generated<Date>
}

/** An account's profile of an author of its articles. */
export interface AuthorProfilesTable {
  userId: string
  name: string
  biography: Generated<string>
  picture: Generated<string | null>
  links: Generated<string[]>
  changedAt: Generated<Date>
}
