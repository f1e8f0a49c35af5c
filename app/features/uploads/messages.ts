import type { UploadRefusal } from './uploads.ts'

/** Why a picture is not taken, with the status that says so. */
export const uploadRefusals: Record<UploadRefusal, { status: number; message: string }> = {
  empty: { status: 400, message: 'The file is empty.' },
  'too-large': { status: 413, message: 'It is larger than 10 MB. Save it smaller and try again.' },
  'not-a-picture': { status: 415, message: 'Only JPEG, PNG, WebP, AVIF and GIF images can be used.' },
  damaged: { status: 422, message: 'It cannot be read: the file is damaged or incomplete.' },
  'too-many-pixels': {
    status: 422,
    message: 'It has more than 50 megapixels. Save it smaller and try again.',
  },
  'too-slow': { status: 422, message: 'It takes too long to convert. Save it smaller and try again.' },
  'no-room': { status: 409, message: 'Your account holds as many images as it may: 2,000, or 500 MB.' },
  'one-at-a-time': { status: 429, message: 'Another image of yours is being stored. Try again in a moment.' },
}

export const tooManyUploads = (waitS: number) =>
  `You have added many images in a short time. Try again in ${Math.ceil(waitS / 60)} minutes.`
