import type { z } from 'zod'
import { notAllowed } from '../../platform/own-rows.server.ts'
import { toName } from '../../shared/text.ts'
import type { Operator } from '../accounts/accounts.ts'
import { savePictureWords } from '../articles/pictures/commands.server.ts'
import { toFocus, type UsedPicture, WORDS_LIMIT } from '../articles/pictures/pictures.ts'
import { findUsedPicture } from '../articles/pictures/queries.server.ts'
import { savePictureFocus } from '../newsroom/library/commands.server.ts'
import type { pictureChanges } from './picture-shapes.ts'

/**
 * Changes the words and the focus of one of the operator's pictures; undefined if there is no such picture. Throws
 * `notAllowed` for one that the person may not change.
 */
export async function changePicture(
  operator: Operator,
  id: string,
  sent: z.output<typeof pictureChanges>,
): Promise<UsedPicture | undefined> {
  const picture = await findUsedPicture(operator, id)
  if (!picture) return undefined
  const { alt = picture.alt, caption = picture.caption, focus } = sent
  const words = { alt: toName(alt, WORDS_LIMIT.alt), caption: toName(caption, WORDS_LIMIT.caption) }
  const hasWords = sent.alt !== undefined || sent.caption !== undefined
  const isSaved =
    (!hasWords || (await savePictureWords(operator, id, words))) &&
    (focus === undefined || (await savePictureFocus(operator, id, focus && toFocus(focus.x, focus.y))))
  if (!isSaved) throw notAllowed() // another person added it
  return findUsedPicture(operator, id)
}
