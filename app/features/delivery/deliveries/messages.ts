import type { DeliveryReason } from './deliveries.ts'

/** The outcome of an attempt to deliver. */
export const attemptEndings = {
  delivered: 'Delivered',
  removed: 'Taken off the site',
  failed: 'Failed',
}

/** The note for a site that got its own variation. */
export const variationWritten = 'In words of its own, written for this site.'
/** The note for a site that has the original text, because its variation waits for an approval. */
export const variationUnseen = 'In the original words until somebody approves the variation.'
/** The note for a site that got the original text; `detail` is the reason, as a sentence. */
export const variationRefused = (detail: string) => `In the original words. ${detail}`

/** The reason why an article is not on a site yet. */
export const deliveryReasons: Record<DeliveryReason, string> = {
  late: 'Not done in time. It is tried again in the background.',
  unexpected: 'The site could not be updated. It is tried again in the background.',
  'site-inactive': 'The site has been switched off.',
  'credentials-lost': 'The credentials of the site do not open any more. Enter them again.',
  'host-paused': 'The site failed several times in a row and is left alone for a minute.',
  'too-many':
    'Too much was sent to this host, or in all. It waits for its turn, and is sent in the background.',
  replaced: 'A newer attempt takes the place of this one.',
  unreachable: 'The site cannot be reached.',
  timeout: 'The site did not answer in time.',
  broken: 'The site answered with a failure of its own.',
  throttled: 'The site asked us to wait.',
  refused: 'The site refused the article.',
  rejected: 'The site refused the article for good.',
  unauthorised: 'The site does not accept our credentials any more.',
  'address-forbidden': 'The address of the site leads into a private network, where nothing is sent.',
  gone: 'The site says that it is gone for good.',
}
