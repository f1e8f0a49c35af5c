import { Toast } from '../../ui/toast.tsx'
import type { TargetSite } from '../target-sites/target-sites.ts'
import { publishedDescription, publishedTitle } from './messages.ts'
import { PublishForm } from './publish-form.tsx'
import { PublishSummary as Summary } from './publish-summary.tsx'
import type { DraftErrors, PublishSummary, TypedDraft } from './publishing.ts'

interface PublisherProps {
  draftId: string
  author: string
  sites: TargetSite[]
  busy: boolean
  refusal?: { title: string; description?: string }
  errors?: DraftErrors
  typed?: TypedDraft
  summary?: PublishSummary
}

/** The publish screen: the form, empty again after a success and as it was typed after a refusal, and what became of it. */
export function PublisherView({ author, sites, busy, errors, typed, summary, ...props }: PublisherProps) {
  const draftId = typed?.draftId ?? props.draftId
  return (
    <>
      {!busy && summary && <Summary summary={summary} />}
      <PublishForm
        key={draftId} // a new draft is a new form: nothing of the last one stays
        {...{ draftId, sites, typed, errors, busy }}
        defaultAuthor={author}
      />
      {!busy && <Outcome refusal={props.refusal} summary={summary} />}
    </>
  )
}

function Outcome({ refusal, summary }: Pick<PublisherProps, 'refusal' | 'summary'>) {
  if (refusal) return <Toast {...refusal} tone="bad" />
  if (!summary) return null
  const { succeeded, failed } = summary
  const tone = failed > 0 ? 'bad' : 'ok'
  return <Toast title={publishedTitle(succeeded)} description={publishedDescription(failed)} tone={tone} />
}
