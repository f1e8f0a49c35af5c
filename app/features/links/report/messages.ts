/** The title of the toast after a failure. */
export const checkFailed = 'Failed to check links'

/** Shown if the account has a check that has not ended. */
export const alreadyChecking = 'Your links are being checked already.'

/** Shown instead of the list of broken links if there are none. */
export const allThere = 'Nothing is broken: every link to your own sites leads somewhere.'

/** Shown instead of the list of orphans if there are none. */
export const allLinked = 'No orphans: every article is linked by another one.'
