import { FIELDS } from '../../articles/fields/fields.ts'
import { PLANS_LIMIT, type StoredPlanRefusal, YEARS_AHEAD } from '../../writing/schedule/schedule.ts'
import type { UploadRefusal } from '../../articles/pictures/pictures.ts'
import { IMPORT_FILE_LIMIT, MOST_ITEMS, READ_LIMITS } from './imports.ts'

export type ImportRefusal = keyof typeof importRefusals

/** The sentences for refused imports. */
export const importRefusals = {
  'no-file': 'Choose a file first.',
  'too-large': `The upload is larger than ${IMPORT_FILE_LIMIT.text}. Split it, or ask for the import command of the server.`,
  'too-many-files': `An upload has up to ${READ_LIMITS.files.toLocaleString('en-US')} files. Send them in parts.`,
  'unsafe-name': 'The name of one of the files leads out of its folder. Nothing was read.',
  running: 'Another import of yours is under way. Wait until it ends, or stop it.',
  gone: 'This import is not there any more. It was started, stopped or replaced in another window.',
  'broken-off': 'The file did not arrive completely. Please send it again.',
  'nothing-to-do': 'There is nothing in it that you do not have.',
  'no-author': 'Type the name of the author, or keep the names in the file.',
  'author-too-long': `The name of an author has up to ${FIELDS.author.limit} characters.`,
  'no-site': 'Choose a site, or let everything come in as a draft.',
  'too-often': 'That was a lot in a short time. Try again in a while.',
  'no-pictures': 'None of these articles shows an image of another site.',
  'site-unavailable': 'One of these sites was switched off or removed. Choose again.',
}

/** The sentence for a preview of an article that is not there. */
export const foundNoMore = 'This article is not there any more. It may be imported by now.'

/** The sentence for a file that is refused because too many were sent. */
export const sentTooOften = (waitS: number) =>
  `You have sent many files. Try again in ${Math.ceil(waitS / 60)} ${waitS > 60 ? 'minutes' : 'minute'}.`

/** The sentences for files that cannot be read. */
export const tooManyItems = `It has more than ${MOST_ITEMS.toLocaleString('en-US')} items. Split it, and import its parts.`
export const nothingFound = 'No article was found in it. Is it an export?'

/** The sentences for articles that are left out or refused. */
export const repeated = 'twice in the file: the later one counts'
export const tooSlow = 'It takes too long to render.'
export const notStored = 'It cannot be stored.'

/** The reasons why an article with a date in the future is a draft. */
export const unplanned: Record<StoredPlanRefusal, string> = {
  'in-the-past': 'its date is over by now',
  'too-far': `its date is more than ${YEARS_AHEAD} years ahead`,
  'not-ready': 'its fields do not fit the form of articles',
  'alt-missing': 'an image has no alt text, which the account asks for',
  'too-many-plans': `the account has ${PLANS_LIMIT.toLocaleString('en-US')} plans already`,
}

/** The sentence for an article with a date in the future that is a draft. */
export const notPlanned = (reason: StoredPlanRefusal) => `A draft: ${unplanned[reason]}.`

/** The sentences for pictures that stay where they are. */
export const pictureProblems: Record<UploadRefusal, string> = {
  empty: 'The file is empty.',
  'too-large': 'It is larger than 10 MB.',
  'not-a-picture': 'It is no JPEG, PNG, WebP, AVIF or GIF image.',
  damaged: 'It cannot be read: the file is damaged or incomplete.',
  'too-many-pixels': 'It has more than 50 megapixels.',
  'animation-too-long': 'The frames of this animation have more than 50 megapixels together.',
  'too-slow': 'It takes too long to convert.',
  'no-room': 'Your account holds as many images as it may: 10,000, or 500 MB.',
  'one-at-a-time': 'Other images of yours were being stored. Try again.',
}
export const writtenOddly = 'Its text does not name this whole address, so it cannot be replaced.'
export const hostIsSilent = (host: string) => `${host} did not answer several times, and was not asked again.`
export const tooManyPictures = (most: number) =>
  `One import brings up to ${most.toLocaleString('en-US')} images over.`

/** The title of the toast if the server did not answer, by the intent of the form. */
export const importFailures = {
  other: 'Failed to send the file',
  import: 'Failed to start the import',
  continue: 'Failed to continue the import',
  pictures: 'Failed to fetch the images',
  stop: 'Failed to stop the import',
  'stop-pictures': 'Failed to stop fetching the images',
  discard: 'Failed to discard the import',
  delete: 'Failed to delete what came in',
}
