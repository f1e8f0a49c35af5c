import type { OutboundAnswer, OutboundRequest } from '../../platform/outbound.server.ts'
import { ConnectorError, type ConnectorReason } from '../connector-error.ts'
import { askComputer, parseRetryAfter } from '../sites/ask-site.server.ts'

/** Those that can be told of changes. */
export type EngineName = 'indexnow' | 'google' | 'websub'

/** What an engine answered to a notice that it took. */
export interface EngineReply {
  status: number
  /** A sentence for the operator. */
  detail: string
}

export interface EngineAnswer extends OutboundAnswer {
  text: string
}

/** Asks an engine at an address of our settings. Whatever status it answers with is the caller's to judge. */
export async function askEngine(
  engine: EngineName,
  address: string,
  request: OutboundRequest,
): Promise<EngineAnswer> {
  const answer = await askComputer(engine, address, { ...request, isTrusted: true })
  return { ...answer, text: answer.body.toString() }
}

export const isTaken = ({ status }: { status: number }) => status >= 200 && status <= 299

/** What an answer with a certain status is to us; a status that nobody foresaw passes. */
export type Refusals = Record<number, { reason: ConnectorReason; detail: string }>

/** The error for an answer that is none of those hoped for: by its status, as the engine's documentation explains it. */
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

/** How an engine is called in sentences. */
export const ENGINE_LABELS: Record<EngineName, string> = {
  indexnow: 'IndexNow',
  google: 'Google',
  websub: 'The WebSub hub',
}
