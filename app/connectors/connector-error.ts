/** Why another computer did not do what it was asked for. */
export type ConnectorReason =
  | 'unreachable'
  | 'timeout'
  | 'broken' // a failure of its own, or an answer that cannot be read
  | 'throttled' // it asked for patience
  | 'refused' // not now: nothing says that it will always be so
  | 'rejected' // understood, and refused for good
  | 'unauthorised' // what we identify ourselves with does not, or no longer, hold
  | 'address-forbidden' // an address that this process never asks
  | 'gone'

const FINAL = new Set<ConnectorReason>(['rejected', 'unauthorised', 'address-forbidden', 'gone'])

interface Circumstances {
  cause?: unknown
  /** A sentence for the operator: what happened, and what to do about it. Never a secret. */
  detail?: string
  /** How long the other side asked us to wait. */
  retryAfterS?: number | undefined
  /** Of its answer, where there was one. */
  status?: number | undefined
}

/** A failure outside of this installation. */
export class ConnectorError extends Error {
  readonly system: string
  readonly reason: ConnectorReason
  readonly detail: string | undefined
  readonly retryAfterS: number | undefined
  readonly status: number | undefined

  constructor(system: string, reason: ConnectorReason, circumstances: Circumstances = {}) {
    const { cause, detail, retryAfterS, status } = circumstances
    super(`${system}: ${reason}`, { cause })
    this.name = 'ConnectorError'
    this.system = system
    this.reason = reason
    this.detail = detail
    this.retryAfterS = retryAfterS
    this.status = status
  }

  /** Whether asking again later may help by itself. */
  get isPassing(): boolean {
    return !FINAL.has(this.reason)
  }
}
