import { type ComponentProps, useState } from 'react'
import { Field, TextArea } from '../../../ui/field.tsx'
import { SITE_LANGUAGES } from '../../../shared/languages.ts'
import { LengthHint } from '../../../ui/length-hint.tsx'
import { META_DESCRIPTION_HINT, toQuickSlug } from '../../articles/articles.ts'
import { AuthorField } from './author-field.tsx'
import { ContentField } from './content-field.tsx'
import { CoverField } from './cover-field.tsx'
import type { DraftText } from '../drafts/drafts.ts'
import { TagsField } from './tags-field.tsx'
import { TitleField } from './title-field.tsx'
import type { TextFacts } from './use-text-facts.ts'
import { TranslationField } from './translation-field.tsx'
import type { DraftErrors, TranslatedArticle } from '../writing.ts'
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

type ArticlePaperProps = ArticleFieldsProps &
  Omit<ComponentProps<typeof CoverField>, 'cover' | 'error'> &
  Omit<ComponentProps<typeof ContentField>, 'name' | 'defaultValue' | 'error'>

/** What readers will see of an article: its cover, its title, its description and its text, in their measure. */
export function ArticlePaper(props: ArticlePaperProps) {
  const { pictures, facts, toDrawing, slots, toggleFocus, onScroll, ...of } = props
  const { draft, errors } = of
  const [description, setDescription] = useState(draft.metaDescription)
  return (
    <div className={styles.paper}>
      <CoverField cover={draft.cover} error={errors.cover} {...{ pictures, facts, toDrawing }} />
      <div className={styles.title}>
        <TitleField {...toAttributes(of, 'title')} />
      </div>
      <div className={styles.deck}>
        <TextArea
          label="Meta Description"
          rows={1}
          placeholder="Description for cards and search engines"
          {...toAttributes(of, 'metaDescription')}
          hint={<LengthHint text={description} {...META_DESCRIPTION_HINT} />}
          onInput={(event) => setDescription(event.currentTarget.value)}
        />
      </div>
      <ContentField {...toAttributes(of, 'content')} {...{ slots, toggleFocus, onScroll }} />
    </div>
  )
}

const LANGUAGES = [...SITE_LANGUAGES, 'pt-BR', 'fa', 'it', 'ko', 'nl', 'ru', 'tr', 'uk', 'ur', 'zh']

// Any other tag can be typed.
const LanguageField = (props: Pick<ComponentProps<typeof Field>, 'name' | 'defaultValue' | 'error'>) => (
  <>
    <Field
      label="Language"
      placeholder="As its letters say, or else that of the site"
      list="languages"
      autoComplete="off"
      spellCheck={false}
      hint="A tag such as de, ar or pt-BR."
      {...props}
    />
    <datalist id="languages">
      {LANGUAGES.map((tag) => (
        <option key={tag} value={tag}>
          {tag}
        </option>
      ))}
    </datalist>
  </>
)

interface ArticleDetailsProps extends ArticleFieldsProps {
  facts: TextFacts
  translations: TranslatedArticle[]
}

/** The other fields of an article (spec §2, Article Details). */
export function ArticleDetails({ facts, translations, ...of }: ArticleDetailsProps) {
  const { draft, slug } = of
  return (
    <section className="panel" aria-label="Fields">
      <AuthorField {...toAttributes(of, 'author')} />
      <TagsField {...toAttributes(of, 'tags')} />
      <Field label="Keywords (comma-separated)" {...toAttributes(of, 'keywords')} />
      <Field label="Canonical URL" type="url" placeholder="https://" {...toAttributes(of, 'canonicalUrl')} />
      <LanguageField {...toAttributes(of, 'lang')} />
      <TranslationField
        {...toAttributes(of, 'translationOf')}
        language={draft.lang}
        translations={translations}
      />
      {slug === undefined ? (
        <p className="text-small wrap-anywhere text-muted">
          Its address will be /article/{toQuickSlug(facts.title) || '…'}
        </p>
      ) : (
        <Field
          label="Address"
          name="slug"
          defaultValue={draft.slug}
          hint={`/article/${slug}. After a change, the old address leads to the new one.`}
        />
      )}
    </section>
  )
}
