import { NO_PROVIDER } from '../variations/variations.ts'
import type {
  DeliveryReason,
  DraftErrors,
  DraftRefusal,
  EditRefusal,
  PublishRefusal,
  SitesRefusal,
} from './publishing.ts'

/** Word for word from the spec (§8), except where the spec has no sentence. */
export const draftRefusals: Record<DraftRefusal, { title: string }> = {
  'fields-missing': { title: 'Please fill in all required fields' },
  'no-site-selected': { title: 'Please select at least one target site' },
  'fields-wrong': { title: 'Please correct the marked fields' },
}

export const publishFailed = 'Failed to publish post'
const title = publishFailed

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
  'no-provider': { title, description: NO_PROVIDER },
  'text-too-slow': {
    title,
    description:
      'This text takes too long to turn into a page. Shorten it, or simplify its tables and lists.',
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

export const publishedTitle = (succeeded: number) => `Post created and published to ${succeeded} site(s)`
export const publishedDescription = (failed: number) =>
  failed > 0 ? `${failed} site(s) failed` : 'All sites published successfully'

export const noTargetSites = 'No target sites configured. Please add target sites in the backend.'

/** What of an article failed, by what its form intends. */
export const articleFailures: Record<string, string> = {
  unpublish: 'Failed to unpublish post',
  delete: 'Failed to delete post',
  forget: 'Failed to delete post',
}

/** Why an article that is there already was not changed. */
export const editRefusals: Record<EditRefusal, { title: string; description: string }> = {
  ...publishRefusals,
  'changed-meanwhile': {
    title: 'Not saved: the article was changed meanwhile',
    description:
      'Somebody saved it after you had opened it. Your text is still here; open the article in another tab to compare.',
  },
  'too-many-saves': {
    title: 'Not saved yet',
    description: 'You saved 60 times within a minute. Your text is still here; save again in a moment.',
  },
}

/** What stands beside the field that a refusal is about, where it is about one. */
export function toFieldErrors(reason: DraftRefusal | EditRefusal): DraftErrors {
  if (reason === 'no-site-selected') return { siteIds: 'Tick at least one of them.' }
  if (reason === 'site-unavailable') return { siteIds: publishRefusals[reason].description }
  return reason === 'text-too-slow' ? { content: publishRefusals[reason].description } : {}
}

/** What is said of an edit; nothing of sites where the article is on none but the main one. */
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
/** What was just done with an article of the list. */
export const articleOutcomes = {
  published: 'Published',
  unpublished: 'Unpublished',
  deleted: 'Deleted',
  deleting: 'Deleted here; it goes for good when the last site has lost it',
}

export const unsavedChanges = 'Leave this page? What you changed is not saved.'

/** How an attempt to deliver ended. */
export const attemptEndings = {
  delivered: 'Delivered',
  removed: 'Taken off the site',
  failed: 'Failed',
}

export const variationWritten = 'In words of its own, written for this site.'
export const variationRefused = (detail: string) => `In the original words. ${detail}`

/** Why an article is not on a site yet. */
export const deliveryReasons: Record<DeliveryReason, string> = {
  late: 'Not done in time. It is tried again in the background.',
  unexpected: 'The site could not be updated. It is tried again in the background.',
  'site-inactive': 'The site has been switched off.',
  'host-paused': 'The site failed several times in a row and is left alone for a minute.',
  'too-many':
    'A great deal went to this host, or in all: this waits for up to an hour and is tried again by itself.',
  unreachable: 'The site cannot be reached.',
  timeout: 'The site did not answer in time.',
  broken: 'The site answered with a failure of its own.',
  throttled: 'The site asked for patience.',
  refused: 'The site refused the article.',
  rejected: 'The site refused the article for good.',
  unauthorised: 'The site does not accept our credentials any more.',
  'address-forbidden': 'The address of the site leads into a private network, where nothing is sent.',
  gone: 'The site says that it is gone for good.',
}

/** Why the function `publish-to-sites` refuses, with the status that says so. */
export const sitesRefusals: Record<SitesRefusal, { status: number; message: string }> = {
  'article-not-found': { status: 404, message: 'There is no such article of yours.' },
  'article-unpublished': { status: 422, message: 'This article is not published yet.' },
  'site-unavailable': { status: 422, message: 'One of the selected sites is not available to you.' },
  'no-provider': { status: 422, message: NO_PROVIDER },
}

/** What the screen itself finds out, without an answer of the server. */
export const connectionFailed = 'The server did not answer. Try again in a moment.'
export const signedOut = 'You are signed out. Sign in in another tab, then try again here.'
export const pictureTooLarge = 'It is larger than 10 MB. Save it smaller and try again.'
export const pictureNotAdded = (fileName: string, why: string) => `“${fileName}” was not added. ${why}`
export const picturesUnderWay = 'An image is still being added. Publish when it is there.'
