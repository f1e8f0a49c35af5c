/** A browser in which the account is signed in, as its owner would tell it from others. */
export interface BrowserSession {
  id: string
  /** Such as `Firefox on Linux`. */
  device: string
  address: string | null
  signedInAt: Date
  lastSeenAt: Date
  isCurrent: boolean
}

/** What deleting the account takes with it. */
export interface Belongings {
  articles: number
  copies: number
  pictures: number
  sites: number
  landingPages: number
}

/** Between asking for the deletion of an account and its end, its owner may change their mind. */
export const DELETION_PAUSE_DAYS = 7

/** Identifies an installation's own articles in an export of one account. */
export const EXPORT_FILE = 'broadsheet-account.zip'
