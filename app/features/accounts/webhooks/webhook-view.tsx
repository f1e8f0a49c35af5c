import { Form, Link } from 'react-router'
import { toMoment } from '../../../shared/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { MessageLog } from './message-log.tsx'
import { pauseTexts } from './messages.ts'
import { SecretPanel } from './secret-panel.tsx'
import { WebhookFields } from './webhook-fields.tsx'
import { FORMER_SECRET_H, type Webhook, type WebhookMessage } from './webhooks.ts'
import type { WebhookAnswer } from './webhooks-view.tsx'

interface WebhookViewProps extends WebhookAnswer {
  webhook: Webhook
  messages: WebhookMessage[]
  found: number
  page: number
  /** True if the screen asks before the webhook is deleted. */
  isDeleting: boolean
  /** What was sent: the form that asks for the password. */
  intent?: string | undefined
  busy: boolean
}

/** One webhook: its address and events, its secret, and the log of its messages. */
export function WebhookView({ webhook, isDeleting, busy, ...props }: WebhookViewProps) {
  const { id, url, kinds, pauseReason } = webhook
  const { typed, error, secret, toast } = props
  return (
    <div className="grid max-w-narrow gap-5">
      {error && <Notice>{error}</Notice>}
      <Trouble {...webhook} />
      {isDeleting && <AskDelete {...{ id, url, busy }} />}
      {secret && <SecretPanel secret={secret} />}
      <Form key={`${url} ${kinds.join()}`} method="post" className="panel">
        <h2 className="wrap-anywhere">{url}</h2>
        <WebhookFields
          typed={typed ?? { url, kinds }}
          urlError={props.urlError}
          kindsError={props.kindsError}
        />
        <PasswordAgain why={toWhy(props, 'save')} />
        <Button isPrimary intent="save" busy={busy} busyText="Saving...">
          Save
        </Button>
      </Form>
      <StatePanel {...{ id, pauseReason, busy }} why={toWhy(props, 'rotate')} />
      <MessageLog {...{ id, busy }} {...props} canReplay={!pauseReason} />
      {toast && !busy && <Toast title={toast} tone="ok" />}
    </div>
  )
}

const toWhy = ({ intent, why }: Pick<WebhookViewProps, 'intent' | 'why'>, wanted: string) =>
  intent === wanted ? why : undefined

function Trouble({ pauseReason, failingSince }: Pick<Webhook, 'pauseReason' | 'failingSince'>) {
  if (pauseReason) return <p className="panel notice">{pauseTexts[pauseReason]}</p>
  if (!failingSince) return null
  return (
    <p className="panel notice">{`No message was accepted since ${toMoment(failingSince)}. We try again.`}</p>
  )
}

interface StatePanelProps extends Pick<Webhook, 'id' | 'pauseReason'> {
  why: string | undefined
  busy: boolean
}

const StatePanel = ({ id, pauseReason, why, busy }: StatePanelProps) => (
  <section className="panel" aria-labelledby="acts">
    <h2 id="acts">State and secret</h2>
    <p className="mb-4 max-w-prose text-muted">
      {`After a new secret, the former one signs too for ${FORMER_SECRET_H} hours. So the receiver can change without a gap.`}
    </p>
    <Form method="post" className="flex flex-wrap items-center gap-4">
      <PasswordAgain why={why} />
      <Button intent="rotate" busy={busy}>
        New secret
      </Button>
      <Button intent={pauseReason ? 'resume' : 'pause'} busy={busy}>
        {pauseReason ? 'Start again' : 'Pause'}
      </Button>
      {!pauseReason && (
        <Button intent="test" busy={busy}>
          Send a test
        </Button>
      )}
      <Link className="link text-small text-bad" to={`/webhooks/${id}?delete=1`} preventScrollReset>
        Delete
      </Link>
    </Form>
  </section>
)

const AskDelete = ({ id, url, busy }: { id: string; url: string; busy: boolean }) => (
  <ConfirmPanel
    title={`Delete ${url}?`}
    text="It gets no more messages. What waits for it, its secret and its log are deleted, too."
    intent="delete"
    button={{ text: 'Delete', busyText: 'Deleting...' }}
    back={`/webhooks/${id}`}
    busy={busy}
  />
)
