import { z } from 'zod'
import type { ImportState } from '../../../db/import-tables.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { countOf, readFormText } from '../../../shared/text.ts'
import { FIELDS } from '../../articles/fields/fields.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { UploadRefusal } from '../../articles/pictures/pictures.ts'
import type { LiveRun } from '../../runs/runs.ts'
import type { StoredPlanRefusal } from '../../writing/schedule/schedule.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'
import type { EncodingSample } from '../formats/formats.ts'

export const IMPORT_PATH = '/import'

/** Returns the path of an article of the file as readers will see it. */
export const toFoundPath = (position: number) => `${IMPORT_PATH}/preview/${position}`

/** The beginning of the paths of pictures in the file, for its previews. */
export const FOUND_PICTURE_PATH = `${IMPORT_PATH}/picture/`

/** The kinds of runs that read a file, that import its articles, and that fetch their pictures. */
export const READ_RUN = 'read-import'
export const IMPORT_RUN = 'import'
export const PICTURES_RUN = 'import-pictures'
/** The kind of run that takes an import back. */
export const TAKE_BACK_RUN = 'take-back-import'
/** The kinds of runs that work on an import after its articles came in. */
export const LATER_RUNS = [PICTURES_RUN, TAKE_BACK_RUN]
/** The part of the run that takes an import back which deletes pictures. */
export const PICTURES_PART = 'pictures'

const MB = 1024 * 1024

/** The bytes of a row that stores a piece of an upload. The last row may have fewer. */
export const CHUNK_BYTES = 512 * 1024

/** The largest upload of an account: one file, or several together. */
export const IMPORT_FILE_LIMIT = { bytes: 512 * MB, text: '512 MB' }

/** The most files and bytes that are read of an upload. Bytes are those that its files unpack to. */
export const READ_LIMITS = {
  files: 20_000,
  archiveBytes: 200 * MB,
  unpackedBytes: IMPORT_FILE_LIMIT.bytes,
  wholeBytes: 40 * MB,
  pageBytes: 5 * MB,
}

/** The most items of one upload. A WordPress export has one for each picture, too. */
export const MOST_ITEMS = 100_000

/** The most lines of a list that are shown. */
export const SHOWN = 50

/** Returns the rate limits of an account for an upload of `bytes`: 30 uploads an hour, of 2 GB together. */
export const limitImportFiles = ({ id }: { id: string }, bytes: number) => [
  { name: 'import-file', of: id, most: 30, windowS: 3600 },
  { name: 'import-mb', of: id, most: 2048, windowS: 3600, cost: Math.ceil(bytes / MB) },
]

/** The most pictures that are fetched after an import. */
export const MOST_PICTURES = 5000

/** The input of a run that imports articles: the choices that are not stored with the import itself. */
export const importInput = z.object({
  /** The author of all new articles; null for the names in the file. */
  author: z.string().nullable().default(null),
  /** The sites of articles that become public. */
  siteIds: z.array(z.string()).default([MAIN_SITE_ID]),
  /** True if the pictures of the articles are fetched afterwards. */
  bringsPictures: z.boolean().default(false),
})
export type ImportInput = z.output<typeof importInput>

/** The choices of a user who starts an import. */
export interface ImportChoices extends ImportInput {
  /** True if all new articles become drafts. */
  asDrafts: boolean
  /** False if existing articles stay as they are. */
  updates: boolean
}

/** Reads the form that starts an import. Returns a refusal if a choice is missing. */
export function parseChoices(
  form: FormData,
): ImportChoices | Refusal<'no-author' | 'author-too-long' | 'no-site'> {
  const asDrafts = readFormText(form, 'as') === 'drafts'
  const siteIds = form.getAll('siteIds').filter((id) => typeof id === 'string')
  const author = readFormText(form, 'by') === 'one' ? readFormText(form, 'author').trim() : null
  if (author === '') return refuse('no-author')
  if (author && author.length > FIELDS.author.limit) return refuse('author-too-long')
  if (siteIds.length === 0 && !asDrafts) return refuse('no-site')
  return { asDrafts, updates: form.has('updates'), author, siteIds, bringsPictures: form.has('pictures') }
}

/** The state of an import; while the file arrives, no import is shown. */
export type ShownState = Exclude<ImportState, 'uploading'>

/** An article that was found in a file, or one that was imported from it. */
export interface ImportedArticle {
  position: number
  title: string
  /** True if it changes an existing article. */
  isChange: boolean
  isPublic: boolean
  /** The time that it is planned for, in the format for readers; null if it has no plan. */
  plannedFor: string | null
  /** The id of the article, if it was imported and is still there. */
  articleId: string | null
  /** True if it is not imported yet. */
  isWaiting: boolean
}

/** A reason why an article stays when its import is taken back. */
export type KeptReason = 'begun' | 'edited' | 'planned' | 'published' | 'sent' | 'unknown' | 'too-slow'

/** An article that stays when its import is taken back. */
export interface KeptArticle {
  id: string
  title: string
  reason: KeptReason
}

/** A reason why a file, or an item of it, is not imported as it is there, with the values that its sentence needs. */
export type ImportProblem =
  | { reason: 'not-stored' | 'too-slow' | 'repeated' | 'nothing-found' | 'too-many-items' | 'stopped' }
  | { reason: 'no-path' }
  | ({ reason: 'unknown-encoding' } & EncodingQuestion)
  | { reason: 'not-planned'; gap: StoredPlanRefusal }
  | { reason: 'left-out'; kind: string; count?: number | undefined }
  /** The file has a fault. The detail names it, in the words of its format, as a form names the error of a field. */
  | { reason: 'faulty'; detail: string }

/** Returns a problem as its row has it. */
export const toStored = (problem: ImportProblem): string => JSON.stringify({ ...problem, ok: undefined })

/** A file that does not say its encoding, with a part of its text in each encoding that it may have. */
export interface EncodingQuestion {
  file: string
  samples: EncodingSample[]
}

/** A reason why a picture stays where it is. */
export type PictureProblem =
  | { reason: UploadRefusal | 'written-oddly' | 'too-many-pictures' }
  | { reason: 'host-silent'; host: string }
  /** The detail is the answer of its host, in words. */
  | { reason: 'not-fetched'; detail: string }

/** An item of a file that was not imported, or not as it is there, with the reason as a sentence. */
export interface RefusedItem {
  position: number
  place: string
  title: string
  problem: string
}

/** An article that loses things, or words. */
export interface LossyArticle extends Pick<
  ImportedArticle,
  'position' | 'title' | 'articleId' | 'isWaiting'
> {
  /** The kinds of things, in words; or the parts of its text, as they are written in the file. */
  lost: string[]
}

/** The articles whose pictures do not all come in: their number, and the first of them with the reasons. */
export interface LostPictures {
  count: number
  articles: (Omit<LossyArticle, 'lost'> & { pictures: { address: string; problem: string }[] })[]
}

/** The import of an account, from the upload of its file to its report. */
export interface CurrentImport {
  id: string
  fileName: string
  state: ShownState
  /** The reason why the file cannot be read, or why the import stopped by itself, as a sentence. */
  problem: string | null
  /** The encodings to choose from, in the state `asking`. */
  question: EncodingQuestion | undefined
  asDrafts: boolean
  counts: ImportCounts
  refused: RefusedItem[]
  /** Articles with a date in the future that are drafts, with the reasons. */
  unplanned: RefusedItem[]
  /** Pages that are drafts on no site, because their address is not free. */
  withoutPath: RefusedItem[]
  leftOut: { problem: string; count: number }[]
  lostPictures: LostPictures
  /** The kinds of things that the articles of the file lose, with their numbers. */
  losses: { kind: string; count: number }[]
  /** The first articles that lose such things. */
  lossy: LossyArticle[]
  /** The first articles whose readers do not find all words of the file. */
  wordless: LossyArticle[]
  samples: ImportedArticle[]
  /** The first articles that stay if the import is taken back. */
  kept: KeptArticle[]
  /** What became of the articles; undefined until the import is taken back. */
  takenBack: TakenBack | undefined
  /** The pictures of the articles; undefined until the account lets them be fetched. */
  pictures: MovedPictures | undefined
  /** The run that reads or imports it. */
  run: Pick<LiveRun, 'id' | 'state' | 'total' | 'done'> | undefined
}

/** What a run that takes an import back has done. */
export interface TakenBack {
  isOver: boolean
  /** The numbers of articles. */
  deleted: number
  restored: number
  kept: number
  /** The number of pictures that are deleted. */
  pictures: number
}

/** The pictures that a run fetches from other hosts. */
export interface MovedPictures {
  isOver: boolean
  fetched: number
  /** The number of pictures that stay where they are. */
  left: number
  /** The first of both kinds, with the path here or the reason as a sentence. */
  lines: { address: string; path: string | null; problem: string | null }[]
}

/** The number of items of a file, by kind. */
export interface ImportCounts {
  /** Found in the file. */
  new: number
  changed: number
  same: number
  refused: number
  leftOut: number
  /** New and changed ones that lose things. */
  lossy: number
  /** New and changed ones that lose words. */
  wordless: number
  /** New ones that are public in the file. */
  newPublic: number
  /** New ones that can be planned for their date in the future. */
  newPlanned: number
  /** Not imported yet. */
  waiting: number
  created: number
  updated: number
  /** Imported with a plan. */
  planned: number
  /** Drafts that have a date in the future, but no plan. */
  unplanned: number
  /** Pages that got no address. */
  withoutPath: number
  /** New ones that still exist, are not being deleted, and were not edited or published since. */
  deletable: number
  /** Updated ones that can have their earlier text again. */
  restorable: number
  /** Imported ones that stay if the import is taken back. */
  touched: number
  /** New ones that are deleted by now. */
  deleted: number
}

/** Returns the author of articles that name none: the name of the account, or the first part of its address. */
export const toAuthor = ({ name, email }: Operator) => name || email.replace(/@.*/s, '')

/** Returns a number of images in words, such as `1 image`. */
export const countPictures = (count: number) => countOf(count, 'picture', 'pictures')

/** Returns a number of articles in words, such as `1 article`. */
export const countArticles = (count: number) => countOf(count, 'article', 'articles')

/** Returns the site that pages are added to: the main one first. Without selected sites they are drafts of it. */
export function choosePageSite(homes: { id: string }[], siteIds: string[]): string | undefined {
  const own = homes.map(({ id }) => id).filter((id) => siteIds.length === 0 || siteIds.includes(id))
  if (own.includes(MAIN_SITE_ID)) return MAIN_SITE_ID
  return siteIds.length === 0 ? undefined : own[0]
}
