import { countOf } from '../../../shared/text.ts'
import type { ReplaceRefusal, ReplaceSummary } from './library.ts'
import type { PictureRefusal, PictureUse } from '../../articles/pictures/pictures.ts'

/** The toast after a picture was added. */
export const pictureAdded = 'Picture added'
/** The toast after pictures were dropped or chosen. */
export const picturesAdded = (count: number) =>
  count === 1 ? 'Picture added' : `${count.toLocaleString('en-US')} pictures added`
/** The toast after an existing picture was added again. */
export const pictureSaved = 'Saved'
/** The toast after pictures were deleted. */
export const picturesDeleted = (count: number) =>
  count === 1 ? 'Picture deleted' : `${count.toLocaleString('en-US')} pictures deleted`
/** The title of the toast for a picture that was not added. */
export const pictureRefused = 'The picture was not added'
/** The title of the toast if the server did not answer, by the intent of the form. */
export const pictureFailures = {
  other: 'Failed to add the picture',
  'alt-rule': 'Failed to save',
  'delete-unused': 'Failed to delete the pictures',
  words: 'Failed to save the words',
  focus: 'Failed to set the focal point',
  point: 'Failed to set the focal point',
  delete: 'Failed to delete the picture',
  replace: 'Failed to replace the picture',
  undo: 'Failed to undo',
}

/** The toast for each reason why a picture was not deleted. */
export const pictureRefusals: Record<PictureRefusal, { title: string; description: string }> = {
  'in-use': {
    title: 'Not deleted: it is used',
    description: 'An article, a draft, a plan or a setting shows it.',
  },
  gone: { title: 'It is not there any more', description: 'Somebody deleted it meanwhile.' },
}

/** Returns a number of pictures in words. */
export const countPictures = (count: number) => countOf(count, 'picture', 'pictures')

/** Returns the number of uses of a picture in words. */
export function countUses(count: number, otherUses: number): string {
  if (count === 0) return otherUses > 0 ? 'Used by other accounts only' : 'Used nowhere'
  return count === 1 ? 'Used once' : `Used in ${count.toLocaleString('en-US')} places`
}

/** Returns a sentence on the uses of a picture by other accounts; an empty text if there are none. */
export function sayOtherUses(count: number): string {
  if (count === 0) return ''
  const places = countOf(count, 'place', 'places')
  return `Other accounts show it in ${places}.`
}

/** Returns a sentence on the pictures to delete that other accounts show; an empty text if there are none. */
export function sayShownElsewhere(count: number): string {
  if (count === 0) return ''
  return `Other accounts show ${count === 1 ? 'one' : count.toLocaleString('en-US')} of them, and will have a gap.`
}

/** The names of the places that are not texts. */
export const placeNames: Record<Exclude<PictureUse['place'], 'article' | 'draft' | 'plan'>, string> = {
  settings: 'SEO settings',
  template: 'Template of the landing pages',
  face: 'Look of a site',
}

const countTexts = (count: number) => (count === 1 ? '1 text' : `${count.toLocaleString('en-US')} texts`)

/** The title over the progress of a replacement. */
export const replacementUnderWay = ({ isUndo, total }: ReplaceSummary) =>
  `${isUndo ? 'Putting the old picture back into' : 'Replacing it in'} ${countTexts(total)}`

/** Returns the outcome of a replacement. */
export function toReplaceMessage({ isUndo, counts, unfinished, error }: ReplaceSummary) {
  const { changed = 0, refused = 0 } = counts
  const rest = [
    error,
    refused > 0 && `${countTexts(refused)} could not be changed.`,
    unfinished > 0 &&
      `${unfinished.toLocaleString('en-US')} deliveries to sites are not done; they are tried again.`,
  ].filter((sentence) => typeof sentence === 'string')
  return {
    title: `${isUndo ? 'Put back in' : 'Replaced in'} ${countTexts(changed)}`,
    description: rest.join(' '),
  }
}

/** The toast for each reason why no picture was replaced. */
export const replaceRefusals: Record<ReplaceRefusal, { title: string; description: string }> = {
  'same-picture': { title: 'Nothing was replaced', description: 'That is the same picture.' },
  'under-way': {
    title: 'Nothing was replaced yet',
    description: 'Another picture of yours is being replaced. Try again when that is done.',
  },
  unknown: { title: 'Nothing was replaced', description: 'The picture is not there any more.' },
}
