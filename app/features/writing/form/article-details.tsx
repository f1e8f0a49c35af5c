import { useState } from 'react'
import { Field, TextArea } from '../../../ui/field.tsx'
import { LengthHint } from '../../../ui/length-hint.tsx'
import { META_DESCRIPTION_HINT, toQuickSlug } from '../../articles/articles.ts'
import type { ChoosablePicture } from '../../articles/pictures/pictures.ts'
import { AuthorField } from './author-field.tsx'
import { ContentField } from './content-field.tsx'
import type { MarkdownEditorProps } from '../editor/editor.ts'
import { CoverField } from './cover-field.tsx'
import type { DraftText } from '../drafts/drafts.ts'
import { TagsField } from './tags-field.tsx'
import type { DraftErrors } from '../writing.ts'
import styles from '../writing.module.css'

interface ArticleFieldsProps {
  draft: DraftText
  /** The slug of an existing article; undefined for a new one. */
  slug?: string | undefined
  errors: DraftErrors
}

type InputName = Exclude<keyof DraftText, 'siteIds' | 'generateVariations' | 'slug'>

const toAttributes = ({ draft, errors }: ArticleFieldsProps, name: InputName) => ({
  name,
  defaultValue: draft[name],
  error: errors[name] === 'required' ? 'Please fill in this field' : errors[name],
})

interface ArticlePaperProps extends ArticleFieldsProps {
  /** Called when the text is scrolled. */
  onScroll?: MarkdownEditorProps['onScroll']
}

/** The title and the text of an article, on paper as readers will see them. */
export function ArticlePaper({ onScroll, ...props }: ArticlePaperProps) {
  const { draft, slug } = props
  const [title, setTitle] = useState(draft.title)
  return (
    <div className={styles.paper}>
      <div className={styles.title}>
        <Field
          label="Title *"
          required
          {...toAttributes(props, 'title')}
          hint={slug === undefined && title.trim() && `/article/${toQuickSlug(title) || '…'}`}
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </div>
      <ContentField {...toAttributes(props, 'content')} onScroll={onScroll} />
    </div>
  )
}

interface ArticleDetailsProps extends ArticleFieldsProps {
  /** The newest pictures of the account. */
  pictures: ChoosablePicture[]
}

/** The other fields of an article (spec §2, Article Details). */
export function ArticleDetails({ pictures, ...props }: ArticleDetailsProps) {
  const { draft, slug, errors } = props
  const [description, setDescription] = useState(draft.metaDescription)
  return (
    <section className="panel" aria-labelledby="article-details">
      <h2 id="article-details">Article Details</h2>
      {slug !== undefined && (
        <Field
          label="Address"
          name="slug"
          defaultValue={draft.slug}
          hint={`/article/${slug}. Where it was keeps leading to where it is.`}
        />
      )}
      <TextArea
        label="Meta Description"
        rows={3}
        {...toAttributes(props, 'metaDescription')}
        hint={<LengthHint text={description} {...META_DESCRIPTION_HINT} />}
        onInput={(event) => setDescription(event.currentTarget.value)}
      />
      <CoverField cover={draft.cover} pictures={pictures} error={errors.cover} />
      <AuthorField {...toAttributes(props, 'author')} />
      <TagsField {...toAttributes(props, 'tags')} />
      <Field label="Keywords (comma-separated)" {...toAttributes(props, 'keywords')} />
      <Field
        label="Canonical URL"
        type="url"
        placeholder="https://"
        {...toAttributes(props, 'canonicalUrl')}
      />
    </section>
  )
}
