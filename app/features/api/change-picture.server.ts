import type { z } from 'zod'
import { toName } from '../../shared/text.ts'
import type { Operator } from '../accounts/accounts.ts'
import { savePictureWords } from '../articles/pictures/commands.server.ts'
import { toFocus, type UsedPicture, WORDS_LIMIT } from '../articles/pictures/pictures.ts'
import { findUsedPicture } from '../articles/pictures/queries.server.ts'
import { savePictureFocus } from '../newsroom/library/commands.server.ts'
import type { pictureChanges } from './picture-shapes.ts'

/** Changes the words and the focus of one of the operator's pictures; undefined if there is no such picture. */
export async function changePicture(
  operator: Operator,
  id: string,
  sent: z.output<typeof pictureChanges>,
): Promise<UsedPicture | undefined> {
  const picture = await findUsedPicture(operator, id)
  if (!picture) return undefined
  const { alt = picture.alt, caption = picture.caption, focus } = sent
  if (sent.alt !== undefined || sent.caption !== undefined)
    await savePictureWords(operator, id, {
      alt: toName(alt, WORDS_LIMIT.alt),
      caption: toName(caption, WORDS_LIMIT.caption),
    })
  if (focus !== undefined) await savePictureFocus(operator, id, focus && toFocus(focus.x, focus.y))
  return findUsedPicture(operator, id)
}
