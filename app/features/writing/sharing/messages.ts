import type { ShareRefusal } from './sharing.ts'

/** The toast for each reason why no link was made or withdrawn. */
export const shareRefusals: Record<ShareRefusal, { title: string; description: string }> = {
  'draft-gone': {
    title: 'No link was made',
    description: 'This text is public or was deleted meanwhile. There is no draft to show.',
  },
  'too-many-shares': {
    title: 'No link was made',
    description: 'A draft has 20 links at most. Withdraw one first.',
  },
  'share-gone': { title: 'No link was withdrawn', description: 'There is no such link any more.' },
}

/** The title of the toast after a link was made, and after one was withdrawn. */
export const shareOutcomes = { made: 'Link made', withdrawn: 'Link withdrawn' }

/** The title of the toast if the server did not answer, by the intent of the form. */
export const shareFailures = {
  other: 'Failed to make a link',
  withdraw: 'Failed to withdraw the link',
}

/** The sentences for a link that does not work, and for one whose text cannot be rendered now. */
export const sharedDraftGone = {
  title: 'This link shows nothing any more',
  text: 'It has ended or was withdrawn, or the draft was deleted. Ask the person who sent it for another one.',
}
export const sharedDraftBusy = {
  title: 'Too many people are looking',
  text: 'The draft cannot be shown at the moment. Try again in a minute.',
}
