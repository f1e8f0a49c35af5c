import { Toast } from '../../../ui/toast.tsx'
import { UndoRun } from '../../../ui/undo-run.tsx'
import { AttemptLog } from '../publish/attempt-log.tsx'
import { Deletion, Discarding } from './edit-questions.tsx'
import { DeliveryList } from '../publish/delivery-list.tsx'
import { NewerText } from '../drafts/newer-text.tsx'
import { toSavedMessage } from '../messages.ts'
import { type PublishSummary } from '../../delivery/deliveries/deliveries.ts'
import { EditForm, type EditFormProps } from './edit-form.tsx'
import type { DraftState } from '../drafts/drafts.ts'
import { revisionSaved } from '../drafts/messages.ts'
import { type EditableArticle, hasSentence, UNDO_PATH } from '../writing.ts'

interface EditViewProps extends Omit<EditFormProps, 'wasSaved'> {
  /** The question that the screen shows first: `delete` or `discard`. */
  asked: string | null
  refusal?: { title: string; description?: string } | undefined
  /** The text that was saved after the form was opened, if the form was refused for that. */
  newer?: DraftState | undefined
  /** The counts of the last save. */
  saved?: Pick<PublishSummary, 'succeeded' | 'failed'> | undefined
  /** The run that published it, which can be undone. */
  undoRunId?: string | undefined
  /** True if the working copy was saved as a revision. */
  isKept?: boolean | undefined
  /** The toast after a revision was restored, or the text was planned. */
  done?: { title: string; description?: string | undefined } | undefined
}

/** The screen on which one of the account's own articles is changed, unpublished or deleted. */
export function EditView({
  article,
  asked,
  publishing,
  refusal,
  saved,
  undoRunId,
  isKept,
  done,
  newer,
  ...props
}: EditViewProps) {
  const busy = publishing !== undefined
  const { accountId, draft, sent } = props
  const question = article.state === 'deleting' ? 'delete' : asked
  if (question === 'delete' || question === 'discard') {
    const Question = QUESTIONS[question]
    return (
      <>
        <Question {...{ accountId, article, draft, sent, newer, busy }} />
        {!busy && refusal && <Toast {...refusal} tone="bad" />}
      </>
    )
  }
  return (
    <>
      <EditForm
        key={`${article.id} ${article.version}`}
        wasSaved={saved !== undefined}
        {...{ article, publishing }}
        {...props}
      />
      {newer && <NewerText text={newer.text.content} />}
      <section className="panel mt-5" aria-labelledby="sites-of-article">
        <h2 id="sites-of-article">Where it is</h2>
        {article.deliveries.length === 0 && (
          <p className="text-muted">On no site. Tick one above, and publish it.</p>
        )}
        <DeliveryList deliveries={article.deliveries} />
        {undoRunId && (
          <UndoRun key={undoRunId} runId={undoRunId} path={UNDO_PATH} what="what you published" />
        )}
        <AttemptLog attempts={article.attempts} />
      </section>
      {!publishing && (
        <Outcome article={article} errors={props.errors} {...{ refusal, saved, isKept, done }} />
      )}
    </>
  )
}

const QUESTIONS = { delete: Deletion, discard: Discarding }

function Outcome(of: Pick<EditViewProps, 'article' | 'errors' | 'refusal' | 'saved' | 'isKept' | 'done'>) {
  const { article, errors, refusal, saved, isKept, done } = of
  if (refusal) return <Toast {...refusal} tone="bad" isOnPage={hasSentence(errors)} />
  if (saved) return <Saved article={article} saved={saved} />
  if (isKept) return <Toast title={revisionSaved} tone="ok" />
  return done && <Toast {...done} tone="ok" />
}

function Saved({ article, saved }: { article: EditableArticle; saved: NonNullable<EditViewProps['saved']> }) {
  return (
    <Toast {...toSavedMessage(article.state === 'published', saved)} tone={saved.failed > 0 ? 'bad' : 'ok'} />
  )
}
