import { formatCount } from '../../../shared/text.ts'
import {
  CATALOGUE,
  type EntryRefusal,
  type FileRefusal,
  type ImportRefusal,
  type Kind,
  POPULATION_LIMIT,
  toCount,
} from './cities-services.ts'

/** Spec §5 and §8, word for word; `saved` and `restored` are ours. */
export const catalogueMessages: Record<Kind, CatalogueMessages> = {
  cities: {
    missing: 'Please enter city name and state',
    added: 'City added successfully',
    addFailed: 'Failed to add city',
    ask: 'Are you sure you want to delete this city?',
    deleted: 'City deleted',
    deleteFailed: 'Failed to delete city',
    saved: 'City saved',
    saveFailed: 'Failed to save city',
  },
  services: {
    missing: 'Please enter service name',
    added: 'Service added successfully',
    addFailed: 'Failed to add service',
    ask: 'Are you sure you want to delete this service?',
    deleted: 'Service deleted',
    deleteFailed: 'Failed to delete service',
    saved: 'Service saved',
    saveFailed: 'Failed to save service',
  },
}

/**
 * The titles of the toasts if the server did not answer, by the intent of the form. For the forms of an import that add
 * nothing.
 */
export const importFailures: Partial<Record<string, string>> = {
  read: 'Failed to read the file',
  discard: 'Failed to discard the import',
}

interface CatalogueMessages {
  missing: string
  added: string
  addFailed: string
  /** The question before one entry is deleted. */
  ask: string
  deleted: string
  deleteFailed: string
  saved: string
  saveFailed: string
}

/** The question before a deletion. */
export const askDelete = (kind: Kind, count: number) =>
  count === 1 ? catalogueMessages[kind].ask : `Are you sure you want to delete these ${toCount(kind, count)}?`

/** The toast after a deletion. */
export const deletedCount = (kind: Kind, count: number) =>
  count === 1 ? catalogueMessages[kind].deleted : `${toCount(kind, count)} deleted`

/** The toast after a restoration; `count` is the number of restored entries. */
export const restoredCount = (kind: Kind, count: number) =>
  count === 0 ? 'Nothing was missing' : `${toCount(kind, count)} put back`

/** `by` is the entry that has the slug already. */
const slugTaken = (slug: string, by: string) =>
  `You have “${by}” already, and both would have the address ${slug}.`

/** The sentence for an entry or an import that is refused because the list is full. */
export const tooMany = (kind: Kind) =>
  `An account can have ${toCount(kind, CATALOGUE[kind].limit)}. Delete some that you no longer need first.`

/**
 * The sentence for a restoration that is refused because the list is full. Only the last deletion can be restored, so
 * the operator must choose.
 */
const tooManyToRestore = (kind: Kind) =>
  `An account can have ${toCount(kind, CATALOGUE[kind].limit)}, and with these it would have more. Deleting others makes room, but these can then no longer be put back.`

/** The title of a refused restoration. */
export const notRestored = 'Nothing was put back'
/** The sentences for an entry that could not be changed or deleted. */
export const gone = 'It is not there any more: it may have been deleted meanwhile.'
/** `found` is another number than the operator has confirmed. */
const changedMeanwhile = (kind: Kind, found: number) =>
  `The list has changed meanwhile: this would delete ${toCount(kind, found)} by now. Nothing was deleted.`

/** The sentence for a deletion without a selected entry. */
export const noneChosen = 'Nothing was ticked. Tick what is to be deleted first.'
/** The sentence for a restoration without a stored deletion. */
const nothingToRestore = 'There is nothing to put back any more.'

/** The error of a text with more than `limit` characters. */
export const tooLong = (limit: number) => `At most ${limit.toLocaleString('en-US')} characters.`

/** The error of a population that is not a whole number, or too large. */
export const wrongPopulation = `The population is a whole number from 0 to ${POPULATION_LIMIT.toLocaleString('en-US')}, such as 48,200.`

/** The description after a change that moved the slug. */
export const slugMoved = (slug: string) =>
  `The address is ${slug} now. New landing pages have it; those that are there keep theirs.`

/** Returns the sentence for a file that adds and changes nothing, by the numbers of its refused and its known lines. */
export function sayNothingNew(refused: number, present: number): string {
  if (refused === 0) return 'There is nothing in it that you do not have.'
  const reasons = 'The reasons are above.'
  return present === 0
    ? `None of its lines can be added. ${reasons}`
    : `You have ${formatCount(present)} of its entries already. The others are refused. ${reasons}`
}

/** The sentences for a file that is not read or not imported. */
const importRefusals = {
  empty: 'Choose a CSV file that is not empty, or paste its lines below.',
  'too-large': 'A file can have up to 5 MB. Split it, and import its parts one after the other.',
  'not-utf8': 'The file is not in UTF-8. In a spreadsheet, save it as “CSV UTF-8” and try again.',
  'too-many-lines': 'A file can have up to 50,000 lines. Split it, and import its parts one after the other.',
  'no-entries': 'The file has a first line with the names of its columns, and nothing after it.',
  'one-at-a-time': 'Another file of yours is being read. Try again in a moment.',
  'not-pending': 'There is nothing to import any more: it was imported, discarded or replaced meanwhile.',
}

/** The sentence for a file that is refused after many others; `waitS` is in seconds. */
const readTooOften = (waitS: number) =>
  `You have sent many files in a short time. Try again in ${Math.ceil(waitS / 60)} minutes.`

/** The sentence for a change of many entries that is refused after many others; `waitS` is in seconds. */
const changedTooOften = (waitS: number) =>
  `You have changed whole lists many times in a short time. Try again in ${Math.ceil(waitS / 60)} minutes.`

/** The sentence for a file without a required column; `found` are its headings. */
const noColumn = (column: string, found: string[]) =>
  `The first line has to name the columns, and none of them is “${column}”. Found: ${found.join(', ')}.`

/** The sentence for a file that is not valid CSV from a line on. */
const brokenCsv = (line: number) =>
  `This cannot be read as CSV from line ${line} on: a quotation mark is not closed, or stands inside a field.`

/** Returns the first names, and the number of further entries. */
export const toNames = ({ labels, count }: { labels: string[]; count: number }) => {
  const more = count - labels.length
  const named = labels.join('; ')
  return more > 0 ? `${named} and ${more.toLocaleString('en-US')} more` : named
}

/** The effect of a deletion on landing pages, and the time in which it can be undone. */
export const consequence = (count: number) =>
  count === 1
    ? 'Its landing pages are taken off when pages are generated next. For a day it can be put back.'
    : 'Their landing pages are taken off when pages are generated next. For a day they can be put back.'

/** The effect of a deletion on the one before, because only the last one can be restored. */
export const forgottenByDeleting = (deleted: { labels: string[]; count: number }) =>
  `What was deleted before (${toNames(deleted)}) can then no longer be put back.`

/** The lead of an empty list. */
export const emptyLead: Record<Kind, string> = {
  cities:
    'Landing pages are made from cities and services: one page for each service in each city. Add the first city above, or bring a whole list as a CSV file.',
  services:
    'Landing pages are made from cities and services: one page for each service in each city. Add the first service above, or bring a list as a CSV file.',
}

/** The toast after an import. */
export const importedCount = (kind: Kind, added: number) => `${toCount(kind, added)} added`
/** The part of an import's toast about updated entries. */
export const updatedCount = (kind: Kind, updated: number) => `${toCount(kind, updated)} updated`

/** Returns the sentence for a refusal. */
export function toRefusalText(kind: Kind, refusal: EntryRefusal): string {
  if (refusal.reason === 'taken') return slugTaken(refusal.slug, refusal.by)
  if (refusal.reason === 'changed') return changedMeanwhile(kind, refusal.found)
  if (refusal.reason === 'too-often') return changedTooOften(refusal.waitS)
  return refusal.reason === 'too-many' ? tooMany(kind) : gone
}

/** Returns the sentence for a restoration that is refused. */
export function toRestoreRefusal(kind: Kind, refusal: EntryRefusal): string {
  if (refusal.reason === 'gone') return nothingToRestore
  return refusal.reason === 'too-many' ? tooManyToRestore(kind) : toRefusalText(kind, refusal)
}

/** Returns the sentence for a file that is not read. */
export const toFileProblem = (kind: Kind, refusal: FileRefusal): string =>
  refusal.reason === 'too-often' ? readTooOften(refusal.waitS) : toImportProblem(kind, refusal)

/** Returns the sentence for a file that is not imported. */
export function toImportProblem(kind: Kind, refusal: FileRefusal | ImportRefusal): string {
  if (refusal.reason === 'too-often') return changedTooOften(refusal.waitS)
  if (refusal.reason === 'broken-csv') return brokenCsv(refusal.line)
  if (refusal.reason === 'no-column') return noColumn(refusal.column, refusal.found)
  return refusal.reason === 'too-many' ? tooMany(kind) : importRefusals[refusal.reason]
}
