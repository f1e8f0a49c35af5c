import { useRef } from 'react'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { toRevisionsPath } from '../../articles/revisions/revisions.ts'
import { DraftNotices } from '../drafts/draft-notices.tsx'
import {
  type DraftState,
  type DraftText,
  mapTexts,
  type ShownReview,
  toSchedulePath,
} from '../drafts/drafts.ts'
import { useDraft } from '../drafts/use-draft.ts'
import type { ChoosablePicture } from '../../articles/pictures/pictures.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { SavedLink } from '../drafts/saved-link.tsx'
import { SaveDraftButton } from '../drafts/save-draft-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { useMay } from '../../../shell/use-may.ts'
import { ShareLink } from './share-link.tsx'
import { PublishBar } from './publish-bar.tsx'
import { ReviewLink, SubmitButton } from './review-link.tsx'
import { RoomState } from './room-state.tsx'
import { type Publishing, PublishProgress } from '../publish/publish-progress.tsx'
import { type DraftErrors, type DrawCover, toDiscardPath, type TranslatedArticle } from '../writing.ts'
import { readForm, WritingForm } from './writing-form.tsx'

interface PublishFormProps {
  accountId: string
  /** The id of the draft. A form that is sent twice with one id publishes once. */
  draftId: string
  sites: TargetSite[]
  pictures: ChoosablePicture[]
  translations: TranslatedArticle[]
  /** The draft on the server; undefined for a new one. */
  draft?: DraftState | undefined
  /** The state of its review. */
  review?: ShownReview | null | undefined
  /** The values of a form that was refused, and the version of the draft that it was made from. */
  typed?: DraftText | undefined
  sentVersion?: number | undefined
  errors?: DraftErrors | undefined
  /** Set while the form is being sent. */
  publishing?: Publishing | undefined
  defaultAuthor: string
  /** What stands in the form for the first article. */
  sample?: string | undefined
  drawCover: DrawCover
  /** The time zone of the author, as the browser named it last. */
  timeZone: string
  /** The time in a form that was refused. */
  dueAt?: string | undefined
  /** The reason why there can be no variations, as a sentence. */
  unavailableReason: string | undefined
}

/** The form for a new article (spec §2, Publisher). It saves the draft while it is written. */
export function PublishForm({
  accountId,
  draftId,
  draft,
  review,
  typed,
  sentVersion,
  publishing,
  defaultAuthor,
  sample = '',
  drawCover,
  ...props
}: PublishFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isBusy = publishing !== undefined
  const start = draft ?? { version: 0, text: { ...emptyText, author: defaultAuthor, content: sample } }
  const { id, state, saver, change, submit, isRenewed } = useDraft({
    accountId,
    draftId,
    form,
    isBusy,
    read: readForm,
    start,
  })
  return (
    <>
      <DraftNotices {...{ state, saver, isRenewed }} />
      <WritingForm
        {...props}
        errors={props.errors}
        form={form}
        action="/publisher"
        {...{ id, accountId }}
        draft={typed ?? start.text}
        isBusy={isBusy}
        hidden={<input type="hidden" name="draftVersion" defaultValue={sentVersion ?? start.version} />}
        onChange={change}
        onSubmit={submit}
        toDrawing={(tags, cover) => drawCover({ id, tags, cover })}
        state={
          <RoomState step="Draft" saving={state}>
            <ReviewLink {...{ id, review, saver }} isChanged={state.version !== start.version} />
          </RoomState>
        }
        renderBar={(parts) => (
          <PublishBar
            busy={isBusy}
            saving={state}
            {...parts}
            others={
              <>
                <SaveDraftButton intent="save" isBusy={isBusy} saver={saver} />
                <SubmitButton sites={props.sites} isBusy={isBusy} />
                {state.version > 0 && <DraftLinks {...{ id, saver, isBusy }} />}
              </>
            }
          >
            {publishing && <PublishProgress sites={props.sites} {...publishing} />}
          </PublishBar>
        )}
      />
    </>
  )
}

interface DraftLinksProps {
  id: string
  saver: ReturnType<typeof useDraft>['saver']
  isBusy: boolean
}

const DraftLinks = ({ id, saver, isBusy }: DraftLinksProps) => (
  <>
    <SavedLink to={toRevisionsPath(id)} saver={saver}>
      Revisions
    </SavedLink>
    {useMay('publish') && (
      <SavedLink to={toSchedulePath(id)} saver={saver}>
        Schedule
      </SavedLink>
    )}
    <ShareLink {...{ id, saver }} />
    <Button busy={isBusy} intent="duplicate">
      Duplicate
    </Button>
    <SavedLink to={toDiscardPath(id)} saver={saver} isDangerous>
      Discard draft
    </SavedLink>
  </>
)

const emptyText: DraftText = { ...mapTexts(() => ''), siteIds: [MAIN_SITE_ID], generateVariations: false }
