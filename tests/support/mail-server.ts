// A mail server with SMTP that keeps all mails, and refuses them on request.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  from: string
  to: string
  /** Headers and body as they were sent, without soft line breaks. */
  source: string
}

/** A running mail server. */
export interface MailServer {
  url: string
  mails: ReceivedMail[]
  /** Refuses the next mails with this code; with undefined, it accepts them again. */
  refuseWith: (code: number | undefined) => void
  /** Returns the number of refused mails. */
  refused: () => number
  /** Waits for a mail to an email address, removes it from `mails` and returns it. */
  receive: (to: string, subject: RegExp) => Promise<ReceivedMail>
  stop: () => Promise<void>
}

const PATIENCE_MS = 20_000

/** Starts a mail server on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let refusal: number | undefined
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, answer) {
      if (refusal === undefined) return answer()
      refused += 1
      answer(Object.assign(new Error('not now'), { responseCode: refusal }))
    },
    onData(stream, { envelope }, answer) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = decode(Buffer.concat(chunks).toString())
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ from, to: envelope.rcptTo[0]?.address ?? '', source })
        answer()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}?from=desk@example.com`,
    mails,
    refuseWith: (code) => void (refusal = code),
    refused: () => refused,
    async receive(to, subject) {
      const deadline = Date.now() + PATIENCE_MS
      while (Date.now() < deadline) {
        const place = mails.findIndex((mail) => mail.to === to && subject.test(mail.source))
        const [mail] = place < 0 ? [] : mails.splice(place, 1)
        if (mail) return mail
        await sleep(50)
      }
      throw new Error(`No mail ${subject} came to ${to}.`)
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Returns the link in a mail, without its origin. */
export function findLink(mail: ReceivedMail): string {
  const path = /^https?:\/\/[^/]+(\/auth\S*)/m.exec(mail.source)?.[1]
  if (!path) throw new Error(`The mail has no link:\n${mail.source}`)
  return path
}

// Decodes quoted-printable (RFC 2045, 6.7), but only what a mail in ASCII needs.
const decode = (source: string) =>
  source
    .replace(/=\r?\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll('\r\n', '\n')
