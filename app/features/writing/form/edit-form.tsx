import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { toRevisionsPath } from '../../articles/revisions/revisions.ts'
import type { ChoosablePicture } from '../../articles/pictures/pictures.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { DraftNotices } from '../drafts/draft-notices.tsx'
import type { DraftSaver } from '../drafts/draft-saver.ts'
import { type DraftFormValues, type SavedDraft, toDraftText, toSchedulePath } from '../drafts/drafts.ts'
import { SavedLink } from '../drafts/saved-link.tsx'
import { SaveDraftButton } from '../drafts/save-draft-button.tsx'
import { useDraft } from '../drafts/use-draft.ts'
import { type Publishing, PublishProgress } from '../publish/publish-progress.tsx'
import { useMay } from '../../../shell/use-may.ts'
import { ShareLink } from './share-link.tsx'
import { PublishBar } from './publish-bar.tsx'
import { ReviewLink, SubmitButton } from './review-link.tsx'
import { RoomState } from './room-state.tsx'
import {
  type DraftErrors,
  type DrawCover,
  type EditableArticle,
  type TranslatedArticle,
  toStep,
  toUnpublishPath,
} from '../writing.ts'
import { readForm, WritingForm } from './writing-form.tsx'

/** What the form of an existing article shows. */
export interface EditFormProps {
  article: EditableArticle
  sites: TargetSite[]
  pictures: ChoosablePicture[]
  translations: TranslatedArticle[]
  unavailableReason: string | undefined
  drawCover: DrawCover
  /** The time zone of the author, as the browser named it last. */
  timeZone: string
  /** The time in a form that was refused. */
  dueAt?: string | undefined
  /** Set while the form is being sent. */
  publishing: Publishing | undefined
  /** Names the next save of the form. */
  saveId: string
  /** The working copy on the server. */
  draft: SavedDraft | undefined
  accountId: string
  errors?: DraftErrors | undefined
  typed?: DraftFormValues | undefined
  /** The versions that a refused form was made from, or that it shows. */
  sent?: { version?: string; draftVersion: string } | undefined
  /** The next plan, as a sentence. */
  planned?: string | undefined
  /** True if the form before this one has saved the article. */
  wasSaved: boolean
}

/** The form of one of the account's own articles. It saves the working copy while it is written. */
export function EditForm({
  accountId,
  saveId,
  article,
  draft,
  publishing,
  typed,
  sent,
  planned,
  wasSaved,
  drawCover,
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
    wasSaved,
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
        accountId={accountId}
        draft={typed ?? start.text}
        slug={article.slug}
        deliveries={article.deliveries}
        pageOf={article.pageOf}
        hidden={
          <>
            <input type="hidden" name="version" defaultValue={versions.version} />
            <input type="hidden" name="draftVersion" defaultValue={versions.draftVersion} />
            <input type="hidden" name="saveId" defaultValue={nameOfSave} />
          </>
        }
        onChange={change}
        onSubmit={submit}
        toDrawing={(tags, cover) => drawCover({ id: article.id, tags, cover })}
        planned={planned}
        state={
          <RoomState step={toStep(article, planned)} saving={state}>
            <ReviewLink
              id={article.id}
              review={draft?.review}
              isChanged={state.version !== start.version}
              saver={saver}
            />
            <Whereabouts {...{ article, planned, saver }} />
          </RoomState>
        }
        compare={isPublished && <CompareLink {...{ article, saver }} />}
        renderBar={(parts) => (
          <PublishBar
            busy={isBusy}
            isLive={isPublished}
            saving={state}
            others={
              <OtherActions
                {...{ articleId: article.id, isPublished, isBusy, saver, sites }}
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

type Saver = RefObject<DraftSaver | undefined>

interface WhereaboutsProps extends Pick<EditFormProps, 'article' | 'planned'> {
  saver: Saver
}

/** Where the article will be, and where it is. */
const Whereabouts = ({ article, planned, saver }: WhereaboutsProps) => (
  <>
    {planned && (
      <SavedLink to={toSchedulePath(article.id)} saver={saver}>
        {planned}
      </SavedLink>
    )}
    {article.url && (
      <a className="link" href={article.url}>
        View it
      </a>
    )}
  </>
)

/** Leads to what readers would see changed. The text is a revision then. */
const CompareLink = ({ article, saver }: Omit<WhereaboutsProps, 'planned'>) => (
  <SavedLink to={toRevisionsPath(article.id)} saver={saver} isRevision>
    Compare with what readers see
  </SavedLink>
)

function OtherActions({
  articleId,
  isPublished,
  isBusy,
  saver,
  hasChanges,
  sites,
}: {
  articleId: string
  isPublished: boolean
  isBusy: boolean
  saver: Saver
  /** True if there is a working copy. */
  hasChanges: boolean
  sites: TargetSite[]
}) {
  const mayPublish = useMay('publish')
  return (
    <>
      {isPublished || !mayPublish ? (
        <SaveDraftButton intent="keep" isBusy={isBusy} saver={saver} />
      ) : (
        <Button busy={isBusy} intent="save">
          Save Draft
        </Button>
      )}
      <SubmitButton {...{ sites, isBusy }} />
      <SavedLink to={toRevisionsPath(articleId)} saver={saver}>
        Revisions
      </SavedLink>
      {mayPublish && (
        <SavedLink to={toSchedulePath(articleId)} saver={saver}>
          Schedule
        </SavedLink>
      )}
      {(hasChanges || !isPublished) && <ShareLink id={articleId} saver={saver} />}
      <Button busy={isBusy} intent="duplicate">
        Duplicate
      </Button>
      {isPublished && mayPublish && (
        <Link className="link text-small" to={toUnpublishPath(articleId)}>
          Unpublish
        </Link>
      )}
      {hasChanges && (
        <SavedLink to={`/articles/${articleId}?ask=discard`} saver={saver} isDangerous>
          Discard changes
        </SavedLink>
      )}
      {mayPublish && (
        <Link className="link text-small text-bad" data-apart to={`/articles/${articleId}?ask=delete`}>
          Delete
        </Link>
      )}
    </>
  )
}
