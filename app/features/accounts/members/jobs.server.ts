import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { MailError, sendMail } from '../../../connectors/messages/mail.server.ts'
import { db, transact } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { log } from '../../../platform/log.server.ts'
import { enqueue, type JobKind } from '../../../platform/work/queue.server.ts'
import { composeMail } from '../sign-in/commands.server.ts'
import { INVITATION_JOB } from './invite.server.ts'
import { toInvitationMail } from './messages.ts'
import { findInvitation, isOpen, toInvitationHash } from './queries.server.ts'

// Seconds before each next attempt while the mail server does not accept the mail.
const RETRY_PAUSES_S = [5, 60, 300, 1800, 7200, 21_600]

const order = z.object({ id: z.uuid(), attempts: z.int().default(0) })

/** The job that mails an invitation. The secret of its link is made here, so that no queue contains it. */
export const mailInvitationJob: JobKind = {
  name: INVITATION_JOB,
  work: (data) => mailInvitation(order.parse(data)),
}

async function mailInvitation({ id, attempts }: z.output<typeof order>): Promise<void> {
  const token = randomBytes(24).toString('base64url')
  const row = await db
    .updateTable('invitations')
    .set({ hash: toInvitationHash(token) })
    .where('id', '=', id)
    .where('email', 'is not', null)
    .where(isOpen)
    .returning('email')
    .executeTakeFirst()
  const invitation = row?.email && (await findInvitation(token))
  if (!invitation) return
  const { accountLabel: account, role } = invitation
  const mail = toInvitationMail({ account, role, path: `/invite/${token}` })
  try {
    await sendMail(composeMail(mail, { origin: env.SITE_URL, to: row.email ?? '' }))
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    await sql`update invitations set hash = null where id = ${id}`.execute(db)
    const delayS = error.reason === 'refused' ? undefined : RETRY_PAUSES_S[attempts]
    if (delayS === undefined) {
      log.error({ err: error, attempts }, 'mail.given_up')
      return
    }
    log.warn({ err: error, attempts, delayS }, 'mail.later')
    const data = { id, attempts: attempts + 1 }
    await transact((trx) => enqueue(trx, { name: INVITATION_JOB, data, delayS }))
  }
}
