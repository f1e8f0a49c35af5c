import type { ColumnType, Generated } from 'kysely'
import type { TimestampWithDefault } from './column-kinds.ts'

/** The request of a proposal, as it is carried out later. */
interface ProposedRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  ifMatch: string | null
  body: Record<string, unknown> | null
}

/** A write that an agent has proposed, and what a person decided (decision 75). */
export interface ProposalsTable {
  id: string
  accountId: string
  personId: string
  sessionId: string
  agent: string
  operation: string
  /** Its body is null when the proposal is decided. */
  request: ColumnType<ProposedRequest, string, string>
  why: Generated<string>
  state: Generated<'waiting' | 'accepted' | 'refused'>
  heldUntil: Date | null
  problem: string | null
  decidedBy: string | null
  decidedAt: Date | null
  madeAt: TimestampWithDefault
}
