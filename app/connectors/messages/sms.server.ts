import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import {
  type OutboundAnswer,
  OutboundError,
  type OutboundRequest,
  safeFetch,
} from '../../platform/outbound.server.ts'
import { deriveKeys } from '../../platform/secret.server.ts'
import { ConnectorError } from '../connector-error.ts'
import { toSignedMessage } from '../signed-message.server.ts'

const TIMEOUT_MS = 10_000 // a visitor waits for it

/** A text message. `id` identifies it to the receiver, and `to` is a number in E.164. */
interface Sms {
  id: string
  to: string
  text: string
}

/** True if text messages are sent. Otherwise they are only logged. */
export const canSendSms = env.SMS_WEBHOOK_URL !== undefined

/** Returns the secret that signs our webhooks for text messages (Standard Webhooks): `whsec_` and Base64. */
export const readWebhookSecret = (): string => listWebhookSecrets()[0]

// With an earlier secret too, until the receiver has the new one.
const listWebhookSecrets = () =>
  deriveKeys('webhooks').map((key) => `whsec_${key.toString('base64')}`) as [string]

/**
 * Sends a text message as a signed POST to SMS_WEBHOOK_URL. Without that setting, it only logs the message. Throws
 * ConnectorError for any status but 2xx, and without a response within 10 s.
 */
export async function sendSms({ id, to, text }: Sms): Promise<void> {
  if (!env.SMS_WEBHOOK_URL) {
    log.warn({ to, text }, 'sms.not_sent')
    return
  }
  const message = toSignedMessage({ id, type: 'sms', payload: { to, text }, secrets: listWebhookSecrets() })
  const { status } = await post(env.SMS_WEBHOOK_URL, message)
  if (status === 410) throw new ConnectorError('sms', 'gone')
  if (status < 200 || status > 299) throw new ConnectorError('sms', 'refused', { cause: `status ${status}` })
}

async function post(url: string, message: OutboundRequest): Promise<OutboundAnswer> {
  try {
    return await safeFetch(url, { method: 'POST', ...message, timeoutMs: TIMEOUT_MS, isTrusted: true })
  } catch (error) {
    const isLate = error instanceof OutboundError && error.reason === 'timeout'
    throw new ConnectorError('sms', isLate ? 'timeout' : 'unreachable', { cause: error })
  }
}
