import { Form } from 'react-router'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { DeliveryList } from '../publish/delivery-list.tsx'
import type { DraftState } from '../drafts/drafts.ts'
import { NewerText } from '../drafts/newer-text.tsx'
import type { EditFormProps } from './edit-form.tsx'
import { KeptText } from './kept-text.tsx'

interface QuestionProps extends Pick<EditFormProps, 'accountId' | 'article' | 'draft' | 'sent'> {
  /** The working copy that was saved after the question was asked. */
  newer: DraftState | undefined
  busy: boolean
}

/** Asks before the working copy of an article is discarded. A newer one than this is not. */
export const Discarding = ({ article: { id, title }, draft, sent, newer, busy }: QuestionProps) => (
  <>
    <ConfirmPanel
      title={`Discard your changes of “${title}”?`}
      text="What you typed since it was last saved for its readers is deleted. Readers see no difference."
      intent="discard"
      fields={{ draftVersion: sent?.draftVersion ?? String(draft?.version ?? 0) }}
      button={{ text: 'Discard', busyText: 'Discarding...' }}
      back={`/articles/${id}`}
      backText="Keep them"
      busy={busy}
      isAlone
    />
    {newer && <NewerText text={newer.text.content} />}
  </>
)

/** Asks before an article is deleted, or lists the sites that still have it. */
export function Deletion({ accountId, article, busy }: QuestionProps) {
  const { id, title, state, deliveries } = article
  const remaining = deliveries.filter((delivery) => delivery.state !== 'removed')
  if (state !== 'deleting')
    return (
      <ConfirmPanel
        title={`Delete “${title}”?`}
        text={`It disappears here${remaining.length > 0 ? `, and from ${remaining.map(({ siteName }) => siteName).join(', ')}` : ''}. You can bring it back within an hour.`}
        intent="delete"
        button={{ text: 'Delete', busyText: 'Deleting...' }}
        back={`/articles/${id}`}
        busy={busy}
        isAlone
      />
    )
  return (
    <section className="panel">
      <h2>“{title}” is being deleted</h2>
      <p className="panel-lead">It is gone here. These sites still have it.</p>
      <DeliveryList deliveries={remaining} />
      <KeptText accountId={accountId} articleId={id} />
      <Form method="post" className="mt-4 flex flex-wrap gap-3">
        <Button isPrimary busy={busy} intent="redeliver">
          Try again now
        </Button>
        <Button isDangerous busy={busy} intent="forget">
          Forget it, whatever they still show
        </Button>
      </Form>
    </section>
  )
}
