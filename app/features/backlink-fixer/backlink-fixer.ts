import type { LinkChooser, PlannedLink } from '../backlinks/backlinks.ts'
import type { RunState } from '../runs/runs.ts'

export const FIXER_PATH = '/backlink-fixer'

/** The kind of its runs. */
export const FIX_RUN = 'backlinks'

/** What a run does: puts links into posts, says where it would, or takes those of an earlier run out again. */
export const FIX_MODES = ['fix', 'try', 'undo'] as const
export type FixMode = (typeof FIX_MODES)[number]

/** What a run is asked to do. */
export interface FixInput {
  mode: FixMode
  /** Whether a language model chooses the words, where there is one. */
  usesModel: boolean
  /** Of the run whose links are taken out. */
  undoes?: string | undefined
}

export const POST_STATUSES = ['success', 'skipped', 'failed'] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/** A link with the words around it, for showing what it does to its sentence. */
export interface LinkInPlace extends PlannedLink {
  before: string
  after: string
}

/** What a run came to with one post (spec §3); as a type, not an interface: it is stored as JSON. */
// oxlint-disable-next-line typescript/consistent-type-definitions
export type PostResult = {
  id: string
  title: string
  status: PostStatus
  backlinksAdded?: number
  totalBacklinks?: number
  existingBacklinks?: number
  backlinksRemoved?: number
  /** Why it failed, as a sentence. */
  error?: string
  /** Where links were put, or would be, and who chose that. */
  links?: LinkInPlace[]
  chosenBy?: LinkChooser
  /** When they were taken out again, as ISO 8601. */
  undoneAt?: string
}

/** A run as the screen tells of it. */
export interface FixRun {
  id: string
  mode: FixMode
  state: RunState
  total: number
  done: number
  counts: Record<string, number>
  error: string | null
  createdAt: Date
}

/** The four numbers of a run (spec §2): all posts, those that were changed, those that were left, those that failed. */
export const toTally = ({ total, counts }: Pick<FixRun, 'total' | 'counts'>) => ({
  total,
  processed: counts.success ?? 0,
  skipped: counts.skipped ?? 0,
  failed: counts.failed ?? 0,
})

/** Which results of a run are looked at. */
export interface ResultFilter {
  status: PostStatus | undefined
  /** Part of a title. */
  query: string
  page: number
}

export interface ResultList {
  results: PostResult[]
  /** How many there are with this filter. */
  total: number
  page: number
  pageCount: number
}

const AROUND = 110

/** A planned link with what stands before and after it in its paragraph, cut at words. */
export function toLinkInPlace(content: string, link: PlannedLink): LinkInPlace {
  const { at, length } = link
  const before = content.slice(0, at).split(PARAGRAPH).at(-1) ?? ''
  const after = content.slice(at + length).split(PARAGRAPH, 1)[0] ?? ''
  return { ...link, before: cutStart(toLine(before)), after: cutEnd(toLine(after)) }
}

const PARAGRAPH = /\n[^\S\n]*\n/

const toLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')
const cutStart = (text: string) =>
  text.length > AROUND ? `… ${text.slice(-AROUND).replace(/^\S*\s*/, '')}` : text
const cutEnd = (text: string) =>
  text.length > AROUND ? `${text.slice(0, AROUND).replace(/\s*\S*$/, '')} …` : text
