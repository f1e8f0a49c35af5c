import type { Refusal } from '../../../shared/refusal.ts'
import { readFormText, readId } from '../../../shared/text.ts'
import type { Session } from '../sign-in/queries.server.ts'
import {
  addWebhook,
  pauseWebhook,
  replayMessage,
  resumeWebhook,
  rotateSecret,
  saveWebhook,
  sendTest,
} from './commands.server.ts'
import { webhookRefusals, webhookToasts } from './messages.ts'
import { parseWebhook, readWebhookForm, type WebhookRefusal } from './webhooks.ts'
import type { WebhookAnswer } from './webhooks-view.tsx'

/** A form that was sent. */
interface Sent {
  session: Session
  form: FormData
  /** Makes the session fresh by the password in the form. */
  confirm: (session: Session, form: FormData) => Promise<{ session: Session; headers: Headers; why: string }>
}

interface Answered {
  answer: WebhookAnswer & { intent: string }
  status: number
  headers?: Headers
}

/** Adds a webhook by its form. */
export const addByForm = (sent: Sent): Promise<Answered> => saveByForm(sent, addWebhook)

/** Does with a webhook what its form intends. Deleting it is another form. */
export async function changeByForm(sent: Sent, id: string): Promise<Answered> {
  const { form } = sent
  const { operator } = sent.session
  switch (readFormText(form, 'intent')) {
    case 'pause':
      return toAnswer(await pauseWebhook(operator, id), 'paused')
    case 'resume':
      return toAnswer(await resumeWebhook(operator, id), 'resumed')
    case 'test':
      return toAnswer(await sendTest(operator, id), 'sent')
    case 'replay':
      return toAnswer(await replayMessage(operator, id, readId(form, 'messageId')), 'sent')
    case 'rotate':
      return confirmed(sent, (fresh) => rotateSecret(fresh, id))
    default:
      return saveByForm(sent, (fresh, wish) => saveWebhook(fresh, id, wish))
  }
}

type Done = { ok: true; secret?: string } | WebhookRefusal

async function saveByForm(
  sent: Sent,
  save: (fresh: Session, wish: Parameters<typeof addWebhook>[1]) => Promise<Done>,
): Promise<Answered> {
  const typed = readWebhookForm(sent.form)
  const parsed = parseWebhook(typed)
  if (!parsed.ok) return { answer: { intent: 'save', typed, ...toFieldError(parsed) }, status: 400 }
  const answered = await confirmed(sent, (fresh) => save(fresh, { url: parsed.url, kinds: parsed.kinds }))
  return { ...answered, answer: { ...answered.answer, ...(answered.status !== 200 && { typed }) } }
}

const toFieldError = ({ reason }: Refusal<'url-wrong' | 'kind-needed'>) =>
  reason === 'url-wrong'
    ? { urlError: webhookRefusals['url-wrong'] }
    : { kindsError: webhookRefusals['kind-needed'] }

async function confirmed(sent: Sent, run: (fresh: Session) => Promise<Done>): Promise<Answered> {
  const { form } = sent
  const { session, headers, why } = await sent.confirm(sent.session, form)
  const done = await run(session)
  const intent = readFormText(form, 'intent') || 'save'
  if (!done.ok && done.reason === 'not-fresh') return { answer: { intent, why }, status: 403, headers }
  const { answer, status } = toAnswer(done, 'saved')
  return {
    answer: { ...answer, intent, ...(done.ok && done.secret && { secret: done.secret }) },
    status,
    headers,
  }
}

const toAnswer = (done: Done, toast: keyof typeof webhookToasts): Answered =>
  done.ok
    ? { answer: { intent: '', toast: webhookToasts[toast] }, status: 200 }
    : { answer: { intent: '', error: webhookRefusals[done.reason] }, status: 409 }
