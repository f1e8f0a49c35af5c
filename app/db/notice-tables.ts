import type { Generated } from 'kysely'
import type { TimestampWithDefault } from './column-kinds.ts'

/** A changed page that the engines in `waitingFor` still have to be notified of (decision 27). */
export interface PageChangesTable {
  id: string
  userId: string | null
  origin: string
  url: string
  change: 'changed' | 'removed'
  waitingFor: string[]
  changedAt: TimestampWithDefault
}

/** The answer of a search engine to one notice. */
export interface NoticeReceiptsTable {
  id: string
  userId: string | null
  runId: string | null
  engine: string
  origin: string
  addresses: number
  examples: string[]
  status: number | null
  outcome: 'accepted' | 'refused' | 'failed'
  detail: string
  createdAt: TimestampWithDefault
}

/** The lock on one engine for one site, and the end of its pause after failures. */
export interface NoticeTurnsTable {
  engine: string
  origin: string
  leasedUntil: Date | null
  failures: Generated<number>
  pausedUntil: Date | null
  isPatience: Generated<boolean>
}
