import { z } from 'zod'
import type { Field } from '../articles/fields/fields.ts'
import { SITES_PER_ARTICLE_LIMIT } from '../writing/writing.ts'

/** The id of a row. */
export const id = z.uuid()

/** A moment, such as `2026-11-27T09:00:00.000Z`. */
export const moment = z.iso.datetime()

/** Returns the shape of a list of tags or keywords. */
export const labels = ({ limit, most = 20 }: Field) =>
  z
    .array(
      z
        .string()
        .max(limit)
        .regex(/^[^,]*[^,\s][^,]*$/, 'A word without a comma.'),
    )
    .max(most)

/** The entries of a page, unless the query says how many. */
export const PAGE_ENTRIES = 50

/** The part of a query that asks for a page of a list. */
export const paging = {
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, 'A number from 1 to 100.')
    .optional()
    .meta({ description: `The number of entries, ${PAGE_ENTRIES} unless given.` }),
  cursor: z.string().max(2000).optional().meta({ description: '`next` of the page before.' }),
}

/** An operation without a query. */
export const noQuery = z.strictObject({})

/** The query of a change that may be merged. */
export const mergeQuery = z.strictObject({
  merge: z
    .enum(['', 'true'])
    .optional()
    .meta({ description: 'Merges the change with those that others made since.' }),
})

/** The query of a list without filters. */
export const pageQuery = z.strictObject(paging)

/** Returns the shape of a page of a list. `next` is null on the last one. */
export const pageOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ entries: z.array(entry), next: z.string().nullable() })

/** A body that may be left out, or be an empty object. */
export const noBody = z.strictObject({})

/** An error of one field of a request. */
export const fieldError = z.object({ field: z.string(), message: z.string() })

/** A problem (RFC 9457). */
export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string().meta({ description: 'For programs.' }),
  message: z.string().meta({ description: 'For people.' }),
  errors: z.array(fieldError).optional().meta({ description: 'What is wrong, field by field.' }),
  scope: z.string().optional().meta({ description: 'The scope that the token lacks.' }),
  expected: z.string().optional().meta({ description: 'The version that the request named.' }),
  current: z.string().optional().meta({ description: 'The version that is there.' }),
  faults: z
    .array(z.string())
    .optional()
    .meta({ description: 'Why a variation does not fit its article as it is now.' }),
  conflicts: z
    .array(z.object({ field: z.string(), mine: z.string(), theirs: z.string() }))
    .optional()
    .meta({ description: 'What a merge left to a person: both texts of each field.' }),
})

/** A site that articles can be published on. */
export const site = z.object({ id, name: z.string(), url: z.string(), kind: z.string() })

/** The state of an article on one site. */
export const delivery = z.object({
  siteId: id,
  siteName: z.string(),
  state: z.enum(['pending', 'delivered', 'removed', 'failed']),
  url: z.string().nullable(),
  reason: z.string().nullable().meta({ description: 'Why it failed, as a sentence.' }),
  nextAttemptAt: moment.nullable(),
  variation: z.string().nullable(),
})

/** The body that attempts deliveries again. */
export const deliveryRetry = z.strictObject({
  siteId: id.optional().meta({ description: 'One site; all that are not up to date if left out.' }),
})

/** An old path that leads to an article. */
export const redirect = z.object({ siteId: id, path: z.string() })

/** A state of an article or of a draft. */
export const revision = z.object({
  number: z.int(),
  kind: z.enum(['published', 'saved']),
  cause: z.string(),
  madeAt: moment,
  madeBy: z.string().nullable(),
  writtenBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: moment.nullable(),
  changed: z.array(z.string()),
  restoredFrom: z.int().nullable(),
})

/** The texts of a revision, as a form of the desk shows them. */
export const revisionTexts = z.object({
  number: z.int(),
  title: z.string(),
  content: z.string(),
  metaDescription: z.string(),
  author: z.string(),
  tags: z.array(z.string()),
  keywords: z.array(z.string()),
  canonicalUrl: z.string(),
  cover: z.string(),
  lang: z.string(),
  translationOf: z.string(),
  slug: z.string(),
})

/** The body that plans an article or a draft. */
export const newPlan = z.strictObject({
  kind: z.enum(['publish', 'take-off', 'unpublish']),
  dueAt: z.iso.datetime({ offset: true }).max(40),
  siteIds: z.array(id).max(SITES_PER_ARTICLE_LIMIT).optional(),
  generateVariations: z.boolean().optional(),
})

/** The body that moves a plan. */
export const planMove = z.strictObject({ dueAt: z.iso.datetime({ offset: true }).max(40) })

/** A plan of an article. */
export const plan = z.object({
  id,
  articleId: id,
  kind: z.enum(['publish', 'take-off', 'unpublish']),
  dueAt: moment,
  revision: z.int().nullable(),
  siteNames: z.array(z.string()),
  waitsForReview: z.boolean(),
  result: z.enum(['done', 'refused', 'cancelled']).nullable().meta({ description: 'Null while it waits.' }),
  notes: z.array(z.string()),
})

/** The answer to a plan that was made. A draft of a new article becomes an article, which has another id. */
export const planMade = z.object({ id, articleId: id })

/** The answer to work that is a run. */
export const runStarted = z.object({ runId: id })

/** The body that makes a link to a draft. */
export const newShare = z.strictObject({
  days: z
    .union([z.literal(1), z.literal(7), z.literal(30)])
    .meta({ description: 'The days that it shows it.' }),
})

/** A link that shows a draft to people without an account. */
export const share = z.object({ id, url: z.string(), madeAt: moment, endsAt: moment })
