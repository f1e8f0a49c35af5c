/** A reason why a request to a remote server failed. */
export type ConnectorReason =
  | 'unreachable'
  | 'timeout'
  | 'broken' // the other side failed, or its response cannot be read
  | 'throttled' // too many requests
  | 'refused' // refused now: a later attempt may succeed
  | 'rejected' // refused permanently
  | 'unauthorised' // our credentials are wrong, or not valid any more
  | 'address-forbidden' // a URL to which this process sends no request
  | 'gone'

const FINAL = new Set<ConnectorReason>(['rejected', 'unauthorised', 'address-forbidden', 'gone'])

interface Circumstances {
  cause?: unknown
  /** A sentence for the operator about the failure and its remedy. It never contains a secret. */
  detail?: string
  /** The time to wait, in seconds, if the other side named one. */
  retryAfterS?: number | undefined
  /** The status of the response, if there was one. */
  status?: number | undefined
}

/** A request to a remote server failed. `system` names the server, and `detail` is a sentence for the operator. */
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

  /** Returns true if a later attempt may succeed without a change by the operator. */
  get isRetryable(): boolean {
    return !FINAL.has(this.reason)
  }
}
