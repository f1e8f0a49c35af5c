import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveUpload } from './commands.server.ts'
import { noFile, tooManyUploads, uploadRefusals } from './messages.ts'
import { limitUploads } from './pictures.ts'

/** Returns a form that may hold a file; an empty one if it cannot be read. */
export const readFormWithFile = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData())

/** Adds the picture in the field `file` of a form. Returns its id, or the refusal, with the HTTP status. */
export async function addPicture(
  operator: Operator,
  form: FormData,
): Promise<{ ok: true; id: string } | { ok: false; status: number; message: string }> {
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) return { ok: false, status: 400, message: noFile }
  const waitS = await consumeRateLimits(limitUploads(operator))
  if (waitS > 0) return { ok: false, status: 429, message: tooManyUploads(waitS) }
  const saved = await saveUpload(operator, () => file.bytes(), file.name)
  return saved.ok ? { ok: true, id: saved.upload.id } : { ok: false, ...uploadRefusals[saved.reason] }
}
