import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { UndoRun } from '../../../ui/undo-run.tsx'
import { toRevisionsPath } from '../../articles/revisions/revisions.ts'
import type { ChoosablePicture } from '../../articles/pictures/pictures.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { AttemptLog } from '../publish/attempt-log.tsx'
import { Deletion, Discarding } from './edit-questions.tsx'
import { EditHead } from './edit-head.tsx'
import { DeliveryList } from '../publish/delivery-list.tsx'
import { NewerText } from '../drafts/newer-text.tsx'
import { revisionRestored, toSavedMessage } from '../messages.ts'
import type { DraftSaver } from '../drafts/draft-saver.ts'
import { SavedLink } from '../drafts/saved-link.tsx'
import { SaveDraftButton } from '../drafts/save-draft-button.tsx'
import { PublishBar } from './publish-bar.tsx'
import { type Publishing, PublishProgress } from '../publish/publish-progress.tsx'
import { type PublishSummary } from '../../delivery/deliveries/deliveries.ts'
import { readForm, WritingForm } from './writing-form.tsx'
import { DraftNotices } from '../drafts/draft-notices.tsx'
import {
  type DraftState,
  type SavedDraft,
  toDraftText,
  toSchedulePath,
  toSharePath,
  type DraftFormValues,
} from '../drafts/drafts.ts'
import { revisionSaved, toNote } from '../drafts/messages.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { type DraftErrors, type EditableArticle, toStep, toUnpublishPath, UNDO_PATH } from '../writing.ts'

interface EditViewProps {
  article: EditableArticle
  sites: TargetSite[]
  pictures: ChoosablePicture[]
  unavailableReason: string | undefined
  /** Set while the form is being sent. */
  publishing: Publishing | undefined
  /** Names the next save of the form. */
  saveId: string
  /** The working copy on the server. */
  draft: SavedDraft | undefined
  accountId: string
  /** The question that the screen shows first: `delete` or `discard`. */
  asked: string | null
  refusal?: { title: string; description?: string } | undefined
  errors?: DraftErrors | undefined
  typed?: DraftFormValues | undefined
  /** The text that was saved after the form was opened, if the form was refused for that. */
  newer?: DraftState | undefined
  /** The versions that a refused form was made from, or that it shows. */
  sent?: { version?: string; draftVersion: string } | undefined
  /** The counts of the last save. */
  saved?: Pick<PublishSummary, 'succeeded' | 'failed'> | undefined
  /** The run that published it, which can be undone. */
  undoRunId?: string | undefined
  /** True if the working copy was saved as a revision. */
  isKept?: boolean | undefined
  /** True if a revision was just restored. */
  isRestored?: boolean
  /** The next plan, as a sentence. */
  planned?: string | undefined
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
  isRestored,
  planned,
  ...props
}: EditViewProps) {
  const busy = publishing !== undefined
  const question = article.state === 'deleting' ? 'delete' : asked
  if (question === 'delete' || question === 'discard') {
    const Question = QUESTIONS[question]
    return (
      <>
        <Question article={article} busy={busy} />
        {!busy && refusal && <Toast {...refusal} tone="bad" />}
      </>
    )
  }
  return (
    <>
      <EditHead article={article} planned={planned} />
      <EditForm key={`${article.id} ${article.version}`} {...{ article, publishing, planned }} {...props} />
      {props.newer && <NewerText text={props.newer.text.content} />}
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
      {!publishing && <Outcome article={article} {...{ refusal, saved, isKept, isRestored }} />}
    </>
  )
}

const QUESTIONS = { delete: Deletion, discard: Discarding }

function Outcome(of: Pick<EditViewProps, 'article' | 'refusal' | 'saved' | 'isKept' | 'isRestored'>) {
  const { article, refusal, saved, isKept, isRestored } = of
  if (refusal) return <Toast {...refusal} tone="bad" />
  if (saved) return <Saved article={article} saved={saved} />
  if (isKept) return <Toast title={revisionSaved} tone="ok" />
  return isRestored && <Toast {...revisionRestored} tone="ok" />
}

function Saved({ article, saved }: { article: EditableArticle; saved: NonNullable<EditViewProps['saved']> }) {
  return (
    <Toast {...toSavedMessage(article.state === 'published', saved)} tone={saved.failed > 0 ? 'bad' : 'ok'} />
  )
}

type EditFormProps = Pick<
  EditViewProps,
  | 'accountId'
  | 'saveId'
  | 'article'
  | 'draft'
  | 'sites'
  | 'pictures'
  | 'unavailableReason'
  | 'publishing'
  | 'errors'
  | 'typed'
  | 'sent'
  | 'planned'
>

function EditForm({
  accountId,
  saveId,
  article,
  draft,
  publishing,
  typed,
  sent,
  planned,
  ...choices
}: EditFormProps) {
  const { sites } = choices
  const [nameOfSave] = useState(saveId) // as long as the form starts from the same version
  const form: RefObject<HTMLFormElement | null> = useRef(null)
  const base = { version: article.version, text: toDraftText(article.typed) }
  const isBusy = publishing !== undefined
  const start = draft ?? { version: 0, text: base.text }
  const { state, saver, change, submit, isRenewed } = useDraft({
    accountId,
    draftId: article.id,
    form,
    isBusy,
    read: readForm,
    start,
    article: base,
    startBase: draft?.base,
  })
  const isPublished = article.state === 'published'
  const versions = { version: draft?.base?.version ?? article.version, draftVersion: start.version, ...sent }
  return (
    <>
      <DraftNotices {...{ state, saver, isRenewed }} />
      <WritingForm
        {...choices}
        errors={choices.errors}
        {...{ form, isBusy }}
        id={article.id}
        draft={typed ?? start.text}
        slug={article.slug}
        deliveries={article.deliveries}
        hidden={
          <>
            <input type="hidden" name="version" defaultValue={versions.version} />
            <input type="hidden" name="draftVersion" defaultValue={versions.draftVersion} />
            <input type="hidden" name="saveId" defaultValue={nameOfSave} />
          </>
        }
        onChange={change}
        onSubmit={submit}
        renderBar={(parts) => (
          <PublishBar
            busy={isBusy}
            step={toStep(article, planned)}
            schedule={
              <SavedLink to={toSchedulePath(article.id)} saver={saver}>
                Scheduled
              </SavedLink>
            }
            action={isPublished ? SAVE : undefined}
            note={toNote(state)}
            others={
              <OtherActions
                {...{ articleId: article.id, isPublished, isBusy, saver }}
                hasChanges={state.version > 0}
              />
            }
            {...parts}
          >
            {publishing && <PublishProgress sites={sites} {...publishing} />}
          </PublishBar>
        )}
      />
    </>
  )
}

const SAVE = { intent: 'save', text: 'Save Changes', busyText: 'Saving...' }

function OtherActions({
  articleId,
  isPublished,
  isBusy,
  saver,
  hasChanges,
}: {
  articleId: string
  isPublished: boolean
  isBusy: boolean
  saver: RefObject<DraftSaver | undefined>
  /** True if there is a working copy. */
  hasChanges: boolean
}) {
  return (
    <>
      {isPublished ? (
        <SaveDraftButton intent="keep" isBusy={isBusy} saver={saver} />
      ) : (
        <Button busy={isBusy} intent="save">
          Save Draft
        </Button>
      )}
      {isPublished && (
        <Link className="button" to={toUnpublishPath(articleId)}>
          Unpublish
        </Link>
      )}
      <SavedLink to={toRevisionsPath(articleId)} saver={saver}>
        Revisions
      </SavedLink>
      {(hasChanges || !isPublished) && (
        <SavedLink to={toSharePath(articleId)} saver={saver}>
          Share
        </SavedLink>
      )}
      {hasChanges && (
        <SavedLink to={`/articles/${articleId}?ask=discard`} saver={saver}>
          Discard changes
        </SavedLink>
      )}
      <Link className="link text-small" to={`/articles/${articleId}?ask=delete`}>
        Delete
      </Link>
    </>
  )
}
