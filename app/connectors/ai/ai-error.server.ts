import { BreakerOpenError } from '../../platform/circuit-breaker.server.ts'
import { OutboundError } from '../../platform/outbound.server.ts'
import { ConnectorError, type ConnectorReason } from '../connector-error.ts'

/** The fields that errors of the SDK may have. */
interface SdkError {
  name?: string
  statusCode?: number
  responseHeaders?: Record<string, string>
  lastError?: unknown
  cause?: unknown
}

const SENTENCES: Partial<Record<ConnectorReason, string>> = {
  timeout: 'The AI server did not answer within a minute.',
  throttled: 'The AI server got too many requests and asked us to wait.',
  unauthorised: 'The AI server does not accept the key in AI_API_KEY.',
  unreachable: 'The AI server cannot be reached.',
  broken: 'The AI server gave an answer that cannot be read.',
}
const LEFT_ALONE = 'The AI server failed several times in a row and is left alone for a minute.'

/** Returns the ConnectorError, with a sentence for the operator, for any error of a call to a language model. */
export function toAiError(error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error
  if (error instanceof BreakerOpenError)
    return new ConnectorError('ai', 'unreachable', { detail: LEFT_ALONE, retryAfterS: error.retryAfterS })
  if (error instanceof OutboundError) return fail(toReason(error), error)
  return readSdkError(error as SdkError)
}

function readSdkError(error: SdkError): ConnectorError {
  const { name, statusCode, responseHeaders } = error
  if (name === 'TimeoutError' || name === 'AbortError') return fail('timeout', error)
  if (statusCode !== undefined) return toStatusError(statusCode, error, responseHeaders?.['retry-after'])
  const inner = error.lastError ?? error.cause
  return inner ? toAiError(inner) : fail('broken', error)
}

const fail = (reason: ConnectorReason, cause: unknown) =>
  new ConnectorError('ai', reason, { cause, detail: SENTENCES[reason] ?? 'The AI server failed.' })

function toReason({ reason }: OutboundError): ConnectorReason {
  if (reason === 'timeout') return 'timeout'
  return reason.startsWith('answer-') ? 'broken' : 'unreachable'
}

function toStatusError(status: number, cause: unknown, retryAfter: string | undefined): ConnectorError {
  if (status === 429)
    return new ConnectorError('ai', 'throttled', {
      cause,
      ...(SENTENCES.throttled && { detail: SENTENCES.throttled }),
      retryAfterS: retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
    })
  if (status === 401 || status === 403) return fail('unauthorised', cause)
  if (status < 300 || status >= 500 || status === 408) return fail('broken', cause)
  const detail = `The AI server refused what it was asked (status ${status}). Are AI_BASE_URL and AI_MODEL right?`
  return new ConnectorError('ai', 'rejected', { cause, detail })
}
