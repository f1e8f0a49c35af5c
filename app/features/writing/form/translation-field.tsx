import { type ComponentProps, useRef, useState } from 'react'
import { nameLanguage } from '../../../shared/languages.ts'
import { Field } from '../../../ui/field.tsx'
import { useWordLookup } from '../../../ui/use-word-lookup.ts'
import { sameLanguage, translationChosen } from '../messages.ts'
import type { TranslatedArticle } from '../writing.ts'
import styles from '../writing.module.css'

interface TranslationFieldProps extends Pick<ComponentProps<typeof Field>, 'name' | 'defaultValue' | 'error'> {
  /** The language of the article, as it was saved; empty for none. */
  language: string
  /** The other articles of its group. */
  translations: TranslatedArticle[]
}

/** The answer of `/articles/find`. A text that was never published or planned is no article yet. */
interface FoundArticles {
  articles: { id: string; title: string; state: string }[]
}

/** The field for the article that this one is a translation of. It finds own articles by words of their titles. */
export function TranslationField({ language, translations, ...props }: TranslationFieldProps) {
  const group = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(String(props.defaultValue ?? ''))
  const [picked, setPicked] = useState<{ id: string; title: string }>()
  const isPicked = typed !== '' && (typed === picked?.id || typed === props.defaultValue)
  const found = useWordLookup<FoundArticles>('/articles/find', isPicked ? '' : typed.trim())
  const offered = found?.articles.filter(({ state }) => state === 'live' || state === 'draft') ?? []
  const write = (value: string) => {
    const field = group.current?.querySelector('input')
    if (!field) return
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true })) // the same event as for typing
    field.focus()
  }
  return (
    <div ref={group} className={`mb-4 ${isPicked && !props.error ? styles.picked : ''}`}>
      <Field
        label="Translation of"
        autoComplete="off"
        spellCheck={false}
        placeholder="Words of the title of the other article"
        hint="Or its address. Readers and search engines find each language."
        {...props}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {offered.length > 0 && (
        <p className={styles.offered}>
          <span className="sr-only">Your articles:</span>
          {offered.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              aria-label={`A translation of ${title}`}
              onClick={() => {
                setPicked({ id, title })
                write(id)
              }}
            >
              {title}
            </button>
          ))}
        </p>
      )}
      {isPicked && translations.length === 0 && (
        <p className="text-small wrap-anywhere">{typed === picked?.id ? picked.title : translationChosen}</p>
      )}
      {typed === (props.defaultValue ?? '') && <Translations {...{ language, translations }} />}
      {isPicked && (
        <button type="button" className="link text-small needs-scripts" onClick={() => write('')}>
          No translation of it
        </button>
      )}
    </div>
  )
}

function Translations({ language, translations }: Pick<TranslationFieldProps, 'language' | 'translations'>) {
  const isTwice = translations.some((other) => other.language?.toLowerCase() === language.toLowerCase())
  return (
    translations.length > 0 && (
      <>
        <ul className="text-small wrap-anywhere" aria-label="Its translations">
          {translations.map(({ id, title, language: other, isPublished }) => (
            <li key={id}>
              <a className="link" href={`/articles/${id}`}>
                {title}
              </a>{' '}
              ({other ? nameLanguage(other, 'en') : 'the language of its site'}
              {isPublished ? '' : ', not published'})
            </li>
          ))}
        </ul>
        {isTwice && <p className="text-small">{sameLanguage}</p>}
      </>
    )
  )
}
