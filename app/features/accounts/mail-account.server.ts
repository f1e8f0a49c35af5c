import { randomBytes } from 'node:crypto'
import { MailError, sendMail } from '../../connectors/messages/mail.server.ts'
import { db, type Transaction } from '../../platform/database.server.ts'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { enqueue } from '../../platform/queue.server.ts'
import { countAttempt, forgetAttempt } from '../../platform/rate-limits.server.ts'
import { auth } from './auth.server.ts'
import { limitMails } from './limits.server.ts'
import { type MailKind, writeMail } from './mails.ts'
import { type Credential, findCredential } from './queries.server.ts'

export const MAIL_JOB = 'mail-account'

/** What the token of a link to a new password is stored under, hashed. */
export const RESET_LINK = 'reset-password:'
/** And that of a link which confirms an address. */
export const CONFIRM_LINK = 'confirm-address:'

const HOUR_S = 3600
// Seconds before the next attempt while the mail server does not take it, by the number of attempts made.
const RETRY_PAUSES_S = [5, 60, 300, 1800, 7200, 21_600]

/** What was asked for with an address. Whether there is an account, and which mail it gets, is found out later. */
export interface MailOrder {
  wish: 'signed-up' | 'confirm' | 'reset' | 'password-changed'
  email: string
  /** Of the account that signing up would have made: tells it from one that was there before. */
  accountId?: string | undefined
  attempts?: number | undefined
}

/**
 * Orders a mail inside the caller's transaction. It takes the same time whether there is an account or not: nobody
 * looks before the job runs.
 */
export const mailLater = (trx: Transaction, order: MailOrder): Promise<void> =>
  enqueue(trx, { name: MAIL_JOB, data: order, delayS: 0 })

/** Sends what was ordered, if there is an account and it has not had its share; tries again, later each time. */
export async function mailAccount(order: MailOrder): Promise<void> {
  const account = await findCredential(order.email)
  const kind = account && chooseMail(order, account)
  if (!account || !kind) return
  const limits = kind === 'password-changed' ? [] : [limitMails(account.email)]
  if ((await countAttempt(limits)) > 0) {
    log.info({ kind }, 'mail.too_many')
    return
  }
  try {
    const token = await makeToken(kind, account)
    await sendMail(writeMail(kind, { origin: env.SITE_URL, to: account.email, token }))
  } catch (error) {
    for (const limit of limits) await forgetAttempt(limit)
    if (!(error instanceof MailError)) throw error
    await retryLater(order, error)
  }
}

function chooseMail({ wish, accountId }: MailOrder, { id, isConfirmed }: Credential): MailKind | undefined {
  if (wish === 'confirm') return isConfirmed ? undefined : 'confirm'
  if (wish !== 'signed-up') return wish
  const waits = env.SMTP_URL !== undefined && !isConfirmed
  return id === accountId || waits ? 'confirm' : 'account-exists'
}

const LINKS: Partial<Record<MailKind, string>> = { confirm: CONFIRM_LINK, reset: RESET_LINK }

async function makeToken(kind: MailKind, { id }: Credential): Promise<string> {
  const link = LINKS[kind]
  if (!link) return ''
  const { internalAdapter } = await (await auth()).$context
  const token = randomBytes(24).toString('base64url')
  await internalAdapter.createVerificationValue({
    identifier: `${link}${token}`, // stored as a hash, see auth.server.ts
    value: id,
    expiresAt: new Date(Date.now() + HOUR_S * 1000),
  })
  return token
}

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
