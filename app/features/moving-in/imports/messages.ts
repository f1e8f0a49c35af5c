import { countOf } from '../../../shared/text.ts'
import { FIELDS } from '../../articles/fields/fields.ts'
import { PLANS_LIMIT, type StoredPlanRefusal, YEARS_AHEAD } from '../../writing/schedule/schedule.ts'
import type { UploadRefusal } from '../../articles/pictures/pictures.ts'
import type { Refusal } from '../../../shared/refusal.ts'
import { stoppedUnexpectedly } from '../../runs/runs.ts'
import {
  countArticles,
  type EncodingQuestion,
  IMPORT_FILE_LIMIT,
  type ImportCounts,
  type ImportProblem,
  type KeptReason,
  MOST_ITEMS,
  MOST_PICTURES,
  type PictureProblem,
  READ_LIMITS,
} from './imports.ts'

export type ImportRefusal = keyof typeof importRefusals

/** The sentences for refused imports. */
export const importRefusals = {
  'no-file': 'Choose a file first.',
  'empty-file': 'The file is empty: it has 0 bytes. Export it again, or choose another one.',
  'too-large': `The upload is larger than ${IMPORT_FILE_LIMIT.text}. Split it, or ask for the import command of the server.`,
  'too-many-files': `An upload has up to ${READ_LIMITS.files.toLocaleString('en-US')} files. Send them in parts.`,
  'no-web-address': 'This is no address of a site. Write it like https://old.example.',
  'unsafe-name': 'The name of one of the files leads out of its folder. Nothing was read.',
  running: 'Another import of yours is under way. Wait until it ends, or stop it.',
  gone: 'This import is not there any more. It was started, stopped or replaced in another window.',
  'broken-off': 'The file did not arrive completely. Please send it again.',
  'nothing-to-do': 'Nothing is left to import: the articles that you have stay as they are.',
  'no-author': 'Type the name of the author, or keep the names in the file.',
  'author-too-long': `The name of an author has up to ${FIELDS.author.limit} characters.`,
  'no-site': 'Choose a site, or let everything come in as a draft.',
  'too-often': 'That was a lot in a short time. Try again in a while.',
  'no-pictures': 'None of these articles shows a picture of another site.',
  'nothing-to-take-back':
    'Nothing of this import can be taken back: its articles are gone, or were changed since.',
  'site-unavailable': 'One of these sites was switched off or removed. Choose again.',
  'review-needed':
    'A site asks for a second pair of eyes. Import the articles as drafts, and change no articles that are there already.',
}

/** The sentence for a preview of an article that is not there. */
export const foundNoMore = 'This article is not there any more. It may be imported by now.'

/** The sentence for a file that is refused because too many were sent. */
const sentTooOften = (waitS: number) =>
  `You have sent many files. Try again in ${Math.ceil(waitS / 60)} ${waitS > 60 ? 'minutes' : 'minute'}.`

// The import or the sites changed since the screen was loaded.
const CHANGED = new Set<ImportRefusal>([
  'gone',
  'running',
  'nothing-to-do',
  'nothing-to-take-back',
  'site-unavailable',
  'review-needed',
  'broken-off',
])

/** Returns the sentence of a refusal, and the status of its answer. */
export function toAnswer(refusal: Refusal<ImportRefusal> | Refusal<'sent-too-often', { waitS: number }>): {
  problem: string
  status: number
} {
  if (refusal.reason === 'sent-too-often') return { problem: sentTooOften(refusal.waitS), status: 429 }
  return { problem: importRefusals[refusal.reason], status: CHANGED.has(refusal.reason) ? 409 : 400 }
}

/** The sentences for files that cannot be read, and for articles that are left out or refused. */
const problems = {
  'too-many-items': `It has more than ${MOST_ITEMS.toLocaleString('en-US')} items. Split it, and import its parts.`,
  'nothing-found': 'It has no article.',
  repeated: 'twice in the file: the later one counts',
  'too-slow': 'It takes too long to render.',
  'not-stored': 'It cannot be stored.',
  'no-path': 'A draft on no site: its address is not free there.',
  stopped: stoppedUnexpectedly,
}

/** Returns the sentence for a file of which nothing can be imported. */
export function sayNothingNew({
  same,
  refused,
  leftOut,
}: Pick<ImportCounts, 'same' | 'refused' | 'leftOut'>): string {
  const isRefused = `${countOf(refused, 'item is', 'items are')} refused. The reasons are below.`
  if (same > 0 && refused > 0) return `You have ${countArticles(same)} of it already. The other ${isRefused}`
  if (refused > 0) return `Nothing of it can come in: ${isRefused}`
  if (same > 0) return 'There is nothing in it that you do not have.'
  return `There is no article in it. ${countOf(leftOut, 'other thing is', 'other things are')} left out, as listed below.`
}

/** The reasons why an article with a date in the future is a draft. */
export const unplanned: Record<StoredPlanRefusal, string> = {
  'in-the-past': 'its date is over by now',
  'too-far': `its date is more than ${YEARS_AHEAD} years ahead`,
  'not-ready': 'its fields do not fit the form of articles',
  'alt-missing': 'a picture has no alt text, which the account asks for',
  'too-many-plans': `the account has ${PLANS_LIMIT.toLocaleString('en-US')} plans already`,
}

/** Returns the sentence for a problem that a row has. A row of an earlier version has the sentence itself. */
export function sayProblem(stored: string): string {
  const problem = readProblem(stored)
  if (!problem) return stored
  if (problem.reason === 'not-planned') return `A draft: ${unplanned[problem.gap]}.`
  if (problem.reason === 'faulty') return problem.detail
  if (problem.reason === 'unknown-encoding') return `${problem.file} does not say in which encoding it is.`
  return problem.reason === 'left-out' ? problem.kind : problems[problem.reason]
}

/** Returns the question about the encoding of a file that a row has; undefined for any other problem. */
export function readQuestion(stored: string | null): EncodingQuestion | undefined {
  const problem = stored === null ? undefined : readProblem(stored)
  return problem?.reason === 'unknown-encoding' ? { file: problem.file, samples: problem.samples } : undefined
}

function readProblem(stored: string): ImportProblem | undefined {
  try {
    return JSON.parse(stored) as ImportProblem // as `toStored` returns it
  } catch {
    return undefined
  }
}

/** The sentences for pictures that stay where they are. */
const pictureProblems: Record<UploadRefusal | 'written-oddly' | 'too-many-pictures', string> = {
  empty: 'The file is empty.',
  'too-large': 'It is larger than 10 MB.',
  'not-a-picture': 'It is no JPEG, PNG, WebP, AVIF or GIF picture.',
  damaged: 'It cannot be read: the file is damaged or incomplete.',
  'too-many-pixels': 'It has more than 50 megapixels.',
  'animation-too-long': 'The frames of this animation have more than 50 megapixels together.',
  'too-slow': 'It takes too long to convert.',
  'no-room': 'Your account holds as many pictures as it may: 10,000, or 500 MB.',
  'one-at-a-time': 'Other pictures of yours were being stored. Try again.',
  'written-oddly': 'Its text does not name this whole address, so it cannot be replaced.',
  'too-many-pictures': `One import brings up to ${MOST_PICTURES.toLocaleString('en-US')} pictures over.`,
}

/** The sentences for pictures that do not come in with their articles. */
const lostPictures: Partial<Record<string, string>> = {
  ...pictureProblems,
  'no-file': 'It is not in the folder. With the address of your old site, it is fetched from there.',
  'no-site': 'Its address needs that of your old site. Send the file again with this address.',
  'no-picture': 'It is no picture. Put the file on another site, and link to it there.',
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

/** The reasons why an article stays when its import is taken back. */
export const keptReasons: Record<KeptReason, string> = {
  begun: 'It has changes that are not published yet.',
  edited: 'It was edited since.',
  planned: 'It has a plan of its own.',
  published: 'It was published or unpublished since.',
  sent: 'It was published on another site since.',
  unknown: 'Its earlier text was not stored.',
  'too-slow': 'Its earlier text takes too long to render.',
}

/** Returns the result of an article that was taken back, or that stays, with the sentence for its reason. */
export function sayKept(stored: Record<string, unknown>): Record<string, unknown> {
  const { reason, pictures: _, ...result } = stored
  return reason === undefined ? result : { ...result, problem: keptReasons[reason as KeptReason] } // as the run stores it
}

/** The title of the toast if the server did not answer, by the intent of the form. */
export const importFailures = {
  other: 'Failed to send the file',
  import: 'Failed to start the import',
  encoding: 'Failed to read the file',
  continue: 'Failed to continue the import',
  pictures: 'Failed to fetch the pictures',
  stop: 'Failed to stop the import',
  'stop-pictures': 'Failed to stop fetching the pictures',
  discard: 'Failed to discard the import',
  'take-back': 'Failed to take the import back',
}
