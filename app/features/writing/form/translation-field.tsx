import { type ComponentProps, useRef, useState } from 'react'
import { validate as isUuid } from 'uuid'
import { nameLanguage } from '../../../shared/languages.ts'
import { Field } from '../../../ui/field.tsx'
import { useWordLookup } from '../../../ui/use-word-lookup.ts'
import { sameLanguage, translationChosen } from '../messages.ts'
import type { TranslatedArticle } from '../writing.ts'
import styles from '../writing.module.css'

interface TranslationFieldProps extends Pick<
  ComponentProps<typeof Field>,
  'name' | 'defaultValue' | 'error'
> {
  /** The language of the article, as it was saved; empty for none. */
  language: string
  /** The other articles of its group. */
  translations: TranslatedArticle[]
}

/** The answer of `/articles/find`. A text that was never published or planned is no article yet. */
interface FoundArticles {
  articles: { id: string; title: string; state: string }[]
}

interface Picked {
  id: string
  title: string
}

/** The field for the article that this one is a translation of. It finds own articles by words of their titles. */
export function TranslationField({ language, translations, ...props }: TranslationFieldProps) {
  const group = useRef<HTMLDivElement>(null)
  const saved = String(props.defaultValue ?? '')
  const [typed, setTyped] = useState(saved)
  const [picked, setPicked] = useState<Picked>()
  const isPicked = isUuid(typed) && [picked?.id, saved].includes(typed)
  const write = (value: string) => {
    const field = group.current?.querySelector('input')
    if (!field) return
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true })) // the same event as for typing
    field.focus()
  }
  const pick = (article: Picked) => {
    setPicked(article)
    write(article.id)
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
      <Offered words={isPicked ? '' : typed.trim()} pick={pick} />
      <Translations {...{ language }} translations={typed === saved ? translations : []} />
      {isPicked && <Chosen picked={picked} typed={typed} remove={() => write('')} />}
    </div>
  )
}

function Offered({ words, pick }: { words: string; pick: (article: Picked) => void }) {
  const found = useWordLookup<FoundArticles>('/articles/find', words)
  const offered = found?.articles.filter(({ state }) => state === 'live' || state === 'draft') ?? []
  return (
    offered.length > 0 && (
      <p className={styles.offered}>
        <span className="sr-only">Your articles:</span>
        {offered.map((article) => (
          <button
            key={article.id}
            type="button"
            aria-label={`A translation of ${article.title}`}
            onClick={() => pick(article)}
          >
            {article.title}
          </button>
        ))}
      </p>
    )
  )
}

interface ChosenProps {
  picked: Picked | undefined
  typed: string
  remove: () => void
}

const Chosen = ({ picked, typed, remove }: ChosenProps) => (
  <p className="text-small wrap-anywhere">
    {picked?.id === typed ? picked.title : translationChosen}{' '}
    <button type="button" className="link needs-scripts" onClick={remove}>
      Remove
    </button>
  </p>
)

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
