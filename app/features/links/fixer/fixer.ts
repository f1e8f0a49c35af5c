import type { LinkChooser, LinkRefusal, ChosenLink } from '../insertion/insertion.ts'
import type { RunState } from '../../runs/runs.ts'

/** The address of the backlink fixer's screen (spec §2). */
export const FIXER_PATH = '/backlink-fixer'

/** The kind of the fixer's runs in the database. */
export const FIX_RUN = 'backlinks'

/** The modes of a run: insert links, show where links would go, or remove the links of an earlier run. */
export const FIX_MODES = ['fix', 'try', 'undo'] as const

/** One of `FIX_MODES`. */
export type FixMode = (typeof FIX_MODES)[number]

/** The choices of the user who starts a run. */
export interface FixInput {
  mode: FixMode
  /** True if a language model chooses the words, if one is configured. */
  usesModel: boolean
  /** The id of the run whose links are removed; only with the mode `undo`. */
  undoes?: string | undefined
}

/** The ways in which a post of a run ends (spec §3). */
export const POST_STATUSES = ['success', 'skipped', 'failed'] as const

/** One of `POST_STATUSES`. */
export type PostStatus = (typeof POST_STATUSES)[number]

/** A link with the text around it, so that a screen can show the changed sentence. */
export interface LinkInPlace extends ChosenLink {
  before: string
  after: string
}

/** A reason why a run was not started, or the links of a post were not removed. */
export type FixRefusal = 'running' | 'nothing-to-undo' | 'not-found'

/** A reason why a run left a post unchanged. */
export type PostRefusal =
  | Exclude<LinkRefusal, 'has-enough'>
  | 'changed-meanwhile'
  | 'article-not-found'
  | 'links-changed'

/** The result of a run for one post (spec §3). It is a type, not an interface, because it is stored as JSON. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no JSON object
export type PostResult = {
  id: string
  title: string
  status: PostStatus
  backlinksAdded?: number
  totalBacklinks?: number
  existingBacklinks?: number
  backlinksRemoved?: number
  /** The reason of a failure. */
  reason?: PostRefusal
  /** The reason as a sentence, for callers of the API. Rows of earlier versions have it instead. */
  error?: string
  /** The links that were inserted, or would be. */
  links?: LinkInPlace[]
  /** The source of the links. */
  chosenBy?: LinkChooser
  /** The time when the links were removed again, in ISO 8601. */
  undoneAt?: string
}

/** A run of the fixer as its screen shows it. */
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

/** Returns the four numbers of a run (spec §2): all posts, and how many were changed, skipped or failed. */
export const toTally = ({ total, counts }: Pick<FixRun, 'total' | 'counts'>) => ({
  total,
  processed: counts.success ?? 0,
  skipped: counts.skipped ?? 0,
  failed: counts.failed ?? 0,
})

/** Chooses which results of a run are listed. */
export interface ResultFilter {
  status: PostStatus | undefined
  /** Part of a title, in any case; empty for all. */
  query: string
  page: number
}

/** One page of the results of a run. */
export interface ResultList {
  results: PostResult[]
  /** The number of results that match the filter. */
  total: number
  page: number
  pageCount: number
}

/** The most characters that are shown on each side of a link. */
const AROUND = 110

/** Returns a planned link with the text before and after it in its paragraph, cut between words. */
export function toLinkInPlace(content: string, link: ChosenLink): LinkInPlace {
  const { at, length } = link
  const [before = ''] = content.slice(0, at).split(PARAGRAPH).slice(-1)
  const [after = ''] = content.slice(at + length).split(PARAGRAPH, 1)
  return { ...link, before: cutStart(toLine(before)), after: cutEnd(toLine(after)) }
}

const PARAGRAPH = /\n[^\S\n]*\n/

const toLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')
const cutStart = (text: string) =>
  text.length > AROUND ? `… ${text.slice(-AROUND).replace(/^\S*\s*/, '')}` : text
const cutEnd = (text: string) =>
  text.length > AROUND ? `${text.slice(0, AROUND).replace(/\s*\S*$/, '')} …` : text
