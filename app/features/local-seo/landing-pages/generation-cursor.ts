import { z } from 'zod'
import type { GenerationTally } from './landing-pages.ts'

const tallySchema = z.object({
  generated: z.number(),
  published: z.number(),
  noindex: z.number(),
  unpublished: z.number(),
  changed: z.number(),
  retired: z.number(),
  written: z.number().optional(),
  halted: z.enum(['spent', 'failed']).optional(),
})

/** The schema of a stored cursor. */
export const cursorSchema = z.object({
  step: z.enum(['addresses', 'paragraphs', 'pages', 'retire', 'done']),
  /** The key of the last finished pair; '' before the first. */
  after: z.string(),
  /** The number of pages that wait for the next pass, because another page has taken their slug. */
  left: z.number(),
  pass: z.number(),
  /** The number of parts of this step that are done. */
  part: z.number(),
  tally: tallySchema,
  /** The number of pages for which the model was asked, of all that had no paragraph at the start. */
  paragraphs: z.object({ asked: z.number(), of: z.number() }).optional(),
  /** The hash of the sources of the pages; missing if they changed during the run. */
  inputsHash: z.string().optional(),
  /** The hash of the pages, at the end of a run that has checked all of them. */
  pagesHash: z.string().optional(),
})

/**
 * The state of a run between two parts. Slugs are reserved first, because pages link to each other. Then a model writes
 * paragraphs, if it is asked to. Then pages are made, in the order of the ids of services and cities. Pages without a
 * pair are retired last.
 */
export type Cursor = z.output<typeof cursorSchema>

const NO_TALLY: GenerationTally = {
  generated: 0,
  published: 0,
  noindex: 0,
  unpublished: 0,
  changed: 0,
  retired: 0,
}

/** The cursor of a new run. */
export const INITIAL_CURSOR: Cursor = {
  step: 'addresses',
  after: '',
  left: 0,
  pass: 1,
  part: 0,
  tally: NO_TALLY,
}

/** Returns true if no page was made yet. */
export const isAtStart = ({ after, pass }: Cursor): boolean => after === '' && pass === 1

/** Adds pages that a run has checked to its tally. */
export function addTo(
  tally: GenerationTally,
  pages: { isPublished: boolean; isNoindex: boolean }[],
): GenerationTally {
  const published = pages.filter((page) => page.isPublished && !page.isNoindex).length
  const noindex = pages.filter((page) => page.isNoindex).length
  return {
    ...tally,
    generated: tally.generated + pages.length,
    published: tally.published + published,
    noindex: tally.noindex + noindex,
    unpublished: tally.unpublished + pages.length - published - noindex,
  }
}
