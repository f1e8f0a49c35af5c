import { z } from 'zod'
import { FIELDS } from '../articles/fields/fields.ts'
import { SORTS, STATES } from '../newsroom/board/board.ts'
import { SITES_PER_ARTICLE_LIMIT } from '../writing/writing.ts'
import { id, labels, moment, paging } from './shapes.ts'

const siteIds = z
  .array(id)
  .max(SITES_PER_ARTICLE_LIMIT)
  .meta({ description: 'The ids of the sites that the article is published on, from `GET /v1/sites`.' })
const generateVariations = z
  .boolean()
  .meta({ description: 'True if each site but the main one gets a variation that a model writes.' })

/** The texts of an article as a program sends them. The rules of the desk are checked after these. */
const texts = {
  title: z.string().min(1).max(FIELDS.title.limit),
  content: z.string().min(1).max(FIELDS.content.limit).meta({ description: 'Markdown.' }),
  metaDescription: z.string().max(FIELDS.metaDescription.limit).nullable(),
  author: z
    .string()
    .min(1)
    .max(FIELDS.author.limit)
    .meta({ description: 'One name, or several with commas.' }),
  tags: labels(FIELDS.tags),
  keywords: labels(FIELDS.keywords),
  canonicalUrl: z.string().max(FIELDS.canonicalUrl.limit).nullable(),
  cover: z
    .string()
    .max(FIELDS.cover.limit)
    .nullable()
    .meta({ description: 'The address of a picture or the name of a drawing; null for the first picture.' }),
  lang: z
    .string()
    .max(FIELDS.lang.limit)
    .nullable()
    .meta({ description: 'A BCP 47 tag; null to tell the language by the letters.' }),
  translationOf: id.nullable().meta({
    description: 'The id of an article of the account that this one is a translation of; null for none.',
  }),
}

const slug = z
  .string()
  .min(1)
  .max(300)
  .meta({ description: 'The end of the address. A new one leaves a redirect.' })

/** The body that publishes a new article. */
export const newArticle = z.strictObject({
  title: texts.title,
  content: texts.content,
  author: texts.author.optional().meta({ description: 'The name of the person if left out.' }),
  metaDescription: texts.metaDescription.optional(),
  tags: texts.tags.optional(),
  keywords: texts.keywords.optional(),
  canonicalUrl: texts.canonicalUrl.optional(),
  cover: texts.cover.optional(),
  lang: texts.lang.optional(),
  translationOf: texts.translationOf.optional(),
  siteIds: siteIds.min(1),
  generateVariations: generateVariations.optional(),
})

/** The body that changes an article: what is left out stays as it is. */
export const articleChanges = z.strictObject({
  ...z.object(texts).partial().shape,
  slug: slug.optional(),
  siteIds: siteIds.optional(),
  generateVariations: generateVariations.optional(),
})

/** The texts of a draft, which may be incomplete and wrong. */
const draftTexts = z
  .object({
    ...texts,
    title: z.string().max(FIELDS.title.limit),
    content: z.string().max(FIELDS.content.limit),
  })
  .extend({
    author: z.string().max(FIELDS.author.limit),
    slug: z.string().max(300),
    siteIds,
    generateVariations,
  })
  .partial()

/** The body that makes or changes a draft: what is left out is empty, or stays as it is. */
export const draftTextsBody = z.strictObject(draftTexts.shape)

/** The body that publishes an article which readers do not see, or sends one to more sites. */
export const publishBody = z.strictObject({
  siteIds: siteIds.min(1).optional(),
  generateVariations: generateVariations.optional(),
})

/** The query of the list of articles: the filters of the board. */
export const articlesQuery = z.strictObject({
  q: z.string().max(200).optional().meta({ description: 'Words of the title or of the text.' }),
  state: z.enum(STATES).optional(),
  site: id.optional().meta({ description: 'The id of a site that should have the article.' }),
  tag: z.string().max(200).optional(),
  author: z.string().max(200).optional(),
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional()
    .meta({
      description: 'Such as `2026-11`: of the publication if the list is sorted by that, else of the change.',
    }),
  sort: z.enum(SORTS).optional(),
  ...paging,
})

const state = z
  .enum(['live', 'draft', 'deleting'])
  .meta({ description: 'Readers see it, readers do not see it, or it is being deleted.' })

// What articles and drafts have, as answers show it.
const shownTexts = {
  title: z.string(),
  metaDescription: z.string().nullable(),
  author: z.string(),
  tags: z.array(z.string()),
  keywords: z.array(z.string()),
  canonicalUrl: z.string().nullable(),
  cover: z.string().nullable(),
  lang: z.string().nullable().meta({ description: 'A BCP 47 tag; null if its author has set none.' }),
  translationOf: z.string().nullable().meta({
    description:
      'The id of the first article of its translations, which may be gone. A draft has what its writer typed.',
  }),
  siteIds: z.array(id),
  generateVariations: z.boolean(),
}

/** An article without its text, as a write answers with it. */
export const articleHead = z.object({
  id,
  state,
  slug: z.string(),
  url: z
    .string()
    .nullable()
    .meta({ description: 'Its address at its home; null while readers do not see it.' }),
  ...shownTexts,
  publishedAt: moment.nullable(),
  updatedAt: moment,
  revision: z.int().meta({ description: 'The number of the revision that has this text.' }),
  hasWorkingCopy: z
    .boolean()
    .meta({ description: 'True if `/v1/drafts/{id}` has changes that readers do not see.' }),
})

/** An article with its text. */
export const wholeArticle = articleHead.extend({ content: z.string().meta({ description: 'Markdown.' }) })

/** An article as the list has it. */
export const articleItem = z.object({
  id,
  state,
  url: z.string().nullable(),
  title: z.string(),
  author: z.string(),
  tags: z.array(z.string()),
  publishedAt: moment.nullable(),
  changedAt: moment,
  hasWorkingCopy: z.boolean(),
  isScheduled: z.boolean().meta({ description: 'True if a plan will publish a text of it.' }),
  sites: z.array(
    z.object({
      siteId: id,
      state: z.enum(['live', 'updating', 'sending', 'leaving', 'refused', 'planned', 'absent']),
    }),
  ),
})

/** A draft: the text of an article that readers do not see, or the working copy of one. */
export const wholeDraft = z.object({
  id,
  version: z.int(),
  savedAt: moment,
  articleId: id.nullable().meta({ description: 'The article that it is the working copy of; else null.' }),
  slug: z.string(),
  ...shownTexts,
  content: z.string(),
})

/** A draft without its text. */
export const draftHead = wholeDraft.omit({ content: true })

/** A draft as the list has it. */
export const draftItem = wholeDraft.pick({
  id: true,
  version: true,
  savedAt: true,
  articleId: true,
  title: true,
})
