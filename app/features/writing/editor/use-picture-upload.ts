import { refuse } from '../../../shared/refusal.ts'
import { looksLikePicture, PICTURE_HEAD, UPLOAD_LIMITS } from '../../articles/pictures/pictures.ts'
import type { UploadFailure } from './messages.ts'

// A folder has no bytes to read.
const isPicture = (file: File) =>
  file
    .slice(0, PICTURE_HEAD)
    .arrayBuffer()
    .then(
      (head) => looksLikePicture(new Uint8Array(head)),
      () => false,
    )

/** Stores a picture in the library of the account. Returns its path, or why it was not stored. */
export async function uploadPicture(file: File): Promise<{ ok: true; path: string } | UploadFailure> {
  if (file.size > 0 && !(await isPicture(file))) return refuse('not-a-picture')
  if (file.size > UPLOAD_LIMITS.bytes) return refuse('too-large')
  try {
    const answer = await fetch(`/uploads?name=${encodeURIComponent(file.name)}`, {
      method: 'POST',
      body: file,
      redirect: 'manual',
    })
    if (answer.type === 'opaqueredirect') return refuse('signed-out')
    const { path, message } = (await answer.json()) as { path?: string; message?: string }
    if (path) return { ok: true, path }
    return message === undefined ? refuse('no-answer') : refuse('refused', { message })
  } catch {
    return refuse('no-answer')
  }
}
