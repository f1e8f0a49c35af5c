import type { Refusal } from '../../../shared/refusal.ts'
import { connectionFailed, signedOut } from './text-field.ts'

/** A reason why a picture was not stored; a refusal of the server comes with its sentence. */
export type UploadFailure =
  | Refusal<'too-large' | 'not-a-picture' | 'signed-out' | 'no-answer'>
  | Refusal<'refused', { message: string }>

const uploadFailures = {
  'too-large': 'It is larger than 10 MB. Save it smaller and try again.',
  'not-a-picture': 'Only JPEG, PNG, WebP, AVIF and GIF pictures can be used.',
  'signed-out': signedOut,
  'no-answer': connectionFailed,
}

/** Returns the sentence for a picture that was not stored. */
export const sayUploadFailure = (failure: UploadFailure): string =>
  failure.reason === 'refused' ? failure.message : uploadFailures[failure.reason]

/** The sentence below the text for a picture that failed. */
export const pictureNotAdded = (fileName: string, why: string) => `“${fileName}” was not added. ${why}`

/** The texts of CodeMirror that users read. */
export const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Pattern',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  Completions: 'What can be inserted',
}
