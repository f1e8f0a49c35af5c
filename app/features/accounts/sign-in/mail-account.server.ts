import { MailError, sendMail } from '../../../connectors/messages/mail.server.ts'
import { db, type Transaction } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { log } from '../../../platform/log.server.ts'
import { enqueue } from '../../../platform/work/queue.server.ts'
import { consumeRateLimits, refundRateLimit } from '../../../platform/rate-limits.server.ts'
import { limitMails } from './limits.server.ts'
import { createLink, type LinkKind } from './mail-links.server.ts'
import { type MailKind, writeMail } from './mails.ts'
import { type PasswordAccount, findAccountByEmail } from './queries.server.ts'

/** Name of the job that sends the mails of accounts. */
export const MAIL_JOB = 'mail-account'

// Seconds before each next attempt while the mail server does not accept the mail.
const RETRY_PAUSES_S = [5, 60, 300, 1800, 7200, 21_600]

/** A requested mail. The job later looks for an account of the email address and chooses the mail. */
export interface MailOrder {
  wish: 'signed-up' | 'confirm' | 'reset' | 'password-changed'
  email: string
  /** Id that signing up chose. If the account has another id, it existed before. */
  accountId?: string | undefined
  attempts?: number | undefined
}

/**
 * Enqueues a mail in the caller's transaction. It takes the same time with and without an account of the address: only
 * the job looks for one.
 */
export const mailLater = (trx: Transaction, order: MailOrder): Promise<void> =>
  enqueue(trx, { name: MAIL_JOB, data: order, delayS: 0 })

/** Sends a mail if its address has an account and the hourly limit allows it. Retries after growing pauses. */
export async function mailAccount(order: MailOrder): Promise<void> {
  const account = await findAccountByEmail(order.email)
  const kind = account && chooseMail(order, account)
  if (!account || !kind) return
  const limits = kind === 'password-changed' ? [] : [limitMails(account.email)]
  if ((await consumeRateLimits(limits)) > 0) {
    log.info({ kind }, 'mail.too_many')
    return
  }
  try {
    const link = LINKS[kind]
    const token = link ? await createLink(link, account.id) : ''
    await sendMail(
      writeMail(kind, { origin: env.SITE_URL, to: account.email, token, isLogged: !env.SMTP_URL }),
    )
  } catch (error) {
    for (const limit of limits) await refundRateLimit(limit)
    if (!(error instanceof MailError)) throw error
    await retryLater(order, error)
  }
}

function chooseMail(
  { wish, accountId }: MailOrder,
  { id, isConfirmed }: PasswordAccount,
): MailKind | undefined {
  if (wish === 'confirm') return isConfirmed ? undefined : 'confirm'
  if (wish !== 'signed-up') return wish
  const waits = env.SMTP_URL !== undefined && !isConfirmed
  return id === accountId || waits ? 'confirm' : 'account-exists'
}

const LINKS: Partial<Record<MailKind, LinkKind>> = { confirm: 'confirm-address', reset: 'reset-password' }

async function retryLater(order: MailOrder, error: MailError): Promise<void> {
  const attempts = (order.attempts ?? 0) + 1
  const pauseS = error.reason === 'refused' ? undefined : RETRY_PAUSES_S[attempts - 1]
  if (pauseS === undefined) {
    log.error({ wish: order.wish, attempts, err: error }, 'mail.given_up')
    return
  }
  log.warn({ wish: order.wish, attempts, pauseS, err: error }, 'mail.later')
  await db
    .transaction()
    .execute((trx) => enqueue(trx, { name: MAIL_JOB, data: { ...order, attempts }, delayS: pauseS }))
}
