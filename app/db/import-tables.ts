import type { ColumnType, Insertable, Generated } from 'kysely'
import type { TimestampWithDefault } from './column-kinds.ts'

/** A file that an account imports in the desk. */
export interface ImportsTable {
  id: string
  userId: string
  fileName: string
  bytes: Generated<number>
  state: Generated<ImportState>
  /** A reason with its values, as JSON; a sentence in a row of an earlier version. */
  problem: Generated<string | null>
  asDrafts: Generated<boolean>
  runId: Generated<string | null>
  /** The files of its upload, for the pictures among them. */
  files: ColumnType<{ name: string; bytes: number }[], string | undefined, string>
  createdAt: TimestampWithDefault
}

/** The state of an import. */
export type ImportState =
  | 'uploading'
  | 'reading'
  | 'asking'
  | 'unreadable'
  | 'read'
  | 'importing'
  | 'stopped'
  | 'done'

/** A piece of the file of an import. */
export interface ImportChunksTable {
  importId: string
  number: number
  bytes: Buffer
}

/** An article that was found in the file of an import, with its outcome. */
export interface ImportRecordsTable {
  importId: string
  position: number
  place: string
  title: string
  importKey: string | null
  found: 'new' | 'changed' | 'same' | 'refused' | 'left-out'
  isPublic: Generated<boolean>
  record: ColumnType<unknown, string | null, string | null>
  outcome: Generated<'created' | 'updated' | 'unchanged' | 'refused' | null>
  /** A reason with its values, as JSON; a sentence in a row of an earlier version. */
  problem: Generated<string | null>
  articleId: Generated<string | null>
  plannedFor: Generated<Date | null>
  /** Parts of the text of an article that readers do not find; null if they find all of them. */
  lostWords: Generated<string[] | null>
  /** The paths that the article had on its old site. */
  addresses: Generated<string[] | null>
  /** Its links to pages of its old site, until they lead to articles. */
  links: ColumnType<unknown, string | null | undefined, string | null>
  /** Its pictures that do not come in. */
  lostPictures: ColumnType<unknown, string | null | undefined, string | null>
  /** The kinds of things that the article loses, in words; null if it loses nothing. */
  lost: Generated<string[] | null>
  /** What an updated article was before, as JSON; null once it was taken back. */
  replaced: ColumnType<unknown, string | null | undefined, string | null>
}

export type NewImportRecord = Insertable<ImportRecordsTable>
