import type { SendMailOptions, Transporter } from 'nodemailer'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { singleton } from '../../platform/singleton.server.ts'

const CONNECT_MS = 10_000
const ANSWER_MS = 20_000

/** A mail to one email address, as text and as HTML. */
interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

/**
 * A mail was not sent. `later`: the server is unreachable or asks to wait. `refused`: the server refuses it
 * permanently.
 */
export class MailError extends Error {
  readonly reason: 'later' | 'refused'

  constructor(reason: 'later' | 'refused', cause: unknown) {
    super(`The mail server did not take a mail (${reason}).`, { cause })
    this.reason = reason
  }
}

/**
 * Sends a mail through the server of SMTP_URL. Without that setting, it logs the mail with its links. Throws MailError.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const { SMTP_URL: address } = env
  if (!address) {
    const { to, subject, text } = mail
    log.warn({ to, subject, text }, 'mail.not_sent')
    return
  }
  try {
    const server = await singleton('mail-server', () => connect(new URL(address)))
    await server.sendMail(mail)
  } catch (error) {
    throw new MailError(isFinal(error) ? 'refused' : 'later', error)
  }
}

/** Connects to a mail server and signs in, without a mail. Throws the error of nodemailer, which has a `code`. */
export async function tryMailServer(address: string): Promise<void> {
  const server = await connect(new URL(address))
  try {
    await server.verify()
  } finally {
    server.close()
  }
}

async function connect(url: URL): Promise<Transporter> {
  const { createTransport } = await import('nodemailer') // loaded late: without SMTP_URL it is not needed
  const host = new URL(env.SITE_URL).hostname
  const from = url.searchParams.get('from') ?? `no-reply@${host}`
  const defaults: SendMailOptions = {
    from,
    headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: prevents automatic replies
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

// A 5xx reply about the mail or its address (RFC 5321, 4.2.1). After a 5xx reply to the sign-in, a retry may succeed.
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isAboutMail && responseCode !== undefined && responseCode >= 500
}
