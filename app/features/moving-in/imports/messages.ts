import { FIELDS } from '../../articles/fields/fields.ts'
import { PLANS_LIMIT, type StoredPlanRefusal, YEARS_AHEAD } from '../../writing/schedule/schedule.ts'
import type { UploadRefusal } from '../../articles/pictures/pictures.ts'
import { stoppedUnexpectedly } from '../../runs/runs.ts'
import {
  IMPORT_FILE_LIMIT,
  type ImportProblem,
  MOST_ITEMS,
  MOST_PICTURES,
  type PictureProblem,
  READ_LIMITS,
} from './imports.ts'

export type ImportRefusal = keyof typeof importRefusals

/** The sentences for refused imports. */
export const importRefusals = {
  'no-file': 'Choose a file first.',
  'too-large': `The upload is larger than ${IMPORT_FILE_LIMIT.text}. Split it, or ask for the import command of the server.`,
  'too-many-files': `An upload has up to ${READ_LIMITS.files.toLocaleString('en-US')} files. Send them in parts.`,
  'no-web-address': 'This is no address of a site. Write it like https://old.example.',
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

/** The sentences for files that cannot be read, and for articles that are left out or refused. */
const problems = {
  'too-many-items': `It has more than ${MOST_ITEMS.toLocaleString('en-US')} items. Split it, and import its parts.`,
  'nothing-found': 'No article was found in it. Is it an export?',
  repeated: 'twice in the file: the later one counts',
  'too-slow': 'It takes too long to render.',
  'not-stored': 'It cannot be stored.',
  stopped: stoppedUnexpectedly,
}

/** The reasons why an article with a date in the future is a draft. */
export const unplanned: Record<StoredPlanRefusal, string> = {
  'in-the-past': 'its date is over by now',
  'too-far': `its date is more than ${YEARS_AHEAD} years ahead`,
  'not-ready': 'its fields do not fit the form of articles',
  'alt-missing': 'an image has no alt text, which the account asks for',
  'too-many-plans': `the account has ${PLANS_LIMIT.toLocaleString('en-US')} plans already`,
}

/** Returns the sentence for a problem that a row has. A row of an earlier version has the sentence itself. */
export function sayProblem(stored: string): string {
  const problem = readProblem(stored)
  if (!problem) return stored
  if (problem.reason === 'not-planned') return `A draft: ${unplanned[problem.gap]}.`
  if (problem.reason === 'faulty') return problem.detail
  return problem.reason === 'left-out' ? sayLeftOut(problem) : problems[problem.reason]
}

function readProblem(stored: string): ImportProblem | undefined {
  try {
    return JSON.parse(stored) as ImportProblem // as `toStored` returns it
  } catch {
    return undefined
  }
}

// What articles have lost is one item for all of them.
const sayLeftOut = ({ kind, count }: { kind: string; count?: number | undefined }) =>
  count === undefined ? kind : `${kind}: ${count.toLocaleString('en-US')} in the file`

/** The sentences for pictures that stay where they are. */
const pictureProblems: Record<UploadRefusal | 'written-oddly' | 'too-many-pictures', string> = {
  empty: 'The file is empty.',
  'too-large': 'It is larger than 10 MB.',
  'not-a-picture': 'It is no JPEG, PNG, WebP, AVIF or GIF image.',
  damaged: 'It cannot be read: the file is damaged or incomplete.',
  'too-many-pixels': 'It has more than 50 megapixels.',
  'animation-too-long': 'The frames of this animation have more than 50 megapixels together.',
  'too-slow': 'It takes too long to convert.',
  'no-room': 'Your account holds as many images as it may: 10,000, or 500 MB.',
  'one-at-a-time': 'Other images of yours were being stored. Try again.',
  'written-oddly': 'Its text does not name this whole address, so it cannot be replaced.',
  'too-many-pictures': `One import brings up to ${MOST_PICTURES.toLocaleString('en-US')} images over.`,
}

/** The sentences for pictures that do not come in with their articles. */
const lostPictures: Partial<Record<string, string>> = {
  ...pictureProblems,
  'no-file': 'It is not in the folder. With the address of your old site, it is fetched from there.',
  'no-site': 'Its address needs that of your old site. Send the file again with this address.',
  'no-picture': 'It is no image. Put the file on another site, and link to it there.',
  'no-account': 'No account exists yet that could keep it.',
}

/** Returns the sentence for a picture that does not come in. */
export const sayLostPicture = (reason: string): string => lostPictures[reason] ?? 'It cannot be stored.'

function sayPicture(problem: PictureProblem): string {
  if (problem.reason === 'not-fetched') return problem.detail
  if (problem.reason === 'host-silent')
    return `${problem.host} did not answer several times, and was not asked again.`
  return pictureProblems[problem.reason]
}

type Receipt = Partial<Record<'address' | 'path' | 'problem', string>>

/** Returns the receipt of a picture with the sentence for its reason. A row of an earlier version has the sentence. */
export function sayReceipt(stored: Record<string, unknown>): Receipt {
  if (!('reason' in stored)) return stored
  const { reason: _, host: _host, detail: _detail, ...receipt } = stored
  return { ...receipt, problem: sayPicture(stored as unknown as PictureProblem) } // as the run stores it
}

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
