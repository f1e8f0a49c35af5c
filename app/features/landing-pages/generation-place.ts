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

const placeSchema = z.object({
  step: z.enum(['addresses', 'paragraphs', 'pages', 'retire', 'done']),
  /** The pair that was done last, or nothing. */
  after: z.string(),
  /** How many pages wait for the next pass, because their address was taken meanwhile. */
  left: z.number(),
  pass: z.number(),
  /** Parts of this step that are done. */
  part: z.number(),
  tally: tallySchema,
  /** For how many pages a model was asked so far, of those that had no paragraph when it began. */
  paragraphs: z.object({ asked: z.number(), of: z.number() }).optional(),
  /** Of what all pages so far were made from; left out where they were made from different things. */
  inputsHash: z.string().optional(),
  /** Of the pages, at the end of a run that has looked at them all. */
  pagesHash: z.string().optional(),
})

/**
 * Where a run goes on: addresses are given first, because pages link to each other; then a model writes, where it is to;
 * then pages are made in the order of their services' and cities' ids; then those without a pair are retired.
 */
export type Place = z.output<typeof placeSchema>

const NO_TALLY: GenerationTally = {
  generated: 0,
  published: 0,
  noindex: 0,
  unpublished: 0,
  changed: 0,
  retired: 0,
}

export const FIRST: Place = { step: 'addresses', after: '', left: 0, pass: 1, part: 0, tally: NO_TALLY }

/** A place as a part of a run has left it; throws for anything else. */
export const readPlace = (result: unknown): Place => placeSchema.parse(result)

export const isAtStart = ({ after, pass }: Place): boolean => after === '' && pass === 1

/** Counts pages that a run has looked at. */
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
