import { Form } from 'react-router'
import { toMoment } from '../../../shared/dates.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { LOG_DAYS, MESSAGES_ON_PAGE, type WebhookMessage } from './webhooks.ts'

interface MessageLogProps {
  /** Of the webhook. */
  id: string
  messages: WebhookMessage[]
  found: number
  page: number
  canReplay: boolean
  busy: boolean
}

/** The messages of a webhook, each with its attempts and what the receiver answered. */
export const MessageLog = ({ id, messages, found, page, ...row }: MessageLogProps) => (
  <section className="panel" aria-labelledby="log">
    <h2 id="log">Messages</h2>
    <p className="mb-4 text-muted">{`Kept for ${LOG_DAYS} days.`}</p>
    {messages.length === 0 ? (
      <p>There was no event yet.</p>
    ) : (
      <ul>
        {messages.map((message) => (
          <Message key={message.id} {...{ message, ...row }} />
        ))}
      </ul>
    )}
    <Pagination page={page} pageCount={Math.ceil(found / MESSAGES_ON_PAGE)} pathname={`/webhooks/${id}`} />
  </section>
)

function Message({
  message,
  canReplay,
  busy,
}: { message: WebhookMessage } & Pick<MessageLogProps, 'canReplay' | 'busy'>) {
  const { id, kind, at, data, attempts } = message
  return (
    <li className="border-t border-rule py-4 first:border-0 first:pt-0">
      <h3 className="font-[550] wrap-anywhere">{kind}</h3>
      <p className="text-small text-muted">
        {toMoment(at)} · {toOutcome(message)}
      </p>
      <ul className="text-small">
        {attempts.map(({ id: attemptId, at: triedAt, durationMs, status, answer }) => (
          <li key={attemptId} className="mt-1 wrap-anywhere">
            {toMoment(triedAt)}: {status ?? 'no answer'} after {durationMs} ms. {answer}
          </li>
        ))}
      </ul>
      <details className="mt-2">
        <summary className="link text-small">
          Data<span className="sr-only"> of {kind}</span>
        </summary>
        <pre className="text-small wrap-anywhere whitespace-pre-wrap">{JSON.stringify(data, null, 2)}</pre>
      </details>
      {canReplay && (
        <Form method="post" className="mt-2">
          <input type="hidden" name="messageId" value={id} />
          <button type="submit" name="intent" value="replay" className="link text-small" disabled={busy}>
            Send again<span className="sr-only"> {kind}</span>
          </button>
        </Form>
      )}
    </li>
  )
}

function toOutcome({ sentAt, dueAt, attempts }: WebhookMessage): string {
  if (dueAt) return attempts.length > 0 ? `tried again at ${toMoment(dueAt)}` : 'waiting'
  return sentAt ? 'accepted' : 'given up'
}
