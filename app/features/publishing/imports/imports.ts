import type { ImportState } from '../../../db/import-tables.ts'
import type { LiveRun } from '../../runs/runs.ts'

export const IMPORT_PATH = '/import'

/** The kinds of runs that read a file, and that import its articles. */
export const READ_RUN = 'read-import'
export const IMPORT_RUN = 'import'

const MB = 1024 * 1024

/** The largest file that an account may import in the desk. */
export const IMPORT_FILE_LIMIT = { bytes: 50 * MB, text: '50 MB' }

/** The most bytes that are read of one file. */
export const READ_LIMITS = {
  files: 20_000,
  unpackedBytes: 200 * MB,
  wholeBytes: 40 * MB,
  pageBytes: 5 * MB,
}

/** The most items of one file. */
export const MOST_ITEMS = 20_000

/** The most lines of a list that are shown. */
export const SHOWN = 50

/** The most articles that are deleted together when an import is undone. */
export const DELETED_AT_ONCE = 1000

/** Returns the rate limit of an account: 30 files an hour. */
export const limitImportFiles = ({ id }: { id: string }) => [
  { name: 'import-file', of: id, most: 30, windowS: 3600 },
]

/** The state of an import; while the file arrives, no import is shown. */
export type ShownState = Exclude<ImportState, 'uploading'>

/** An article that was found in a file, or one that was imported from it. */
export interface ImportedArticle {
  position: number
  title: string
  /** True if it changes an existing article. */
  isChange: boolean
  isPublic: boolean
  /** The id of the article, if it was imported. */
  articleId: string | null
}

/** An item of a file that was not imported, with the reason. */
export interface RefusedItem {
  position: number
  place: string
  title: string
  problem: string
}

/** The import of an account, from the upload of its file to its report. */
export interface CurrentImport {
  id: string
  fileName: string
  state: ShownState
  /** The reason why the file cannot be read, as a sentence. */
  problem: string | null
  asDrafts: boolean
  counts: ImportCounts
  refused: RefusedItem[]
  leftOut: { problem: string; count: number }[]
  samples: ImportedArticle[]
  /** The run that reads or imports it. */
  run: Pick<LiveRun, 'id' | 'state' | 'total' | 'done'> | undefined
}

/** The number of items of a file, by kind. */
export interface ImportCounts {
  /** Found in the file. */
  new: number
  changed: number
  same: number
  refused: number
  leftOut: number
  /** New ones that are public in the file. */
  newPublic: number
  /** Not imported yet. */
  waiting: number
  created: number
  updated: number
  /** New ones that still exist and are not being deleted. */
  deletable: number
}

/** Returns a number of articles in words, such as `1 article`. */
export const countArticles = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'article' : 'articles'}`

/**
 * Returns the source that identifies the Markdown files of an upload: the name of the archive, without its ending and
 * the number that browsers add to a second download. A single file has its own name as its path.
 */
export function toUploadSource(fileName: string): string {
  const [, name = ''] = /^(.*?)(?: ?\(\d+\))?\.zip$/i.exec(fileName) ?? []
  return name || 'upload'
}
