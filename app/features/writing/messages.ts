import { DRAFTS_LIMIT, type ShownReview } from './drafts/drafts.ts'
import type {
  DraftErrors,
  DraftRefusal,
  EditRefusal,
  PublishRefusal,
  RestoreRefusal,
  SitesRefusal,
} from './writing.ts'
import { NO_PROVIDER } from '../delivery/variations/variations.ts'

/** What stands in the form for the first article of a paper. */
export const firstText =
  'This is your first article. Write it in place of these three sentences, in Markdown, with pictures where you like. Press Publish Article when it is ready, and readers see it at once.\n'

/** Word for word from the spec (§8), except where the spec has no sentence. */
export const draftRefusals: Record<DraftRefusal, { title: string }> = {
  'fields-missing': { title: 'Please fill in all required fields' },
  'no-site-selected': { title: 'Please select at least one target site' },
  'fields-wrong': { title: 'Please correct the marked fields' },
}

/** Why an article is not made a translation. */
const translationUnknown =
  'You have no article with this address or this title that you may change. Choose one by words of its title.'
const hasTranslations =
  'Other articles are translations of this one. Choose it in the details of the other article.'

/** What stands in place of a title that the form does not know. */
export const translationChosen = 'You chose an article.'

/** What stands below two translations that have one language. */
export const sameLanguage =
  'Another one has the same language, so search engines are told of neither. Change the language of one.'

/** The title of the toast for all failures of a publish (spec §8). */
export const publishFailed = 'Failed to publish post'
const title = publishFailed

/** The toast for each reason why an article was not published. */
export const publishRefusals: Record<PublishRefusal, { title: string; description: string }> = {
  'site-unavailable': {
    title,
    description: 'One of the selected sites is no longer available. Choose again from the list.',
  },
  'too-many': {
    title,
    description:
      'You have published a great deal: 20 articles an hour and 100 a day at most. Please wait a while.',
  },
  'draft-changed': {
    title,
    description: 'This draft was saved elsewhere meanwhile. Read the text here once more, and publish again.',
  },
  'published-elsewhere': {
    title,
    description:
      'This draft was published in another tab. What you typed is a draft of its own now: publish again to make a second article.',
  },
  'article-not-live': {
    title,
    description:
      'This draft became an article that readers do not see: it was planned or unpublished meanwhile. Publish it on its own screen.',
  },
  'no-provider': { title, description: NO_PROVIDER },
  'text-too-slow': {
    title,
    description:
      'This text takes too long to turn into a page. Shorten it, or simplify its tables and lists.',
  },
  'alt-missing': {
    title,
    description:
      'A picture has no alt text. Write what it shows between the brackets: ![A boat at low water](...). Your account asks for it under Pictures.',
  },
  'review-needed': {
    title,
    description:
      'A selected site asks for a second pair of eyes. Submit the text for review. Somebody else approves it, or publishes it.',
  },
  'translation-unknown': {
    title,
    description: translationUnknown,
  },
  'has-translations': {
    title,
    description: hasTranslations,
  },
  'not-stored': {
    title,
    description: 'The article could not be stored. Nothing was published; please try again.',
  },
  'article-not-found': {
    title: 'This article is not there any more',
    description: 'It was deleted meanwhile. What you typed is still here; copy what you need.',
  },
}

/** The link to the screen of an article that a draft became meanwhile. */
export const openArticle = 'Open the article'

/** The title of the toast after a publish (spec §8). */
export const publishedTitle = (succeeded: number) => `Post created and published to ${succeeded} site(s)`
/** The rest of that toast. It says whether sites failed (spec §8). */
export const publishedDescription = (failed: number) =>
  failed > 0 ? `${failed} site(s) failed` : 'All sites published successfully'

/** The state of a review, in a few words. */
export const reviewStates: Record<ShownReview, string> = {
  waiting: 'In review',
  changes: 'Changes asked for',
  approved: 'Approved',
  stale: 'Changed since the approval',
}

/** The title of the toast after a text was submitted for review. */
export const submitted = 'Submitted for review'

/** The title of the toast if a new article was not published or saved, by the intent of the form. */
export const publishFailures = {
  other: publishFailed,
  save: 'Failed to save draft',
  submit: 'Failed to submit',
  plan: 'Failed to plan',
  duplicate: 'Failed to duplicate',
}

/** The title of the toast if an existing article was not changed, by the intent of the form. */
export const articleFailures: Record<string, string> & { other: string } = {
  other: 'Failed to save the article',
  publish: publishFailed,
  keep: 'Failed to save draft',
  submit: 'Failed to submit',
  redeliver: 'Failed to try again',
  delete: 'Failed to delete the article',
  forget: 'Failed to delete the article',
  discard: 'Failed to discard your changes',
  plan: 'Failed to plan',
  duplicate: 'Failed to duplicate',
}

/** The toast for each reason why an existing article was not changed. */
export const editRefusals: Record<EditRefusal, { title: string; description: string }> = {
  ...publishRefusals,
  'changed-meanwhile': {
    title: 'Not saved: the article was changed meanwhile',
    description: 'Somebody saved it after you had opened it. Read the text here once more, and save again.',
  },
  'too-many-saves': {
    title: 'Not saved yet',
    description: 'You saved 60 times within a minute. Your text is still here; save again in a moment.',
  },
  'no-site-selected': {
    ...draftRefusals['no-site-selected'],
    description: 'A published article is on one site at least. Unpublish it to take it off the last one.',
  },
}

/** Returns the toast for a refused change of an existing article, in the words of the pressed button. */
export function toEditRefusal(reason: EditRefusal, intent: string): { title: string; description: string } {
  const refusal = editRefusals[reason]
  return refusal.title === publishFailed
    ? { ...refusal, title: articleFailures[intent] ?? articleFailures.other }
    : refusal
}

/** Returns the toast for a form of an account that the browser does not act for any more, in the words of the pressed button. */
export const toOtherAccount = (
  failures: Record<string, string> & { other: string },
  { intent, sentence }: { intent: string; sentence: string },
) => ({ title: failures[intent] ?? failures.other, description: sentence })

/** Returns the sentence beside the field that a refusal is about, if it is about one. */
export function toFieldErrors(reason: DraftRefusal | EditRefusal): DraftErrors {
  if (reason === 'no-site-selected') return { siteIds: 'Tick at least one of them.' }
  if (reason === 'site-unavailable') return { siteIds: publishRefusals[reason].description }
  if (reason === 'translation-unknown' || reason === 'has-translations')
    return { translationOf: publishRefusals[reason].description }
  return reason === 'text-too-slow' || reason === 'alt-missing'
    ? { content: publishRefusals[reason].description }
    : {}
}

/** Returns the toast after a save. It counts the sites, if there are any. */
export function toSavedMessage(
  isPublished: boolean,
  { succeeded, failed }: { succeeded: number; failed: number },
) {
  if (!isPublished) return { title: 'Draft saved' }
  if (succeeded + failed === 0) return { title: 'Saved.' }
  return {
    title: `Saved, and up to date on ${succeeded} site(s)`,
    description: publishedDescription(failed),
  }
}

/** The title of the toast after an article was deleted. */
export const articleDeleted = 'Deleted'

/** The sentence for each reason why a form is not sent yet. */
export const picturesUnderWay = 'A picture is still being added. Publish when it is there.'

/** The status and the sentence for each reason why the function `publish-to-sites` refuses. */
export const sitesRefusals: Record<SitesRefusal, { status: number; message: string }> = {
  'changed-meanwhile': { status: 409, message: 'The article was changed meanwhile. Try again.' },
  'article-not-found': { status: 404, message: 'There is no such article of yours.' },
  'article-unpublished': { status: 422, message: 'This article is not published yet.' },
  'site-unavailable': { status: 422, message: 'One of the selected sites is not available to you.' },
  'no-provider': { status: 422, message: NO_PROVIDER },
  'review-needed': {
    status: 422,
    message: 'A selected site asks for a second pair of eyes. Somebody else has to approve this text first.',
  },
}

/** The toast after a revision was restored. */
export const revisionRestored = {
  title: 'Restored',
  description: 'Readers see it once you save it for them.',
}

/** The toast after an earlier variation was restored; the site may be out of reach. */
export const variationRestored = {
  title: 'Restored',
  description: 'The site gets this variation again. Under “Where it is” you see whether it has it.',
}

/** The sentences for a revision that was not restored, and the toast if the server did not answer. */
export const restoreRefusals: Record<RestoreRefusal, string> = {
  'wrong-form': 'A field is too long to be saved.',
  'changed-meanwhile': 'The text was changed meanwhile. Try again.',
  gone: 'The article or this revision is not there any more.',
  'too-many-drafts': `You have ${DRAFTS_LIMIT.toLocaleString('en-US')} drafts. Discard one first.`,
  'too-many-saves': 'There were very many saves. Wait a moment, and try again.',
  'review-needed': 'This site asks for a second pair of eyes. An editor restores its variations.',
  'not-varied': 'This site gets the text of the article now. Select variations for it first.',
  'does-not-fit': 'This variation does not fit the article as it is now.',
}
export const restoreFailed = 'Failed to restore'

/** The toast after a link was copied, and if it was not. */
export const linkCopied = {
  title: 'Link copied',
  description: 'Everybody with it reads the draft. “Shared links” lists all of them.',
}
export const linkNotCopied = { title: 'The browser does not allow to copy the link' }
export const linkNotMade = {
  title: 'Failed to make a link',
  description: 'The server did not answer. Try again in a moment.',
}
