import { z } from 'zod'
import { BIOGRAPHY_LIMIT, LINKS_LIMIT } from '../newsroom/authors/authors.ts'
import { DESCRIPTION_LIMIT } from '../newsroom/tags/tags.ts'
import { id, paging } from './shapes.ts'

/** The query of a list that is filtered by a part of the names. */
export const namesQuery = z.strictObject({
  q: z.string().max(200).optional().meta({ description: 'A part of the name.' }),
  ...paging,
})

/** A tag of the account's articles. */
export const tag = z.object({
  name: z.string().meta({ description: 'The spelling that most articles have.' }),
  articles: z.int(),
  description: z.string(),
})

/** The body that changes a tag. */
export const tagChanges = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .meta({ description: 'A new name, which all articles with the tag get, by a run that can be undone.' }),
  description: z.string().max(DESCRIPTION_LIMIT).optional(),
  merge: z.boolean().optional().meta({ description: 'True if the new name may be that of another tag.' }),
})

/** The answer to a change of a tag. */
export const tagChanged = z.object({
  tag: tag.nullable().meta({ description: 'Null if no article has it any more.' }),
  runId: id.nullable().meta({ description: 'The run that gives articles the new name; null without one.' }),
})

/** An author of the account's articles, with the profile. */
export const author = z.object({
  name: z.string(),
  articles: z.int(),
  biography: z.string(),
  picture: z.string().nullable().meta({ description: 'The path of a picture of the library.' }),
  links: z.array(z.string()),
})

/** The body that changes the profile of an author. */
export const authorChanges = z.strictObject({
  biography: z.string().max(BIOGRAPHY_LIMIT).optional(),
  picture: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .meta({ description: '`path` of a picture of the library; null for none.' }),
  links: z
    .array(
      z
        .string()
        .max(300)
        .regex(/^[^\n\r]+$/),
    )
    .max(LINKS_LIMIT)
    .optional(),
})
