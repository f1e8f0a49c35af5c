import { DESCRIPTION_LIMIT, type TagRefusal } from './tags.ts'

/** The sentence for each reason why a tag was not changed. */
export const tagRefusals: Record<TagRefusal['reason'], string> = {
  'tag-wrong': 'A tag has 1 to 50 characters and no comma.',
  'description-long': `A description has ${DESCRIPTION_LIMIT} characters at most.`,
  'too-often': 'That was a lot in a short time. Try again in a while.',
  'tag-taken': 'You have a tag with this name already.',
  'tag-unknown': 'No article of yours has this tag any more.',
}

/** The titles of the toasts. */
export const tagOutcomes = {
  saved: 'Tag saved',
  notSaved: 'The tag was not saved',
  notRenamed: 'The tag was not renamed',
}

/** The title of the toast if the server did not answer, by the intent of the form. */
export const tagFailures = {
  other: 'Failed to save the tag',
  undo: 'Failed to undo',
}
