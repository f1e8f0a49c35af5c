import { useRef } from 'react'
import type { TargetSite } from '../target-sites/target-sites.ts'
import { PublishBar } from './publish-bar.tsx'
import { type Publishing, PublishProgress } from './publish-progress.tsx'
import type { DraftErrors, TypedDraft } from './publishing.ts'
import { useClaim, useKeptDraft } from './use-kept-draft.ts'
import { WritingForm } from './writing-form.tsx'

interface PublishFormProps {
  accountId: string
  /** Names this writing, so that sending it twice publishes once. */
  draftId: string
  sites: TargetSite[]
  typed?: TypedDraft | undefined
  errors?: DraftErrors | undefined
  /** While it is on its way. */
  publishing?: Publishing | undefined
  defaultAuthor: string
  /** Why there can be no variations, as a sentence. */
  hindrance: string | undefined
}

/** Writes a new article (spec §2, Publisher), and keeps what was typed in this browser until it is published. */
export function PublishForm({
  accountId,
  draftId,
  typed,
  publishing,
  defaultAuthor,
  ...props
}: PublishFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { keptAt, saveLater, save } = useKeptDraft(accountId)
  useClaim(accountId, draftId)
  const isBusy = publishing !== undefined
  return (
    <WritingForm
      {...props}
      form={form}
      id={draftId}
      draft={typed ?? { ...emptyDraft, author: defaultAuthor }}
      errors={props.errors}
      isBusy={isBusy}
      onChange={saveLater}
      onSubmit={save}
      renderBar={(hindrance) => (
        <PublishBar busy={isBusy} note={keptAt && `Kept in this browser, ${keptAt}`} hindrance={hindrance}>
          {publishing && <PublishProgress sites={props.sites} {...publishing} />}
        </PublishBar>
      )}
    />
  )
}

const emptyDraft = {
  title: '',
  content: '',
  metaDescription: '',
  author: '',
  tags: '',
  keywords: '',
  canonicalUrl: '',
  siteIds: [] as string[],
  generateVariations: false,
}
