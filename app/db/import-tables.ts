import type { ColumnType, Insertable } from 'kysely'
import type { Filled, Moment } from './column-kinds.ts'

/** A file that an account imports in the desk. */
export interface ImportsTable {
  id: string
  userId: string
  fileName: string
  bytes: Filled<number>
  state: Filled<ImportState>
  problem: Filled<string | null>
  asDrafts: Filled<boolean>
  runId: Filled<string | null>
  createdAt: Moment
}

/** Where an import stands. */
export type ImportState = 'uploading' | 'reading' | 'unreadable' | 'read' | 'importing' | 'stopped' | 'done'

/** A piece of the file of an import. */
export interface ImportChunksTable {
  importId: string
  number: number
  bytes: Buffer
}

/** An article that was found in the file of an import, with what became of it. */
export interface ImportRecordsTable {
  importId: string
  position: number
  place: string
  title: string
  importKey: string | null
  found: 'new' | 'changed' | 'same' | 'refused' | 'left-out'
  isPublic: Filled<boolean>
  record: ColumnType<unknown, string | null, string | null>
  outcome: Filled<'created' | 'updated' | 'unchanged' | 'refused' | null>
  problem: Filled<string | null>
  articleId: Filled<string | null>
}

export type NewImportRecord = Insertable<ImportRecordsTable>
