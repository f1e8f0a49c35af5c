import { Form, Link } from 'react-router'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { pauseTexts } from './messages.ts'
import { SecretPanel } from './secret-panel.tsx'
import { WebhookFields } from './webhook-fields.tsx'
import type { TypedWebhook, Webhook } from './webhooks.ts'

/** The answer to the form of a webhook. */
export interface WebhookAnswer {
  typed?: TypedWebhook | undefined
  error?: string | undefined
  urlError?: string | undefined
  kindsError?: string | undefined
  /** The reason why the form asks for the password. */
  why?: string | undefined
  /** A new secret, which is shown only now. */
  secret?: string | undefined
  toast?: string | undefined
  /** The account of a form that was refused because another one acts. */
  accountId?: string | undefined
}

interface WebhooksViewProps extends WebhookAnswer {
  webhooks: Webhook[]
  busy: boolean
}

/** The webhooks of an account, and the form for a new one. */
export const WebhooksView = ({ webhooks, secret, error, toast, busy, typed, ...form }: WebhooksViewProps) => (
  <div className="grid max-w-narrow gap-5">
    {error && <Notice>{error}</Notice>}
    {secret && <SecretPanel secret={secret} />}
    <section className="panel" aria-labelledby="webhooks">
      <h2 id="webhooks">Your webhooks</h2>
      {webhooks.length === 0 ? (
        <p className="max-w-prose text-muted">
          There are none yet. A webhook tells a program of yours what happens here: each event that you tick
          sends it a signed message.
        </p>
      ) : (
        <ul>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} {...webhook} />
          ))}
        </ul>
      )}
    </section>
    <Form key={secret} method="post" action="/webhooks" className="panel">
      <AccountField sent={form.accountId} />
      <h2>Add a webhook</h2>
      <p className="mb-4 max-w-prose text-muted">
        Messages follow Standard Webhooks: any library for it checks their signatures. They may come twice and
        in another order; their ids and times tell.
      </p>
      <WebhookFields typed={typed} urlError={form.urlError} kindsError={form.kindsError} />
      <PasswordAgain why={form.why} />
      <Button isPrimary busy={busy} busyText="Adding...">
        Add webhook
      </Button>
    </Form>
    {toast && !busy && <Toast title={toast} tone="ok" />}
  </div>
)

const WebhookRow = ({ id, url, kinds, waiting, ...state }: Webhook) => (
  <li className="item">
    <Icon name="bell" />
    <div className="min-w-0">
      <h3 className="font-[550] wrap-anywhere">
        <Link className="link" to={`/webhooks/${id}`}>
          {url}
        </Link>
      </h3>
      <p className="text-small text-muted">
        {toState(state)} · {kinds.length === 1 ? '1 event' : `${kinds.length} events`}
        {waiting > 0 && ` · ${waiting === 1 ? '1 message waits' : `${waiting} messages wait`}`}
      </p>
    </div>
  </li>
)

function toState({ pauseReason, failingSince }: Pick<Webhook, 'pauseReason' | 'failingSince'>): string {
  if (pauseReason) return pauseTexts[pauseReason]
  return failingSince ? 'The last message was not accepted' : 'Active'
}
