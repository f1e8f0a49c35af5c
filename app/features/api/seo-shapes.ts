import { z } from 'zod'
import { FINDING_KINDS } from '../local-seo/audit/audit.ts'
import { REPORT_LISTS } from '../links/report/report.ts'
import { PAGE_STATES } from '../local-seo/landing-pages/landing-pages.ts'
import { BELOW_GATE } from '../local-seo/landing-pages/landing-pages.ts'
import { id, moment, paging } from './shapes.ts'

const { cursor } = paging
const q = z.string().max(200).optional()

/** The query of a list whose pages have a fixed number of entries. */
export const cursorQuery = z.strictObject({ cursor })

/** The query of the list of landing pages. */
export const landingPagesQuery = z.strictObject({
  state: z.enum(PAGE_STATES).optional(),
  q: q.meta({ description: 'A part of the title or of the slug.' }),
  band: z
    .string()
    .regex(/^\d$/)
    .optional()
    .meta({ description: 'Those with a score of this ten: 9 for 90 to 100, 8 for 80 to 89.' }),
  cursor,
})

/** A landing page as the list has it. */
export const landingPage = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  state: z.enum(PAGE_STATES),
  score: z.number().nullable(),
  cityId: id.nullable(),
  cityName: z.string().nullable(),
})

/** A landing page with its text. */
export const wholeLandingPage = landingPage.extend({
  content: z.string().meta({ description: 'Safe HTML.' }),
})

/** The body that makes landing pages. */
export const generation = z.strictObject({
  regenerateAll: z.boolean().optional().meta({ description: 'True if those that are there are made again.' }),
  usesModel: z.boolean().optional().meta({ description: 'True if a language model writes paragraphs.' }),
})

/** The template of the landing pages. */
export const template = z.strictObject({
  title: z.string().min(1).max(200),
  description: z.string().max(400),
  body: z.string().min(1).max(20_000).meta({ description: 'Markdown with fields.' }),
  belowGate: z.enum(BELOW_GATE).meta({ description: 'The state of pages below the quality gate.' }),
})

/** A landing page that a template would make. */
export const templatePreview = z.object({
  title: z.string(),
  description: z.string(),
  content: z.string(),
  score: z.number(),
})

/** The query of the findings of an audit. */
export const auditQuery = z.strictObject({ kind: z.enum(FINDING_KINDS).optional(), cursor })

/** The last audit with one list of its findings. */
export const audit = z.object({
  auditedAt: moment.nullable(),
  pages: z.int(),
  counts: z.partialRecord(z.enum(FINDING_KINDS), z.int()),
  kind: z.enum(FINDING_KINDS).nullable(),
  entries: z.array(z.object({ title: z.string(), detail: z.string(), isChanged: z.boolean() })),
  next: z.string().nullable(),
})

/** The query of the link report. */
export const linkReportQuery = z.strictObject({ list: z.enum(REPORT_LISTS).optional(), q, cursor })

/** The last report on how articles link to each other, with one of its lists. */
export const linkReport = z.object({
  checkedAt: moment.nullable(),
  articles: z.int(),
  links: z.int(),
  orphans: z.int(),
  broken: z.int(),
  entries: z.array(
    z.object({
      articleId: id,
      title: z.string(),
      address: z.string().nullable().meta({ description: 'That of a broken link.' }),
      fault: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
})

/** The body that adds links to all articles with a canonical address. */
export const linkFix = z.strictObject({
  mode: z.enum(['fix', 'try']).meta({ description: '`try` changes nothing.' }),
  usesModel: z.boolean().optional(),
})

/** A run over the links of all articles. */
export const linkFixRun = z.object({
  id,
  mode: z.enum(['fix', 'try', 'undo']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  total: z.int(),
  done: z.int(),
  createdAt: moment,
})

/** The body that takes links out again: of all articles of a run, or of one. */
export const linkUndo = z.strictObject({ articleId: id.optional() })

/** The run that takes links out again; null if it was one article, which is done. */
export const linksUndone = z.object({ runId: id.nullable() })

/** The state of the notices to one search engine. */
export const engine = z.object({
  engine: z.string(),
  state: z.string(),
  waiting: z.int().meta({ description: 'The number of changed pages that wait.' }),
  pausedUntil: moment.nullable(),
})

/** What a search engine answered to a notice. */
export const receipt = z.object({
  id,
  engine: z.string(),
  origin: z.string(),
  addresses: z.int(),
  examples: z.array(z.string()),
  status: z.int().nullable(),
  outcome: z.enum(['accepted', 'refused', 'failed']),
  detail: z.string(),
  createdAt: moment,
})
