import { toClock } from '../../../shared/dates.ts'
import type { SaverState, SavingProblem } from './saver-parts.ts'
import { DRAFTS_LIMIT, type SaveRefusal } from './drafts.ts'

const reasons: Record<SavingProblem, string> = {
  unreachable: 'The server does not answer. It is asked again every few seconds.',
  'too-many-saves': 'There were very many saves within a few seconds. The next one comes in a moment.',
  gone: 'The changes were published or discarded in another tab. Reload to go on with yours.',
  'signed-out': 'You are signed out. Sign in in another tab, and type on here.',
  'too-many-drafts': `You have ${DRAFTS_LIMIT.toLocaleString('en-US')} drafts. Discard one to save this one.`,
  'wrong-form': 'A field is too long to be saved.',
}

/** Shown after a draft was saved as a revision. */
export const revisionSaved = 'Saved as a revision'

/** Returns the note that says whether the text in a form is saved; undefined before anything was typed. */
export function toNote({ status, at, isRevision, isKept }: SaverState): string | undefined {
  if (status === 'idle') return undefined
  if (status === 'changed') return 'Not saved yet.'
  if (status === 'saving') return 'Saving...'
  if (status === 'saved')
    return `${isRevision ? revisionSaved : 'Saved'} ${toClock(new Date(at), new Date())}`
  if (status === 'conflict') return 'Not saved: Two texts are for the same lines. Choose first.'
  return `Not saved: ${reasons[status]} ${isKept ? 'This browser keeps your text.' : 'Copy your text before you close this page.'}`
}

/** Returns true if the text could not be saved. The note is a long sentence then. */
export const hasProblem = ({ status }: SaverState): boolean => status === 'conflict' || status in reasons

/** Asked before a screen is left whose text neither the server nor the browser can keep. */
export const leaveUnsaved =
  'Neither the server nor this browser could keep your text. Leave this screen, and lose it?'

/** Shown when a text that was only in this browser is put back into the form. */
export const toRestoredNotice = (at: number) =>
  `Restored what you had typed at ${toClock(new Date(at), new Date())}.`

/** Shown when a text that was saved elsewhere was merged into a form. */
export const mergedNotice = 'This was also changed elsewhere. Both texts are put together here.'

/** Shown when a draft was published or discarded elsewhere while the user continued to type. */
export const ownDraftNotice =
  'The draft was published or discarded in another tab. What you type here is a draft of its own now.'

/** The toast for each reason why a draft was not saved. */
export const saveRefusals: Record<SaveRefusal, { title: string; description: string }> = {
  'wrong-form': { title: 'The draft was not saved', description: 'A field is too long to be saved.' },
  'changed-meanwhile': {
    title: 'This draft was saved elsewhere meanwhile',
    description:
      'What was saved is below the form. Put in what you need from it, and save again: then yours is kept.',
  },
  gone: {
    title: 'The draft was not saved',
    description: 'It was published or discarded meanwhile. What you typed is still here; copy what you need.',
  },
  'too-many-drafts': {
    title: 'The draft was not saved',
    description: `You have ${DRAFTS_LIMIT.toLocaleString('en-US')} drafts. Discard one to save this one.`,
  },
  'too-many-saves': {
    title: 'The draft was not saved',
    description: 'There were very many saves. Wait a moment, and save again.',
  },
}

/** The sentence for each reason why a draft was not saved, for the program that asked for it. */
export const saveProblems: Record<SaveRefusal, string> = {
  'wrong-form': 'The draft was not saved: a field is missing, wrong or too long.',
  gone: 'The draft was not saved: it is not there. It may have been published or discarded.',
  'changed-meanwhile': 'The draft was not saved: another version was saved. Merge its text and save again.',
  'too-many-drafts': `The draft was not saved: there are ${DRAFTS_LIMIT.toLocaleString('en-US')} drafts. Discard one first.`,
  'too-many-saves': 'The draft was not saved: it saves once a second. Wait for the seconds in Retry-After.',
}

/** The label of a chosen site that the form does not list. */
export const unlistedSite = 'A site that is not listed here'
