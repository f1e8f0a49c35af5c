import { Form } from 'react-router'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { DeliveryList } from '../publish/delivery-list.tsx'
import type { EditableArticle } from '../writing.ts'
import { KeptText } from './kept-text.tsx'

interface QuestionProps {
  accountId: string
  article: EditableArticle
  busy: boolean
}

/** Asks before the working copy of an article is discarded. */
export const Discarding = ({ article: { id, title }, busy }: QuestionProps) => (
  <ConfirmPanel
    title={`Discard your changes of “${title}”?`}
    text="What you typed since it was last saved for its readers is deleted. Readers see no difference."
    intent="discard"
    button={{ text: 'Discard', busyText: 'Discarding...' }}
    back={`/articles/${id}`}
    backText="Keep them"
    busy={busy}
    isAlone
  />
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
