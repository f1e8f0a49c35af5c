import type { BackupState } from '../../../platform/backup/backup-state.server.ts'

/** A browser in which the account is signed in, as its owner sees it. */
export interface BrowserSession {
  id: string
  /** Browser and system, such as `Firefox on Linux`. */
  device: string
  address: string | null
  signedInAt: Date
  lastSeenAt: Date
  isCurrent: boolean
}

/** The number of rows of each kind that a deletion of the account removes. */
export interface Belongings {
  articles: number
  copies: number
  pictures: number
  sites: number
  landingPages: number
}

/** Days between the request for a deletion and the deletion; until then the owner can cancel it. */
export const DELETION_PAUSE_DAYS = 7

/** File name of the archive with an account's data. */
export const EXPORT_FILE = 'broadsheet-account.zip'

/** The scheduled backups of the installation, as its owner sees them. */
export interface Backups extends BackupState {
  /** False without BACKUP_TO. */
  areMade: boolean
}
