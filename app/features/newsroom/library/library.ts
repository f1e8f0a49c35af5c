import { z } from 'zod'
import { toPicturePath } from '../../articles/pictures/pictures.ts'

/** The kind of the runs that replace a picture. */
export const REPLACE_RUN = 'replace-picture'

const upload = z.object({ id: z.uuid(), width: z.number(), height: z.number() })

/** The task of a run: it replaces one picture by another, in the texts with these ids. */
export const replacement = z.object({
  from: upload,
  to: upload,
  /** The ids of articles, and of drafts that were never published. */
  ids: z.array(z.uuid()),
  /** An undo leaves out texts that showed both pictures before, because the earlier uses cannot be told apart. */
  leftOut: z.array(z.uuid()),
  isUndo: z.boolean(),
})
/** The task of a run. */
export type Replacement = z.output<typeof replacement>

/** The outcome for one text. */
export type ReplaceOutcome = 'changed' | 'unchanged' | 'refused'

/** The result of one text, as the run stores it. */
export const replaceResult = z.object({
  id: z.uuid(),
  /** True if it showed the new picture before. */
  hadBoth: z.boolean().optional(),
  isChanged: z.boolean(),
})

/** The outcome of a replacement. */
export interface ReplaceSummary {
  runId: string
  isOver: boolean
  isUndo: boolean
  total: number
  /** The reason why it ended before all texts were done, as a sentence. */
  error: string | null
  counts: Partial<Record<ReplaceOutcome, number>>
  /** The number of deliveries to sites that are not done. */
  unfinished: number
}

/** A reason why no picture was replaced. */
export type ReplaceRefusal = 'same-picture' | 'under-way' | 'unknown'

/** Returns the path of the screen of a picture with the outcome of a replacement. */
export const toReplacedPath = (id: string, runId: string) => `${toPicturePath(id)}?run=${runId}`
