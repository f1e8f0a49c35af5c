import type { LinkFault } from './link-report.ts'

export const checkFailed = 'Failed to check links'
export const alreadyChecking = 'Your links are being checked already.'

/** Why a link leads nowhere. */
export const linkFaults: Record<LinkFault, string> = {
  'no-article': 'There is no article at this address.',
  'no-page': 'There is no page for readers at this address.',
  'not-published': 'That article is not published.',
}

export const allThere = 'Nothing is broken: every link to your own sites leads somewhere.'

export const allLinked = 'No orphans: every article is linked by another one.'
