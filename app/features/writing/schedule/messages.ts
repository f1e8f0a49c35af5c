import type { ClockChange, PlanErrors, PlanKind, PlanNote, PlanRefusal } from './schedule.ts'
import { NO_PROVIDER } from '../../delivery/variations/variations.ts'

const title = 'Nothing was planned'

/** The toast for each reason why no plan was made, or a plan was not changed. */
export const planRefusals: Record<PlanRefusal, { title: string; description: string }> = {
  'wrong-time': { title, description: 'Choose a day and a time.' },
  'in-the-past': { title, description: 'This time is over. Choose a later one.' },
  'too-far': { title, description: 'Choose a time within the next three years.' },
  'no-site': { title, description: 'Please select at least one target site' },
  'not-there': { title, description: 'This text was deleted meanwhile.' },
  'not-ready': {
    title,
    description: 'The text cannot be published as it is. Go back to it and fill in what is missing.',
  },
  'text-too-slow': {
    title,
    description:
      'This text takes too long to turn into a page. Shorten it, or simplify its tables and lists.',
  },
  'alt-missing': {
    title,
    description: 'A picture has no alt text, and your account asks for one. Describe it first.',
  },
  'translation-unknown': {
    title,
    description: 'You have no article like the one that this is a translation of. Choose another one.',
  },
  'has-translations': {
    title,
    description:
      'Other articles are translations of this one. Choose it in the details of the other article.',
  },
  'draft-changed': {
    title,
    description: 'The text was saved at this moment in another tab. Read it there, and plan again.',
  },
  'article-changed': {
    title,
    description: 'The article was changed since this text was begun. Open the text, choose, and plan again.',
  },
  'out-of-order': {
    title,
    description: 'It would be taken away before it is published. Choose a time after its publication.',
  },
  'picture-gone': {
    title: 'Nothing was changed',
    description: 'A picture of the planned text was deleted meanwhile. Plan it again.',
  },
  'site-unavailable': {
    title,
    description: 'One of the selected sites is no longer available. Choose again from the list.',
  },
  'no-provider': { title, description: NO_PROVIDER },
  'not-live': { title, description: 'Readers do not see this article, so there is nothing to take away.' },
  'too-many-plans': { title, description: 'An account has 1,000 plans at most. Cancel some first.' },
  'too-often': { title, description: 'You have planned a great deal within an hour. Please wait a while.' },
  'already-done': {
    title: 'Nothing was changed',
    description: 'This plan was carried out or cancelled meanwhile.',
  },
}

/** Returns the sentence beside the field that a refusal is about, if it is about one. */
export function toPlanErrors(reason: PlanRefusal): PlanErrors {
  const { description } = planRefusals[reason]
  if (['wrong-time', 'in-the-past', 'too-far', 'out-of-order'].includes(reason)) return { dueAt: description }
  return ['no-site', 'site-unavailable'].includes(reason) ? { siteIds: description } : {}
}

/** The title of the toast if the server did not answer, by the intent of the form. */
export const planFailures = {
  other: 'Failed to change the plan',
  plan: 'Failed to plan',
  move: 'Failed to move the plan',
  cancel: 'Failed to cancel the plan',
  restore: 'Failed to undo',
  renew: 'Failed to use the newest text',
  'time-zone': 'Failed to change the time zone',
}

/** The notes on a plan that was carried out or refused. */
export const planNotes: Record<PlanNote, string> = {
  'newer-text': 'A newer text was public already. It stayed.',
  'not-approved': 'Nobody has approved the newer text for some of its sites.',
  'site-gone': 'Some of its sites are not available any more.',
  'no-site-left': 'None of its sites is available any more.',
  'nothing-to-do': 'There was nothing to do any more.',
  'being-deleted': 'The article is being deleted.',
  'not-ready': 'The text could not be published as it was.',
  'text-too-slow': 'The text took too long to turn into a page.',
  'alt-missing': 'A picture had no alt text.',
}

/** What a pending plan says whose text is not approved yet. */
export const waitsForReview = 'It waits for a review.'

/** The title of the toast after a plan was made or changed. */
export const planOutcomes = {
  planned: 'Planned',
  moved: 'Moved',
  cancelled: 'Cancelled',
  restored: 'Planned again',
  renewed: 'The plan has the newest text now',
}

/** Returns what a clock change does to the time of a plan, as a sentence. */
export const toClockSentence = (change: ClockChange): string =>
  change.kind === 'skipped'
    ? `${change.asked} does not exist on that day: ${change.found}.`
    : `${change.asked} comes twice on that day: the first one counts.`

/** The action of the next plan of an article, before its time. */
export const nextSteps: Record<PlanKind, string> = {
  publish: 'Planned for',
  'take-off': 'Comes off some sites on',
  unpublish: 'Ends on',
}
