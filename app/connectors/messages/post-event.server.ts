import type { OutboundRequest } from '../../platform/outbound.server.ts'
import { ConnectorError } from '../connector-error.ts'
import { toSignedMessage } from '../signed-message.server.ts'
import { askComputer } from '../sites/ask-site.server.ts'

const TIMEOUT_MS = 10_000

/** A message about an event, as Standard Webhooks 1.0.0 has it. */
interface EventMessage {
  id: string
  type: string
  /** When it happened. */
  at: Date
  data: Record<string, unknown>
  /** Each adds a signature. */
  secrets: string[]
}

/** The answer of a receiver. Without a status there was none, and `text` says why. */
export interface EventAnswer {
  status: number | null
  text: string
}

/** Sends a message about an event to an address that an account has typed, and returns the answer. A redirect is one. */
export async function postEvent(
  url: string,
  { id, type, at, data, secrets }: EventMessage,
): Promise<EventAnswer> {
  const payload = { timestamp: at.toISOString(), data }
  return post(url, toSignedMessage({ id, type, payload, secrets }))
}

async function post(url: string, message: OutboundRequest): Promise<EventAnswer> {
  try {
    const { status, body } = await askComputer('webhook', url, {
      method: 'POST',
      ...message,
      timeoutMs: TIMEOUT_MS,
    })
    return { status, text: body.toString() }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    return { status: null, text: error.detail ?? error.message }
  }
}
