import type { Filled, Moment } from './column-kinds.ts'

export interface PageChangesTable {
  id: string
  userId: string | null
  origin: string
  url: string
  change: 'changed' | 'removed'
  waitingFor: string[]
  changedAt: Moment
}

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
  createdAt: Moment
}

export interface NoticeTurnsTable {
  engine: string
  origin: string
  leasedUntil: Date | null
  failures: Filled<number>
  pausedUntil: Date | null
  isPatience: Filled<boolean>
}
