import { IMPORT_FILE_LIMIT, MOST_ITEMS } from './imports.ts'

export type ImportRefusal = 'no-file' | 'too-large' | 'running' | 'gone' | 'broken-off' | 'nothing-to-do'

/** The sentences for refused imports. */
export const importRefusals: Record<ImportRefusal, string> = {
  'no-file': 'Choose a file first.',
  'too-large': `The file is larger than ${IMPORT_FILE_LIMIT.text}. Split it, or ask for the import command of the server.`,
  running: 'Another import of yours is under way. Wait until it ends, or stop it.',
  gone: 'This import is not there any more. It was started, stopped or replaced in another window.',
  'broken-off': 'The file did not arrive completely. Please send it again.',
  'nothing-to-do': 'There is nothing in it that you do not have.',
}

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

/** The title of the toast if the server did not answer, by the intent of the form. */
export const importFailures = {
  other: 'Failed to send the file',
  import: 'Failed to start the import',
  stop: 'Failed to stop the import',
  discard: 'Failed to discard the import',
  delete: 'Failed to delete what came in',
}
