import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { type Refusal, refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveUpload } from './commands.server.ts'
import { limitUploads, type UploadRefusal } from './pictures.ts'

/** Returns a form that may hold a file; an empty one if it cannot be read. */
export const readFormWithFile = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData())

/** The refusal of the picture of a form. */
export type AddRefusal = Refusal<UploadRefusal | 'no-file'> | Refusal<'too-many', { waitS: number }>

/** Adds the picture in the field `file` of a form. Returns its id. */
export async function addPicture(
  operator: Operator,
  form: FormData,
): Promise<{ ok: true; id: string } | AddRefusal> {
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) return refuse('no-file')
  const waitS = await consumeRateLimits(limitUploads(operator))
  if (waitS > 0) return refuse('too-many', { waitS })
  const saved = await saveUpload(operator, () => file.bytes(), file.name)
  return saved.ok ? { ok: true, id: saved.upload.id } : saved
}
