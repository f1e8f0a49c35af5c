import { z } from 'zod'
import { EVENT_KINDS } from '../accounts/webhooks/webhooks.ts'
import { id, moment } from './shapes.ts'

const url = z.string().max(2048).meta({ description: 'The https address of a receiver.' })
const kinds = z.array(z.enum(EVENT_KINDS)).min(1).meta({ description: 'The events that it gets.' })

/** A webhook of the account. */
export const ownWebhook = z.object({
  id,
  url: z.string(),
  kinds: z.array(z.enum(EVENT_KINDS)),
  pauseReason: z
    .enum(['person', 'gone', 'failing'])
    .nullable()
    .meta({ description: 'Why it gets no messages; null while it gets them.' }),
  failingSince: moment.nullable().meta({ description: 'Set while no message is accepted.' }),
  waiting: z.int().meta({ description: 'Messages that are not sent yet.' }),
})

/** The body that adds a webhook. */
export const newWebhook = z.strictObject({ url, kinds })

/** The answer to a webhook that was added. */
export const webhookAdded = z.object({
  webhook: ownWebhook,
  secret: z.string().nullable().meta({ description: 'Messages are signed with it. It is shown once.' }),
})

/** The body that changes a webhook: what is left out stays as it is. */
export const webhookChanges = z.strictObject({
  url: url.optional(),
  kinds: kinds.optional(),
  isPaused: z
    .boolean()
    .optional()
    .meta({ description: 'A paused webhook gives up what waits, and is not told what happens.' }),
})

/** The answer to a new secret of a webhook. */
export const webhookSecret = z.object({
  secret: z
    .string()
    .nullable()
    .meta({ description: 'It is shown once. The former one signs too for a day.' }),
})

/** A message in the log of a webhook. */
export const webhookMessage = z.object({
  id,
  kind: z.string(),
  at: moment,
  sentAt: moment.nullable().meta({ description: 'When the receiver accepted it.' }),
  dueAt: moment.nullable().meta({ description: 'The next attempt; null for none.' }),
  data: z.looseObject({}),
  attempts: z
    .array(
      z.object({
        at: moment,
        durationMs: z.int(),
        status: z.int().nullable().meta({ description: 'Of the answer; null without one.' }),
        answer: z.string().meta({ description: 'Its first characters, or why there was none.' }),
      }),
    )
    .meta({ description: 'The newest first.' }),
})
