import { type Markup, tag } from '../../../shared/xml.ts'

/** A kind of mail that an account may get. */
export type MailKind = 'confirm' | 'account-exists' | 'reset' | 'password-changed'

/** The text of a mail, with its link. */
interface MailText {
  subject: string
  lines: string[]
  link: { label: string; path: string }
  /** The advice for a reader who did not ask for the mail. */
  notYou: string
}

/** Returns a mail as text and as HTML. `token` is the secret in its link. */
export function writeMail(
  kind: MailKind,
  { origin, to, token, isLogged }: { origin: string; to: string; token: string; isLogged: boolean },
): { to: string; subject: string; text: string; html: string } {
  return composeMail(toPlainMail(kind, { origin, token, isLogged }), { origin, to })
}

/** Returns a mail with a link to a path of the site, as text and as HTML. */
export function composeMail(
  { subject, lines, link, notYou }: MailText,
  { origin, to }: { origin: string; to: string },
): { to: string; subject: string; text: string; html: string } {
  const url = `${origin}${link.path}`
  const text = `${[...lines, `${link.label}:\n${url}`, notYou].join('\n\n')}\n`
  return { to, subject, text, html: toHtml({ lines, label: link.label, url, notYou, subject }) }
}

// If no mail is sent, an address needs no confirmation.
function toPlainMail(
  kind: MailKind,
  { origin, token, isLogged }: { origin: string; token: string; isLogged: boolean },
): MailText {
  const text = MAIL_TEXTS[kind](new URL(origin).host, encodeURIComponent(token))
  return kind === 'confirm' && isLogged ? { ...text, notYou: OPEN_ALREADY } : text
}

const OPEN_ALREADY =
  'If it was not you, the account can be used all the same: this site sends no mails, so it does not wait for the confirmation. If you confirm the address, the earlier sessions and the earlier password end.'

const MAIL_TEXTS: Record<MailKind, (site: string, token: string) => MailText> = {
  confirm: (site, token) => ({
    subject: `Confirm your address for ${site}`,
    lines: [
      `Somebody, we hope you, has made an account on ${site} with this address.`,
      'Please confirm that the address is yours, and choose your password there. The link works once and for one hour.',
    ],
    link: { label: 'Confirm the address', path: `/auth/verify?token=${token}` },
    notYou: 'If it was not you, do nothing: without the confirmation nobody can sign in with your address.',
  }),
  'account-exists': (site) => ({
    subject: `You already have an account on ${site}`,
    lines: [
      `Somebody tried to make an account on ${site} with this address. There is one already, and nothing was changed.`,
      'If it was you, sign in with the password you have, or choose a new one there if you forgot it.',
    ],
    link: { label: 'Sign in', path: '/auth' },
    notYou:
      'If it was not you, do nothing: whoever it was has learned nothing, not even that you have an account.',
  }),
  reset: (site, token) => ({
    subject: `Choose a new password for ${site}`,
    lines: [
      `Somebody, we hope you, has asked for a new password for your account on ${site}.`,
      'The link works once and for one hour. A new password ends all sessions of the account.',
    ],
    link: { label: 'Choose a new password', path: `/auth/reset?token=${token}` },
    notYou: 'If it was not you, do nothing: your password stays as it is.',
  }),
  'password-changed': (site) => ({
    subject: `Your password for ${site} was changed`,
    lines: [
      `The password of your account on ${site} has just been changed, and its other sessions have ended.`,
    ],
    link: { label: 'If it was not you, choose a new password now', path: '/auth/forgot' },
    notYou: 'If it was you, there is nothing to do.',
  }),
}

interface Page {
  subject: string
  lines: string[]
  label: string
  url: string
  notYou: string
}

function toHtml({ subject, lines, label, url, notYou }: Page): string {
  const body = tag(
    'body',
    { style: 'max-width:34em;margin:2em auto;padding:0 1em;font:16px/1.5 sans-serif' },
    ...lines.map(paragraph),
    paragraph(tag('a', { href: url }, label)),
    paragraph(`The same link, to copy: ${url}`),
    paragraph(notYou),
  )
  const head = tag('head', {}, tag('meta', { charset: 'utf-8' }), tag('title', {}, subject))
  return `<!DOCTYPE html>\n${tag('html', { lang: 'en' }, head, body).xml}\n`
}

const paragraph = (content: string | Markup) => tag('p', {}, content)
