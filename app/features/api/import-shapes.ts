import { z } from 'zod'
import { FIELDS } from '../articles/fields/fields.ts'
import { id, moment } from './shapes.ts'

/** The type of a file with articles. */
export const ARTICLES_FILE = ['application/octet-stream'] as const

/** The query of an upload of articles. */
export const importQuery = z.strictObject({
  name: z.string().min(1).max(300).meta({ description: 'The name of the file, such as `export.xml`.' }),
  from: z.string().max(300).optional().meta({ description: 'The address of the old site.' }),
})

const count = z.int()
const problem = z.object({ position: z.int(), place: z.string(), title: z.string(), problem: z.string() })

/** The import of the account, from the upload of its file to its report. */
export const articlesImport = z.object({
  id,
  fileName: z.string(),
  state: z.enum(['reading', 'asking', 'unreadable', 'read', 'importing', 'stopped', 'done']),
  problem: z.string().nullable(),
  encodings: z.array(z.string()).meta({ description: 'Those to choose from while it asks.' }),
  asDrafts: z.boolean(),
  counts: z.object({
    new: count,
    changed: count,
    same: count,
    refused: count,
    leftOut: count,
    waiting: count,
    created: count,
    updated: count,
    planned: count,
    deletable: count,
    restorable: count,
    deleted: count,
  }),
  refused: z.array(problem),
  articles: z
    .array(
      z.object({
        position: z.int(),
        title: z.string(),
        isChange: z.boolean(),
        isPublic: z.boolean(),
        articleId: id.nullable(),
      }),
    )
    .meta({ description: 'The first ones.' }),
  run: z.object({ id, state: z.string(), total: z.int(), done: z.int() }).nullable(),
})

/** The body of a step of an import. */
export const importStep = z.strictObject({ importId: id })

/** The body that chooses an encoding. */
export const encodingChoice = z.strictObject({ importId: id, encoding: z.string().min(1).max(40) })

/** The body that imports what was found. */
export const importStart = z.strictObject({
  importId: id,
  asDrafts: z.boolean(),
  updates: z.boolean().optional().meta({ description: 'False: articles that are there stay as they are.' }),
  author: z
    .string()
    .min(1)
    .max(FIELDS.author.limit)
    .nullable()
    .optional()
    .meta({ description: 'The author of all new articles; null for the names in the file.' }),
  siteIds: z.array(id).max(21).optional(),
  bringsPictures: z.boolean().optional(),
})

/** An article that was found in the file. */
export const foundArticle = z.object({
  position: z.int(),
  title: z.string(),
  content: z.string(),
  metaDescription: z.string().nullable(),
  author: z.string().nullable(),
  tags: z.array(z.string()),
  canonicalUrl: z.string().nullable(),
  lang: z.string().nullable(),
  publishedAt: moment.nullable(),
})
