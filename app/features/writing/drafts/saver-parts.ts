import type { DraftBase, DraftState, DraftText, SaveAnswer, SaveProblem } from './drafts.ts'
import type { Conflict } from './merge-drafts.ts'
import type { Refusal } from '../../../shared/refusal.ts'

/** An answer to a save, or the reason why there is none. */
export type SendAnswer = SaveAnswer | Refusal<'unreachable' | 'signed-out', SaveProblem>

/** A text that is sent to the server. */
export interface SentDraft {
  version: number
  text: DraftText
  base: DraftBase | undefined
  isRevision: boolean
  /** The writer's text before they left something out of it to settle a conflict. */
  leftOut: DraftText | undefined
}

/** The functions by which a saver uses its form, its browser and its server. */
export interface SaverParts {
  /** Returns the text in the form, without marks of pictures that are being uploaded. */
  read: () => DraftText
  /** Writes a merged text into the form. */
  write: (text: DraftText) => void
  /** Saves a text on the server, also as a revision on request. */
  send: (save: SentDraft) => Promise<SendAnswer>
  /**
   * Keeps the text in this browser until the server has it. Returns false if the browser does not allow it. `article` is
   * that of a working copy; without a version of the draft its text is that of `base`. `sent` is the text that the form
   * was sent with, if more was typed since.
   */
  keep: (
    text: DraftText,
    base: DraftState,
    more: { article: DraftBase | undefined; sent: DraftText | undefined },
  ) => boolean
  /** Deletes the text that this browser keeps. */
  forget: () => void
  /** Called with every new state. */
  onState: (state: SaverState) => void
}

/** The state of a saver that its form shows. */
export interface SaverState {
  status: 'idle' | 'changed' | 'saving' | 'saved' | 'conflict' | SavingProblem
  /** The time of the last save, in milliseconds since 1970; 0 if none was made since the form was opened. */
  at: number
  /** True if this browser keeps the text that is not saved. */
  isKept: boolean
  /** The version on the server that the text in the form was made from. */
  version: number
  /** True if it was saved as a revision. */
  isRevision?: boolean
  conflicts: Conflict[]
  /** The time when the text was kept, if it comes from this browser. */
  restoredAt?: number
  /** True if a text from elsewhere was merged into the form since it was opened. */
  isMerged: boolean
}

/** The reason why a text was not saved. */
export type SavingProblem = Exclude<Exclude<SendAnswer, { ok: true }>['reason'], 'changed-meanwhile'>

/** Returns the initial state of a saver. */
export const toFirstState = ({ version }: DraftState): SaverState => ({
  status: 'idle',
  at: 0,
  isKept: false,
  version,
  conflicts: [],
  isMerged: false,
})
