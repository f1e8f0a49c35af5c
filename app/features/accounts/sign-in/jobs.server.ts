import { z } from 'zod'
import type { JobKind } from '../../../platform/work/queue.server.ts'
import { MAIL_JOB, mailAccount } from './mail-account.server.ts'

const order = z.object({
  wish: z.enum(['signed-up', 'confirm', 'reset', 'password-changed']),
  email: z.string(),
  accountId: z.uuid().optional(),
  attempts: z.int().optional(),
})

/** The job that sends an ordered mail if its address has an account. */
export const mailAccountJob: JobKind = {
  name: MAIL_JOB,
  work: (data) => mailAccount(order.parse(data)),
}
