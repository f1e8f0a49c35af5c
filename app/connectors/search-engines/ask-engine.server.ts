import type { OutboundAnswer, OutboundRequest } from '../../platform/outbound.server.ts'
import { ConnectorError, type ConnectorReason } from '../connector-error.ts'
import { askComputer, parseRetryAfter } from '../sites/ask-site.server.ts'

/** The search engines that can be notified of changes. */
type EngineName = 'indexnow' | 'google' | 'websub'

/** The reply of an engine that accepted a notice. */
export interface EngineReply {
  status: number
  /** A sentence for the operator. */
  detail: string
}

/** A response of an engine, with its body as text. */
export interface EngineAnswer extends OutboundAnswer {
  text: string
}

/** Sends a request to an engine, at a URL of the settings. The caller checks the status. Throws ConnectorError. */
export async function askEngine(
  engine: EngineName,
  address: string,
  request: OutboundRequest,
): Promise<EngineAnswer> {
  const answer = await askComputer(engine, address, { ...request, isTrusted: true })
  return { ...answer, text: answer.body.toString() }
}

/** Returns true if the status of a response is 2xx. */
export const isSuccess = ({ status }: { status: number }) => status >= 200 && status <= 299

/** Reason and sentence for each known status of a refusal. */
export type Refusals = Record<number, { reason: ConnectorReason; detail: string }>

/** Returns the error for the status of a response. A status that is not among `refusals` may be tried again later. */
export function toEngineError(
  engine: EngineName,
  { status, headers }: Pick<EngineAnswer, 'status' | 'headers'>,
  refusals: Refusals,
): ConnectorError {
  const { reason, detail } = refusals[status] ?? {
    reason: status >= 500 ? ('broken' as const) : ('refused' as const),
    detail: `${ENGINE_LABELS[engine]} answered with status ${status}. It is told again later.`,
  }
  const retryAfterS = parseRetryAfter(headers['retry-after'])
  return new ConnectorError(engine, reason, { detail, status, retryAfterS })
}

/** The names of the engines in sentences. */
const ENGINE_LABELS: Record<EngineName, string> = {
  indexnow: 'IndexNow',
  google: 'Google',
  websub: 'The WebSub hub',
}
