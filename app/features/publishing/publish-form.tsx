import { useState } from 'react'
import { Form } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { toSlug } from '../articles/articles.ts'
import { noTargetSites } from './messages.ts'
import { type DraftErrors, META_DESCRIPTION_HINT, type TargetSite, type TypedDraft } from './publishing.ts'

interface PublishFormProps {
  /** Names this writing, so that sending it twice publishes once. */
  draftId: string
  sites: TargetSite[]
  typed?: TypedDraft
  errors?: DraftErrors
  busy: boolean
  defaultAuthor: string
}

/** Writes an article and chooses where it goes (spec §2, Publisher). A plain form; scripts only add the live hints. */
export function PublishForm({ draftId, sites, typed, errors, busy, defaultAuthor }: PublishFormProps) {
  const draft = typed ?? { ...emptyDraft, author: defaultAuthor }
  return (
    // Sent as it is: the other encoding makes three bytes of most signs, and a long text would be refused as too large.
    <Form method="post" encType="multipart/form-data" noValidate>
      <input type="hidden" name="draftId" value={draftId} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <ArticleDetails draft={draft} errors={errors ?? noErrors} />
        <div className="grid gap-5 xl:sticky xl:top-6">
          <TargetSites sites={sites} selected={draft.siteIds} error={errors?.siteIds} />
          <Button isPrimary busy={busy} busyText="Publishing...">
            Publish Article
          </Button>
        </div>
      </div>
    </Form>
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

const noErrors: DraftErrors = {}

type DraftFields = Omit<TypedDraft, 'draftId'>

function ArticleDetails({ draft, errors }: { draft: DraftFields; errors: DraftErrors }) {
  const [title, setTitle] = useState(draft.title)
  const [content, setContent] = useState(draft.content)
  const [description, setDescription] = useState(draft.metaDescription)
  const attributes = (name: Exclude<keyof DraftFields, 'siteIds' | 'generateVariations'>) => ({
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
        hint={title.trim() && `/article/${toSlug(title, '…')}`}
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      <TextArea
        label="Content * (Markdown supported)"
        required
        isCode
        rows={16}
        {...attributes('content')}
        hint={`${countWords(content).toLocaleString('en-US')} words`}
        onInput={(event) => setContent(event.currentTarget.value)}
      />
      <TextArea
        label="Meta Description"
        rows={3}
        {...attributes('metaDescription')}
        hint={<LengthHint length={Array.from(description).length} />}
        onInput={(event) => setDescription(event.currentTarget.value)}
      />
      <div className="grid gap-x-4 md:grid-cols-2">
        <Field label="Author *" required autoComplete="name" {...attributes('author')} />
        <Field label="Tags (comma-separated)" {...attributes('tags')} />
        <Field label="Keywords (comma-separated)" {...attributes('keywords')} />
        <Field label="Canonical URL" type="url" placeholder="https://" {...attributes('canonicalUrl')} />
      </div>
    </section>
  )
}

function LengthHint({ length }: { length: number }) {
  const { from, to } = META_DESCRIPTION_HINT
  const fits = length >= from && length <= to
  return (
    <span className={fits ? 'text-ok' : undefined}>
      {length} of {from}-{to} characters
    </span>
  )
}

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0

interface TargetSitesProps {
  sites: TargetSite[]
  selected: string[]
  error: string | undefined
}

function TargetSites({ sites, selected, error }: TargetSitesProps) {
  return (
    <fieldset className="panel min-w-0" aria-describedby={error ? 'error-siteIds' : undefined}>
      <legend className="contents">
        <span className="mb-3 block font-semibold">Target Sites</span>
      </legend>
      {error && (
        <p id="error-siteIds" className="mb-3 text-small text-bad">
          {error}
        </p>
      )}
      {sites.length === 0 && <p className="text-muted">{noTargetSites}</p>}
      <ul className="grid gap-2">
        {sites.map(({ id, name, url }) => (
          <li key={id}>
            <label className="choice">
              <input type="checkbox" name="siteIds" value={id} defaultChecked={selected.includes(id)} />
              <span className="font-[550]">{name}</span>
              <span className="text-small wrap-anywhere text-muted">{url}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
