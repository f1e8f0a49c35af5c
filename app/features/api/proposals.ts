import type { Operation } from './operation.ts'

/** The most proposals that the agents of a person make in an hour. */
export const PROPOSALS_AN_HOUR = 300
/** The most of them in a day. */
export const PROPOSALS_A_DAY = 1000

/** What a tool was called with, as a request to the API. */
export interface ToolRequest {
  method: Operation['method']
  /** With the query. */
  path: string
  ifMatch: string | null
  body: Record<string, unknown> | null
}

/** A write that an agent has proposed, as the list has it. */
export interface ListedProposal {
  id: string
  /** The name of its token. */
  agent: string
  /** The name of an operation, which a later version may not have any more. */
  operation: string
  state: 'waiting' | 'accepted' | 'refused'
  /** The person whose token it was. */
  person: string
  /** Why the last attempt to accept it failed, or why nobody can accept it any more. */
  problem: string | null
  madeAt: Date
  decidedAt: Date | null
}

/** A write that an agent has proposed. */
export interface Proposal extends ListedProposal {
  /** Without its body once it is decided. */
  request: ToolRequest
  /** In the agent's words. */
  why: string
}
