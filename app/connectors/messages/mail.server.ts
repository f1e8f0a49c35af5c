import type { SendMailOptions, Transporter } from 'nodemailer'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { remember } from '../../platform/remember.server.ts'

const CONNECT_MS = 10_000
const ANSWER_MS = 20_000

/** A mail to one address, as text and as HTML. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/** A mail that did not leave: the server cannot be reached or asks to wait (`later`), or refuses it for good (`refused`). */
export class MailError extends Error {
  readonly reason: 'later' | 'refused'

  constructor(reason: 'later' | 'refused', cause: unknown) {
    super(`The mail server did not take a mail (${reason}).`, { cause })
    this.reason = reason
  }
}

/** Hands a mail to the server of SMTP_URL; without one it is written to the log, links and all. Throws MailError. */
export async function sendMail(mail: Mail): Promise<void> {
  if (!env.SMTP_URL) {
    const { to, subject, text } = mail
    log.warn({ to, subject, text }, 'mail.not_sent')
    return
  }
  try {
    const server = await remember('mail-server', () => connect(new URL(env.SMTP_URL ?? '')))
    await server.sendMail(mail)
  } catch (error) {
    throw new MailError(isFinal(error) ? 'refused' : 'later', error)
  }
}

async function connect(url: URL): Promise<Transporter> {
  const { createTransport } = await import('nodemailer') // a start without SMTP_URL has no use for it
  const host = new URL(env.SITE_URL).hostname
  const from = url.searchParams.get('from') ?? `no-reply@${host}`
  const defaults: SendMailOptions = {
    from,
    headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: nobody's holiday note should answer
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  return createTransport(
    {
      host: url.hostname,
      port: url.port === '' ? undefined : Number(url.port),
      secure: url.protocol === 'smtps:',
      ...(url.username && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: ANSWER_MS,
    },
    defaults,
  )
}

// A 5xx about the mail itself or its address (RFC 5321, 4.2.1). One about signing in to the server may be mended.
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
}
