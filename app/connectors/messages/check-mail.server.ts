import { isPublicHost } from '../../platform/address-check.ts'
import { env } from '../../platform/env.server.ts'
import { failed, type Finding, notChecked, ok, toMessage, warning } from '../../platform/doctor/finding.ts'
import { tryMailServer } from './mail.server.ts'

/** Checks whether the mail server of SMTP_URL accepts a sign-in. No mail is sent. */
export async function checkMail(): Promise<Finding> {
  const isPublic = isPublicHost(new URL(env.SITE_URL).hostname)
  if (!env.SMTP_URL) {
    const found = 'SMTP_URL is not set, so mails are written to the log.'
    const advice = 'Set SMTP_URL, so that users get their mails and addresses are confirmed.'
    return isPublic ? warning(found, advice) : notChecked(found, advice)
  }
  const url = new URL(env.SMTP_URL)
  if ((url.username === '') !== (url.password === ''))
    return failed('SMTP_URL has only one of user name and password.', 'Add the other one to SMTP_URL.')
  try {
    await tryMailServer(env.SMTP_URL)
  } catch (error) {
    return toFailure(url.host, error)
  }
  if (!isPublic && !url.searchParams.has('from'))
    return warning(
      `The mail server ${url.host} answers, but mails have no sender that others accept.`,
      'Add the sender to SMTP_URL: ?from=news@example.com',
    )
  return ok(`The mail server ${url.host} answers${url.username ? ' and accepts the password' : ''}.`)
}

function toFailure(host: string, error: unknown): Finding {
  if ((error as { code?: string }).code === 'EAUTH')
    return failed(
      `The mail server ${host} refuses the user name or the password: ${toMessage(error)}.`,
      'Correct both in SMTP_URL. Some services require a password made for this program.',
    )
  return failed(
    `The mail server ${host} cannot be used: ${toMessage(error)}.`,
    'Check host and port in SMTP_URL, and whether this machine may connect to them.',
  )
}
