import { useEffect } from 'react'
import { Toast } from '../../ui/toast.tsx'
import type { TargetSite } from '../target-sites/target-sites.ts'
import { forgetDraft } from './kept-drafts.ts'
import { publishedDescription, publishedTitle } from './messages.ts'
import { PublishForm } from './publish-form.tsx'
import type { Publishing } from './publish-progress.tsx'
import { PublishSummary as Summary } from './publish-summary.tsx'
import type { DraftErrors, PublishSummary, TypedDraft } from './publishing.ts'
import { useDraftOffer } from './use-kept-draft.ts'

interface PublisherProps {
  accountId: string
  draftId: string
  author: string
  sites: TargetSite[]
  hindrance: string | undefined
  publishing: Publishing | undefined
  refusal?: { title: string; description?: string }
  errors?: DraftErrors
  typed?: TypedDraft
  summary?: PublishSummary
  /** The draft that the summary is of. */
  publishedId?: string
}

/** The publish screen: the form, empty again after a success and as it was typed after a refusal, and what became of it. */
export function PublisherView(props: PublisherProps) {
  const { accountId, publishing, typed, summary, publishedId, refusal } = props
  const { offer, taken, take, discard } = useDraftOffer(accountId, {
    isWanted: !typed && !summary,
    goneIds: [publishedId, typed?.draftId],
  })
  const draft = taken ?? typed
  useEffect(() => {
    if (publishedId) forgetDraft(accountId, publishedId, localStorage)
  }, [accountId, publishedId])
  const draftId = draft?.draftId ?? props.draftId
  return (
    <>
      {!publishing && <Result summary={summary} />}
      {offer && <Kept draft={offer} onTake={take} onDiscard={discard} />}
      <PublishForm
        key={draftId} // a new draft is a new form: nothing of the last one stays
        {...{ accountId, draftId, publishing }}
        sites={props.sites}
        errors={taken ? undefined : props.errors}
        hindrance={props.hindrance}
        typed={draft}
        defaultAuthor={props.author}
      />
      {!publishing && <Outcome refusal={refusal} summary={summary} />}
    </>
  )
}

const Result = ({ summary }: Pick<PublisherProps, 'summary'>) =>
  summary && <Summary key={summary.url} summary={summary} />

interface KeptProps {
  draft: { typed: TypedDraft; at: string; isTaken: boolean }
  onTake: () => void
  onDiscard: () => void
}

function Kept({ draft: { typed, at, isTaken }, onTake, onDiscard }: KeptProps) {
  const title = typed.title.trim() || 'a draft'
  return (
    <output className="restored">
      {isTaken ? `Restored what you had typed at ${at}.` : `You had begun “${title}” and typed until ${at}.`}{' '}
      {!isTaken && (
        <button type="button" className="link" onClick={onTake}>
          Go on with it
        </button>
      )}{' '}
      <button type="button" className="link" onClick={onDiscard}>
        Discard
      </button>
    </output>
  )
}

function Outcome({ refusal, summary }: Pick<PublisherProps, 'refusal' | 'summary'>) {
  if (refusal) return <Toast {...refusal} tone="bad" />
  if (!summary) return null
  const { succeeded, failed } = summary
  const tone = failed > 0 ? 'bad' : 'ok'
  return <Toast title={publishedTitle(succeeded)} description={publishedDescription(failed)} tone={tone} />
}
