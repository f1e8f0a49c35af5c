/** Why another computer did not do what it was asked for. */
export type ConnectorReason = 'unreachable' | 'timeout' | 'refused' | 'gone'

/** A failure outside of this installation. */
export class ConnectorError extends Error {
  readonly system: string
  readonly reason: ConnectorReason

  constructor(system: string, reason: ConnectorReason, cause?: unknown) {
    super(`${system}: ${reason}`, { cause })
    this.name = 'ConnectorError'
    this.system = system
    this.reason = reason
  }

  /** Whether asking again later may help; not where the other side has left for good. */
  get isPassing(): boolean {
    return this.reason !== 'gone'
  }
}
