import { toMoment } from '../../../shared/dates.ts'
import type { Refusal } from '../../../shared/refusal.ts'
import type { OpenReview, ShownApproval } from './review.ts'

/** The sentence for each reason why a text was not submitted or decided on. */
export const reviewRefusals = {
  gone: 'This text is not there any more.',
  'nothing-new': 'Readers see this text already. Change it before you submit it.',
  'approved-already': 'This text is approved already.',
  'changed-meanwhile': 'The text was changed or decided on meanwhile. Read it here once more.',
  'own-text': 'You wrote this text last. Somebody else has to approve it.',
  'message-missing': 'Please write what has to be changed, here or in a note.',
  'message-too-long': 'That is too long. 2,000 characters at most.',
  'note-missing': 'Please write something into the note.',
  'note-gone': 'This note is not there any more.',
  'too-many-notes': 'This text has 500 notes. Delete some first.',
  'too-often': 'That was a lot in a short time. Please wait a moment.',
}

/** The refusal to submit a text, to decide on it, or to change a note. */
export type NotReviewed = Refusal<keyof typeof reviewRefusals>

/** The title of the toast for each of them, and if the server did not answer. */
export const reviewFailures = {
  other: 'Nothing was changed',
  submit: 'Failed to submit',
  approve: 'Failed to approve',
  changes: 'Failed to ask for changes',
  note: 'Failed to save the note',
  settle: 'Failed to change the note',
  reopen: 'Failed to change the note',
  'delete-note': 'Failed to delete the note',
}

/** The toast after each act. */
export const reviewToasts = {
  approve: 'Approved',
  changes: 'The writer is asked for changes',
  withdrawn: 'The review was taken back',
  note: 'Note saved',
}

const toName = (name: string | null) => name ?? 'a former person'

/** Returns the state of a review, as sentences. */
export function sayReview(review: OpenReview | undefined): string {
  if (!review) return 'This text was not submitted for review.'
  const { state, isStale, decidedAt } = review
  if (state === 'waiting')
    return `It waits for a review. Submitted by ${toName(review.submittedBy)}, ${toMoment(review.submittedAt)}.`
  const decided = `${toName(review.decidedBy)}${decidedAt ? `, ${toMoment(decidedAt)}` : ''}`
  if (state === 'changes') return `Changes were asked for by ${decided}.`
  return isStale
    ? `It was approved by ${decided}, and changed since. It needs a new approval.`
    : `It was approved by ${decided}.`
}

/** Returns the sentence for an approval that is not the end of a review. */
export const sayApproval = ({ siteName, by, at }: ShownApproval): string =>
  `Approved${siteName ? ` for ${siteName}` : ''} by ${toName(by)}, ${toMoment(at)}.`

/** What a mail about a review is about. */
interface MailedReview {
  about: 'mention' | 'changes' | 'approve' | 'submit'
  title: string
  /** The person who wrote the note, decided, or submitted the text. */
  by: string
  quote: string
  /** The note, or what the person said with the decision. */
  said: string
  path: string
}

/** Returns the mail about a note that names its reader, or about a decision on a text. */
export function toReviewMail({ about, title, by, quote, said, path }: MailedReview) {
  const name = `“${title.trim() || 'Untitled'}”`
  const subjects = {
    mention: `${by} named you in a note on ${name}`,
    changes: `${by} asks for changes of ${name}`,
    approve: `${by} approved ${name}`,
    submit: `${by} submitted ${name} for a review`,
  }
  const subject = subjects[about].replaceAll(/\s+/g, ' ')
  return {
    subject,
    lines: [`${subject}.`, ...(quote ? [`The line: ${quote}`] : []), ...(said ? [said] : [])],
    link: { label: 'Open the review', path },
    notYou: 'You get this mail because you are a member of the account.',
  }
}
