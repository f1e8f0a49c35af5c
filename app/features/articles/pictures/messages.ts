import type { AddRefusal } from './add-picture.server.ts'
import type { UploadRefusal } from './pictures.ts'

/** The sentence and the HTTP status for each reason to refuse a picture. */
export const uploadRefusals: Record<UploadRefusal, { status: number; message: string }> = {
  empty: { status: 400, message: 'The file is empty.' },
  'too-large': { status: 413, message: 'It is larger than 10 MB. Save it smaller and try again.' },
  'not-a-picture': { status: 415, message: 'Only JPEG, PNG, WebP, AVIF and GIF pictures can be used.' },
  damaged: { status: 422, message: 'It cannot be read: the file is damaged or incomplete.' },
  'too-many-pixels': {
    status: 422,
    message: 'It has more than 50 megapixels. Save it smaller and try again.',
  },
  'animation-too-long': {
    status: 422,
    message:
      'The frames of this animation have more than 50 megapixels together. Save it shorter or smaller and try again.',
  },
  'too-slow': { status: 422, message: 'It takes too long to convert. Save it smaller and try again.' },
  'no-room': { status: 409, message: 'Your account holds as many pictures as it may: 10,000, or 500 MB.' },
  'one-at-a-time': {
    status: 429,
    message: 'Another picture of yours is being stored. Try again in a moment.',
  },
}

/** Returns the sentence for an account that has reached its rate limit; `waitS` is in seconds. */
export const tooManyUploads = (waitS: number) =>
  `You have added many pictures in a short time. Try again in ${Math.ceil(waitS / 60)} minutes.`

/** Returns the sentence and the HTTP status of the refusal of a form. */
export function toAddAnswer(refused: AddRefusal): { status: number; message: string } {
  if (refused.reason === 'no-file') return { status: 400, message: 'Choose a picture first.' }
  if (refused.reason === 'too-many') return { status: 429, message: tooManyUploads(refused.waitS) }
  return uploadRefusals[refused.reason]
}
