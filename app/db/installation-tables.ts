import type { ColumnType, Generated } from 'kysely'

/** The single row of the installation: the account that owns the main site. */
export interface InstallationTable {
  id: Generated<boolean>
  ownerId: string | null
  /** True in a store from before an invitation was needed. */
  keepsSignUpOpen: Generated<boolean>
}

/** The number of failures of a host in a row, and the end of its pause. */
export interface HostBreakersTable {
  host: string
  failures: Generated<number>
  openUntil: Date | null
}

/** The last good and the last failed scheduled backup: one row, or none (decision 47). */
export interface BackupStateTable {
  id: Generated<boolean>
  goodAt: Date | null
  goodPlace: string | null
  goodFile: string | null
  /** A bigint, which the driver reads as text. */
  goodBytes: ColumnType<string | null, number | undefined, number>
  goodSeconds: number | null
  failedAt: Date | null
  failure: string | null
}

/** Sealed texts that only the secret of this installation opens (decision 50). */
export interface SecretSealsTable {
  id: string
  value: string
}
