import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

/** The manner of the service's answers. */
type Manner = { status: number; afterMs?: number; headers?: Record<string, string> }

/** A running message service. */
export interface SmsWebhook {
  url: string
  /** The messages with a valid signature, in order. */
  messages: { id: string; type: string; to: string; text: string }[]
  /** Returns the number of requests with a wrong signature. */
  forged: () => number
  /** Returns the code in the last message. */
  lastCode: () => string
  answerWith: (manner: Manner) => void
  stop: () => Promise<void>
}

/** Starts a message service that accepts messages signed with the secret, unless `answerWith` changes its answer. */
export async function startSmsWebhook(secret: string, port = 0): Promise<SmsWebhook> {
  const messages: SmsWebhook['messages'] = []
  let manner: Manner = { status: 204 }
  let forged = 0
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    try {
      const message = new Webhook(secret).verify(body, headers) as Omit<SmsWebhook['messages'][number], 'id'>
      messages.push({ id: headers['webhook-id'] ?? '', ...message })
    } catch {
      forged += 1
      response.writeHead(401).end()
      return
    }
    if (manner.afterMs) await sleep(manner.afterMs)
    response.writeHead(manner.status, manner.headers).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    messages,
    forged: () => forged,
    lastCode: () => /^\d{6}/.exec(messages.at(-1)?.text ?? '')?.[0] ?? '',
    answerWith: (next) => {
      manner = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
