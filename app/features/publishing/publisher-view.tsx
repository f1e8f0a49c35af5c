import { useEffect, useRef } from 'react'
import { Toast } from '../../ui/toast.tsx'
import type { TargetSite } from '../target-sites/target-sites.ts'
import { forgetDraft } from './kept-drafts.ts'
import { publishedDescription, publishedTitle } from './messages.ts'
import { PublishForm } from './publish-form.tsx'
import type { Publishing } from './publish-progress.tsx'
import { PublishSummary as Summary } from './publish-summary.tsx'
import type { DraftErrors, PublishSummary, TypedDraft } from './publishing.ts'
import { useRestoredDraft } from './use-kept-draft.ts'

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
  const form = useRef<HTMLFormElement>(null)
  const { restored, discard } = useRestoredDraft(accountId, form, !typed && !summary)
  const isRestored = restored !== undefined && restored.typed.draftId !== publishedId && !typed
  const draft = isRestored ? restored.typed : typed
  useEffect(() => {
    if (publishedId) forgetDraft(accountId, publishedId, localStorage)
  }, [accountId, publishedId])
  const draftId = draft?.draftId ?? props.draftId
  return (
    <>
      {!publishing && <Result summary={summary} />}
      {isRestored && <Restored at={restored.at} onDiscard={discard} />}
      <PublishForm
        key={draftId} // a new draft is a new form: nothing of the last one stays
        {...{ form, accountId, draftId, publishing }}
        sites={props.sites}
        errors={props.errors}
        hindrance={props.hindrance}
        typed={draft}
        defaultAuthor={props.author}
      />
      {!publishing && <Outcome refusal={refusal} summary={summary} />}
    </>
  )
}

const Result = ({ summary }: Pick<PublisherProps, 'summary'>) => summary && <Summary summary={summary} />

function Restored({ at, onDiscard }: { at: string; onDiscard: () => void }) {
  return (
    <output className="restored">
      Restored what you had typed at {at}.{' '}
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
