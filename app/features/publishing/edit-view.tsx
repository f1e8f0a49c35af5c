import { type RefObject, useRef } from 'react'
import { Form, Link } from 'react-router'
import { toShortDate } from '../../shared/dates.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button } from '../../ui/button.tsx'
import { Toast } from '../../ui/toast.tsx'
import type { TargetSite } from '../target-sites/target-sites.ts'
import { AttemptLog } from './attempt-log.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { toSavedMessage } from './messages.ts'
import { PublishBar } from './publish-bar.tsx'
import { type Publishing, PublishProgress } from './publish-progress.tsx'
import {
  type DraftErrors,
  type EditableArticle,
  type PublishSummary,
  toUnpublishPath,
  type TypedDraft,
} from './publishing.ts'
import { useLeaveWarning } from './use-leave-warning.ts'
import { WritingForm } from './writing-form.tsx'

interface EditViewProps {
  article: EditableArticle
  sites: TargetSite[]
  hindrance: string | undefined
  /** While it is on its way. */
  publishing: Publishing | undefined
  /** Whether the question before a deletion is being asked. */
  isAsked: boolean
  refusal?: { title: string; description?: string } | undefined
  errors?: DraftErrors | undefined
  typed?: TypedDraft | undefined
  /** What became of the last save. */
  saved?: Pick<PublishSummary, 'succeeded' | 'failed'> | undefined
}

/** One of the account's own articles, to be changed, taken off its sites, or deleted. */
export function EditView({ article, isAsked, publishing, refusal, saved, ...props }: EditViewProps) {
  if (isAsked || article.state === 'deleting')
    return <Deletion article={article} busy={publishing !== undefined} />
  return (
    <>
      <Head article={article} />
      <EditForm key={article.version} {...{ article, publishing }} {...props} />
      <section className="panel mt-5" aria-labelledby="sites-of-article">
        <h2 id="sites-of-article">Where it is</h2>
        {article.deliveries.length === 0 && (
          <p className="text-muted">On the main site alone. Tick a site above, and save.</p>
        )}
        <DeliveryList deliveries={article.deliveries} />
        <AttemptLog attempts={article.attempts} />
      </section>
      {!publishing && refusal && <Toast {...refusal} tone="bad" />}
      {!publishing && saved && <Saved article={article} saved={saved} />}
    </>
  )
}

function Saved({ article, saved }: { article: EditableArticle; saved: NonNullable<EditViewProps['saved']> }) {
  return (
    <Toast {...toSavedMessage(article.state === 'published', saved)} tone={saved.failed > 0 ? 'bad' : 'ok'} />
  )
}

function Head({ article }: { article: EditableArticle }) {
  const { url, state, publishedAt, updatedAt } = article
  return (
    <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-small text-muted">
      <Link className="link" to="/articles">
        All articles
      </Link>
      {publishedAt && <span>Published {toShortDate(publishedAt)}</span>}
      <span>
        {state === 'draft' ? 'Draft, changed' : 'Changed'} {toShortDate(updatedAt)}
      </span>
      {url && (
        <a className="link" href={url}>
          View it
        </a>
      )}
    </p>
  )
}

type EditFormProps = Pick<
  EditViewProps,
  'article' | 'sites' | 'hindrance' | 'publishing' | 'errors' | 'typed'
>

function EditForm({ article, sites, hindrance, publishing, errors, typed }: EditFormProps) {
  const form: RefObject<HTMLFormElement | null> = useRef(null)
  const warn = useLeaveWarning()
  const isBusy = publishing !== undefined
  const isPublished = article.state === 'published'
  return (
    <WritingForm
      {...{ form, sites, hindrance, errors, isBusy }}
      id={article.id}
      draft={typed ?? article.typed}
      slug={article.slug}
      hidden={<input type="hidden" name="version" value={article.version} />}
      onChange={() => warn(true)}
      onSubmit={() => warn(false)}
      renderBar={(problem) => (
        <PublishBar
          busy={isBusy}
          action={isPublished ? SAVE : undefined}
          others={<Others articleId={article.id} isPublished={isPublished} isBusy={isBusy} />}
          hindrance={problem}
        >
          {publishing && <PublishProgress sites={sites} {...publishing} />}
        </PublishBar>
      )}
    />
  )
}

const SAVE = { intent: 'save', text: 'Save Changes', busyText: 'Saving...' }

function Others({
  articleId,
  isPublished,
  isBusy,
}: {
  articleId: string
  isPublished: boolean
  isBusy: boolean
}) {
  return (
    <>
      {isPublished ? (
        <Link className="button" to={toUnpublishPath(articleId)}>
          Unpublish
        </Link>
      ) : (
        <Button busy={isBusy} intent="save">
          Save Draft
        </Button>
      )}
      <Link className="link text-small" to={`/articles/${articleId}?ask=delete`}>
        Delete
      </Link>
    </>
  )
}

function Deletion({ article, busy }: { article: EditableArticle; busy: boolean }) {
  const { id, title, state, deliveries } = article
  const places = deliveries.filter((delivery) => delivery.state !== 'removed')
  if (state !== 'deleting')
    return (
      <AskFirst
        title={`Delete “${title}”?`}
        text={`It disappears here${places.length > 0 ? `, and from ${places.map(({ siteName }) => siteName).join(', ')}` : ''}. There is no way back.`}
        action={`/articles/${id}`}
        intent="delete"
        button={{ text: 'Delete', busyText: 'Deleting...' }}
        back={`/articles/${id}`}
        busy={busy}
      />
    )
  return (
    <section className="panel">
      <h2>“{title}” is being deleted</h2>
      <p className="panel-lead">It is gone here, and goes for good as soon as these sites have lost it.</p>
      <DeliveryList deliveries={places} />
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
