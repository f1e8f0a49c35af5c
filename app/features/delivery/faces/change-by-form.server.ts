import { readFormText, toName } from '../../../shared/text.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveFace, undoFace } from './commands.server.ts'
import { type FaceOutcome, NAME_LIMIT, parseFace, readFaceForm } from './faces.ts'
import { faceRefusals, faceSaved, faceUndone, nameMissing } from './messages.ts'

/** The intents of the form of a face. */
const INTENTS = new Set(['save-face', 'take-nearest', 'undo-face'])

/** Returns true if a form is that of a face. */
export const isFaceForm = (form: FormData): boolean => INTENTS.has(readFormText(form, 'intent'))

/** Changes the face of a site as its form asks. Colours that cannot be read are refused, or replaced if the form asks for it. */
export async function changeFaceByForm(
  operator: Operator,
  siteId: string,
  form: FormData,
): Promise<FaceOutcome> {
  const intent = readFormText(form, 'intent')
  if (intent === 'undo-face') {
    const undone = await undoFace(operator, siteId, Number(readFormText(form, 'version')))
    return undone.ok ? { done: faceUndone } : { error: faceRefusals[undone.reason] }
  }
  const typed = readFaceForm(form)
  const { face, errors } = parseFace(typed)
  const name = siteId === MAIN_SITE_ID ? toName(typed.name, NAME_LIMIT) : undefined
  const isTaken = intent === 'take-nearest'
  if (name === '' || (!isTaken && Object.keys(errors).length > 0))
    return { typed, errors, ...(name === '' && { nameError: nameMissing }) }
  const saved = await saveFace(operator, siteId, { face, name })
  return saved.ok ? { done: faceSaved } : { typed, error: faceRefusals[saved.reason] }
}
