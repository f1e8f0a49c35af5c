import { readFormText, toName } from '../../../shared/text.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveFace, undoFace } from './commands.server.ts'
import {
  FACE_PICTURES,
  type FaceErrors,
  type FaceFormValues,
  type FaceOutcome,
  type FaceRefusal,
  NAME_LIMIT,
  parseFace,
  readFaceForm,
  readFaceVersion,
} from './faces.ts'
import { faceSaved, faceUndone, nameMissing, toFaceError } from './messages.ts'

/** The intents of the form of a face. */
const INTENTS = new Set(['save-face', 'take-nearest', 'undo-face'])

/** Returns true if a form is that of a face. */
export const isFaceForm = (form: FormData): boolean => INTENTS.has(readFormText(form, 'intent'))

interface Means {
  operator: Operator
  /** Stores a file in the operator's library. Returns its path, or a sentence why it was refused. */
  addPicture: (file: File) => Promise<{ ok: true; path: string } | { ok: false; message: string }>
}

// A browser without scripts sends the files with the form.
async function readPictures(form: FormData, addPicture: Means['addPicture']) {
  const typed = readFaceForm(form)
  const pictureErrors: FaceOutcome['pictureErrors'] & object = {}
  for (const name of FACE_PICTURES) {
    if (form.has(`${name}Remove`)) typed[name] = ''
    const file = form.get(`${name}File`)
    if (!(file instanceof File) || file.size === 0) continue
    const added = await addPicture(file)
    if (added.ok) typed[name] = added.path
    else pictureErrors[name] = added.message
  }
  return { typed, pictureErrors }
}

/** Changes the face of a site as its form asks. Colours that cannot be read are refused, or replaced if the form asks for it. */
export async function changeFaceByForm(
  { operator, addPicture }: Means,
  siteId: string,
  form: FormData,
): Promise<FaceOutcome> {
  const intent = readFormText(form, 'intent')
  if (intent === 'undo-face') return undoByForm(operator, siteId, form)
  const { typed, pictureErrors } = await readPictures(form, addPicture)
  const version = readFaceVersion(form)
  const kept = { typed, ...(version !== undefined && { version }) }
  if (Object.keys(pictureErrors).length > 0) return { ...kept, pictureErrors }
  const takesNearest = intent === 'take-nearest'
  const saved = await saveTypedFace(operator, siteId, { typed, takesNearest, version })
  if (saved.ok) return { done: faceSaved }
  if (saved.reason !== 'wrong') return { ...kept, error: toFaceError(saved) }
  return { ...kept, errors: saved.errors, ...(saved.lacksName && { nameError: nameMissing }) }
}

interface TypedFace {
  typed: FaceFormValues
  /** True if the nearest readable colour takes the place of one that is not. */
  takesNearest: boolean
  /** The version of the look that it changes; undefined for any. */
  version: number | undefined
}

/** Checks a face as it was typed and saves it, or returns the errors of its fields. */
export async function saveTypedFace(
  operator: Operator,
  siteId: string,
  { typed, takesNearest, version }: TypedFace,
): Promise<{ ok: true } | FaceRefusal | Refusal<'wrong', { errors: FaceErrors; lacksName: boolean }>> {
  const { face, errors } = parseFace(typed)
  const name = siteId === MAIN_SITE_ID ? toName(typed.name, NAME_LIMIT) : undefined
  const refusals = Object.values(errors)
  const isTaken = takesNearest && refusals.every(({ reason }) => reason === 'not-readable')
  if (name === '' || (!isTaken && refusals.length > 0))
    return refuse('wrong', { errors, lacksName: name === '' })
  return saveFace(operator, siteId, { face, name, version })
}

async function undoByForm(operator: Operator, siteId: string, form: FormData): Promise<FaceOutcome> {
  const undone = await undoFace(operator, siteId, readFaceVersion(form) ?? 0)
  return undone.ok ? { done: faceUndone } : { error: toFaceError(undone) }
}
