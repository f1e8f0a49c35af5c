import { z } from 'zod'
import { PICTURE_CHOICES, UPLOAD_TYPES, WORDS_LIMIT } from '../articles/pictures/pictures.ts'
import { id, moment, paging } from './shapes.ts'

/** The types of a file with a picture. The server looks at its content. */
export const PICTURE_FILE = [...UPLOAD_TYPES, 'application/octet-stream'] as const

/** The query of the library. */
export const picturesQuery = z.strictObject({
  q: z.string().max(200).optional().meta({ description: 'Words of the name, the alt text or the caption.' }),
  show: z.enum(PICTURE_CHOICES).optional(),
  ...paging,
})

/** The query of an upload. */
export const uploadQuery = z.strictObject({
  name: z.string().max(200).optional().meta({ description: 'The name of the file.' }),
})

const percent = z.int().min(0).max(100)
const focus = z
  .strictObject({ x: percent, y: percent })
  .nullable()
  .meta({ description: 'The part that is never cut off, in percent of both sides; null for the middle.' })

/** A picture of the library. */
export const picture = z.object({
  id,
  path: z.string().meta({ description: 'Its address in texts, in covers and in looks.' }),
  width: z.int(),
  height: z.int(),
  name: z.string(),
  alt: z.string(),
  caption: z.string(),
  focus,
  createdAt: moment,
  uses: z.int(),
  otherUses: z.int().meta({ description: 'The number of places where other accounts show it.' }),
})

/** A picture with the places where the account uses it. */
export const usedPicture = picture.extend({
  places: z.array(
    z.object({
      place: z.enum(['article', 'draft', 'plan', 'settings', 'template', 'face']),
      id: id.optional(),
      articleId: id.optional(),
      title: z.string().optional(),
    }),
  ),
})

/** The body that changes a picture: what is left out stays as it is. */
export const pictureChanges = z.strictObject({
  alt: z.string().max(WORDS_LIMIT.alt).optional(),
  caption: z.string().max(WORDS_LIMIT.caption).optional(),
  focus: focus.optional(),
})

/** The body that replaces a picture. */
export const pictureReplaced = z.strictObject({
  by: id.meta({ description: 'The id of the other picture.' }),
})

/** The number of pictures that the account does not use. */
export const unusedCount = z.object({ count: z.int(), shownElsewhere: z.int() })

/** The number of pictures that were deleted. */
export const picturesRemoved = z.object({ removed: z.int() })

/** The rule for alt texts. */
export const altRule = z.strictObject({
  requiresAlt: z
    .boolean()
    .meta({ description: 'True if articles are only published if each picture has an alt text.' }),
})
