import { useState } from 'react'
import { Field, TextArea } from '../../ui/field.tsx'
import { LengthHint } from '../../ui/length-hint.tsx'
import { toSlug } from '../articles/articles.ts'
import { ContentField } from './content-field.tsx'
import { type DraftErrors, META_DESCRIPTION_HINT, type TypedDraft } from './publishing.ts'

interface ArticleDetailsProps {
  draft: Omit<TypedDraft, 'draftId'>
  /** Of an article that has an address already. */
  slug?: string | undefined
  errors: DraftErrors
  /** Told how far down the text somebody has scrolled, from 0 to 1. */
  onScroll?: (share: number) => void
}

/** What an article consists of (spec §2, Article Details). */
export function ArticleDetails({ draft, slug, errors, onScroll }: ArticleDetailsProps) {
  const [title, setTitle] = useState(draft.title)
  const [description, setDescription] = useState(draft.metaDescription)
  const attributes = (name: Exclude<keyof typeof draft, 'siteIds' | 'generateVariations'>) => ({
    name,
    defaultValue: draft[name],
    error: errors[name] === 'required' ? 'Please fill in this field' : errors[name],
  })
  return (
    <section className="panel" aria-labelledby="article-details">
      <h2 id="article-details">Article Details</h2>
      <Field
        label="Title *"
        required
        {...attributes('title')}
        hint={slug === undefined && title.trim() && `/article/${toSlug(title, '…')}`}
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      {slug !== undefined && (
        <Field
          label="Address"
          name="slug"
          defaultValue={slug}
          hint={`/article/${slug}. Where it was keeps leading to where it is.`}
        />
      )}
      <ContentField {...attributes('content')} onScroll={onScroll} />
      <TextArea
        label="Meta Description"
        rows={3}
        {...attributes('metaDescription')}
        hint={<LengthHint text={description} {...META_DESCRIPTION_HINT} />}
        onInput={(event) => setDescription(event.currentTarget.value)}
      />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field label="Author *" required autoComplete="name" {...attributes('author')} />
        <Field label="Tags (comma-separated)" {...attributes('tags')} />
        <Field label="Keywords (comma-separated)" {...attributes('keywords')} />
        <Field label="Canonical URL" type="url" placeholder="https://" {...attributes('canonicalUrl')} />
      </div>
    </section>
  )
}
