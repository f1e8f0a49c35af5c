import { z } from 'zod'
import { MailError, sendMail } from '../../../connectors/messages/mail.server.ts'
import { env } from '../../../platform/env.server.ts'
import { log } from '../../../platform/log.server.ts'
import { transact } from '../../../platform/store/database.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { enqueue, type JobKind } from '../../../platform/work/queue.server.ts'
import { findMemberOperator } from '../../accounts/members/queries.server.ts'
import { composeMail } from '../../accounts/sign-in/commands.server.ts'
import { toReviewPath } from '../approval/approval.ts'
import { toReviewMail } from './messages.ts'
import { findMailedText } from './queries.server.ts'
import { pruneReviews, REVIEW_MAIL_JOB } from './commands.server.ts'

// Seconds before each next attempt while the mail server does not accept the mail.
const RETRY_PAUSES_S = [5, 60, 300, 1800, 7200, 21_600]

const order = z.object({
  accountId: z.uuid(),
  personId: z.uuid(),
  articleId: z.uuid(),
  about: z.enum(['mention', 'changes', 'approve', 'submit']),
  noteId: z.uuid().optional(),
  attempts: z.int().default(0),
})

/** The job that mails a person about a review. What the person may not read by now is not mailed. */
export const mailReviewJob: JobKind = {
  name: REVIEW_MAIL_JOB,
  work: (data) => mailReview(order.parse(data)),
}

/** Deletes, each night, the notes and the reviews of texts that are gone. */
export const pruneReviewsJob: JobKind = { name: 'prune-reviews', cron: '57 4 * * *', work: pruneReviews }

async function mailReview({ attempts, ...mail }: z.output<typeof order>): Promise<void> {
  const reader = await findMemberOperator(mail)
  const text = reader && (await findMailedText(reader, mail))
  if (!text) return
  if ((await consumeRateLimits([limitMails(reader.email)])) > 0) return log.info({}, 'mail.too_many')
  const written = toReviewMail({ ...text, about: mail.about, path: toReviewPath(mail.articleId) })
  try {
    await sendMail(composeMail(written, { origin: env.SITE_URL, to: reader.email }))
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    const delayS = error.reason === 'refused' ? undefined : RETRY_PAUSES_S[attempts]
    if (delayS === undefined) return log.error({ err: error, attempts }, 'mail.given_up')
    log.warn({ err: error, attempts, delayS }, 'mail.later')
    const data = { ...mail, attempts: attempts + 1 }
    await transact((trx) => enqueue(trx, { name: REVIEW_MAIL_JOB, data, delayS }))
  }
}

// An account could otherwise fill the mailbox of a person.
const limitMails = (email: string) => ({ name: 'review-mail', of: email, most: 50, windowS: 86_400 })
