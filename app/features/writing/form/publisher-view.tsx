import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { v7 as uuidv7 } from 'uuid'
import { toShortDate } from '../../../shared/dates.ts'
import { useTextOwner } from '../../../shell/use-text-owner.ts'
import { Toast } from '../../../ui/toast.tsx'
import type { PublishSummary } from '../../delivery/deliveries/deliveries.ts'
import noticeStyles from '../drafts/draft-notices.module.css'
import { type BegunDraft, type DraftState, type DraftFormValues, type ShownReview } from '../drafts/drafts.ts'
import { FirstSteps } from './first-steps.tsx'
import { endKept } from '../drafts/kept-drafts.ts'
import { useDraftOffer } from '../drafts/use-draft-offer.ts'
import type { ChoosablePicture } from '../../articles/pictures/pictures.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { revisionSaved } from '../drafts/messages.ts'
import { openArticle, publishedDescription, publishedTitle, submitted } from '../messages.ts'
import { NewerText } from '../drafts/newer-text.tsx'
import { PublishForm } from './publish-form.tsx'
import type { Publishing } from '../publish/publish-progress.tsx'
import { PublishSummary as Summary } from '../publish/publish-summary.tsx'
import {
  type DraftErrors,
  type DrawCover,
  type FirstSteps as Steps,
  hasSentence,
  toDiscardPath,
  type TranslatedArticle,
} from '../writing.ts'

interface PublisherProps {
  accountId: string
  draftId: string
  author: string
  sites: TargetSite[]
  /** The first steps, for the owner of a new site. */
  firstSteps: Steps | undefined
  pictures: ChoosablePicture[]
  /** The articles that the draft is a translation of. */
  translations: TranslatedArticle[]
  unavailableReason: string | undefined
  drawCover: DrawCover
  timeZone: string
  /** The time in a form that was refused, or that was chosen in the calendar. */
  dueAt?: string | undefined
  /** The draft that the user continues. */
  draft: DraftState | undefined
  /** The state of its review. */
  review: ShownReview | null
  /** The draft to offer. */
  begun: BegunDraft | undefined
  publishing: Publishing | undefined
  refusal?: { title: string; description?: string }
  /** The path of the article that the draft became meanwhile, if that is the reason. */
  articlePath?: string | undefined
  errors?: DraftErrors
  typed?: DraftFormValues
  /** The saved draft, if it was saved elsewhere after the form was opened. */
  saved?: DraftState | undefined
  /** The version of the draft that a refused form was made from, or that it shows. */
  sentVersion?: number
  /** What stands in the form for the first article. */
  sample?: string | undefined
  summary?: PublishSummary
  /** True if it is the first article of the account. */
  isFirst?: boolean
  /** The run of the publish, which can be undone. */
  undoRunId?: string
  /** The path of the cover of the published article. */
  cover?: string
  /** True if the draft was saved as a revision. */
  isKept?: boolean
  /** True if it was submitted for review. */
  isSubmitted?: boolean
  /** The id of the draft that was published. */
  publishedId?: string
}

/**
 * The publish screen: the form and the result. After a success the form is empty, below the result. After a refusal it
 * has the typed values.
 */
export function PublisherView(props: PublisherProps) {
  const { accountId, publishing, typed, draft, saved, summary, publishedId, refusal, isKept } = props
  const owner = useTextOwner(accountId)
  useEffect(() => {
    if (publishedId) endKept(owner, publishedId, localStorage)
  }, [owner, publishedId])
  const nextId = useNextId(props.draftId, publishedId)
  const draftId = typed?.draftId ?? nextId
  return (
    <>
      {!publishing && (
        <Result summary={summary} isFirst={props.isFirst} cover={props.cover} undoRunId={props.undoRunId} />
      )}
      {!draft && !typed && <Before {...props} />}
      <PublishForm
        key={draftId} // a new draft is a new form, without values of the last one
        {...{ accountId, draftId, publishing, typed }}
        draft={saved ?? withoutPublished(props)}
        review={toReview(props)}
        sentVersion={props.sentVersion}
        sites={props.sites}
        pictures={props.pictures}
        translations={props.translations}
        errors={props.errors}
        unavailableReason={props.unavailableReason}
        defaultAuthor={props.author}
        sample={summary ? undefined : props.sample} // the answer comes before the screen is loaded again
        drawCover={props.drawCover}
        timeZone={props.timeZone}
        dueAt={props.dueAt}
      />
      {saved && <NewerText text={saved.text.content} />}
      {!publishing && (
        <Outcome
          {...{ refusal, summary, isKept }}
          articlePath={props.articlePath}
          errors={props.errors}
          isSubmitted={props.isSubmitted}
        />
      )}
    </>
  )
}

/** What stands before an empty form. */
const Before = (props: PublisherProps) => (
  <>
    {!props.summary && !props.sample && <FirstSteps steps={props.firstSteps} />}
    <DraftOffer {...props} />
  </>
)

const toReview = ({ review, draftId, publishedId }: PublisherProps) =>
  publishedId === draftId ? null : review

// The screen may still have the draft that was just published.
const withoutPublished = ({ draft, draftId, publishedId }: PublisherProps) =>
  publishedId === draftId ? undefined : draft

/**
 * Returns the id of the form. After a publish that is the new id that the server sent. If the screen could not be
 * loaded again, the browser makes a new id. The form must not continue the draft that was published.
 */
function useNextId(draftId: string, publishedId: string | undefined): string {
  const [own, setOwn] = useState<{ publishedId: string; id: string }>()
  if (publishedId !== undefined && publishedId === draftId && own?.publishedId !== publishedId)
    setOwn({ publishedId, id: uuidv7() })
  return own && own.publishedId === publishedId ? own.id : draftId
}

const Result = ({ summary, ...more }: Pick<PublisherProps, 'summary' | 'isFirst' | 'cover' | 'undoRunId'>) =>
  summary && <Summary key={summary.url} summary={summary} {...more} />

type DraftOfferProps = Pick<PublisherProps, 'accountId' | 'draftId' | 'begun' | 'summary' | 'publishedId'>

// After a publish it offers no other draft than what was typed until the answer.
function DraftOffer({ accountId, draftId, begun, summary, publishedId }: DraftOfferProps) {
  const drafts = { begun: summary ? undefined : begun, goneId: draftId, publishedId }
  const { offer, discardKept } = useDraftOffer(accountId, drafts)
  if (!offer) return null
  const { id, title, savedAt, path, isKept } = offer
  return (
    <output className={noticeStyles.offer} data-line>
      <span>
        You had begun “{title.trim() || 'a draft'}”{isKept ? ', which only this browser has' : ''}, on{' '}
        {toShortDate(savedAt)}.
      </span>
      <Link className="link is-alone" to={path}>
        Go on with it
      </Link>
      {isKept ? (
        <button type="button" className="link" onClick={discardKept}>
          Discard
        </button>
      ) : (
        <Link className="link is-alone" to={toDiscardPath(id)}>
          Discard
        </Link>
      )}
    </output>
  )
}

type OutcomeProps = Pick<
  PublisherProps,
  'errors' | 'refusal' | 'articlePath' | 'summary' | 'isKept' | 'isSubmitted'
>

function Outcome({ errors, refusal, articlePath, summary, isKept, isSubmitted }: OutcomeProps) {
  if (refusal)
    return (
      <Toast {...refusal} tone="bad" isOnPage={hasSentence(errors)}>
        {articlePath && (
          <Link className="link is-alone" to={articlePath}>
            {openArticle}
          </Link>
        )}
      </Toast>
    )
  if (isSubmitted && !summary) return <Toast title={submitted} tone="ok" />
  if (isKept && !summary) return <Toast title={revisionSaved} tone="ok" />
  if (!summary) return null
  const { succeeded, failed } = summary
  const tone = failed > 0 ? 'bad' : 'ok'
  return <Toast title={publishedTitle(succeeded)} description={publishedDescription(failed)} tone={tone} />
}
