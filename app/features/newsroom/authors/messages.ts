import { BIOGRAPHY_LIMIT, LINKS_LIMIT, type ProfileRefusal } from './authors.ts'

/** The sentence for each reason why a profile was not saved. */
export const profileRefusals: Record<ProfileRefusal, string> = {
  'biography-long': `A biography has ${BIOGRAPHY_LIMIT} characters at most.`,
  'link-wrong': 'Each line has to be the address of a web page, such as https://example.com/ines.',
  'too-many-links': `A profile has ${LINKS_LIMIT} links at most.`,
  'too-often': 'That was a lot within a minute. Try again in a moment.',
  'author-unknown': 'No article of yours has this author any more.',
}

/** The titles of the toasts. */
export const profileOutcomes = { saved: 'Profile saved', notSaved: 'The profile was not saved' }

/** The sentence for a form that cannot be read. */
export const formUnreadable = 'The form did not arrive as a whole. Please send it again.'

/** The title of the toast if the server did not answer. */
export const profileFailed = 'Failed to save the profile'
