import { Children } from 'react'
import { toDir } from '../../../shared/directions.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import type { ArticleCard } from '../../articles/articles.ts'
import { ArticleGrid } from './article-grid.tsx'
import { pageUnavailable } from './messages.ts'
import { SearchForm } from './search-form.tsx'
import {
  hitPath,
  QUERY_MIN_LENGTH,
  type SearchHit,
  type SearchResult,
  toCountText,
} from '../../articles/search/search.ts'
import styles from './search-view.module.css'
import { useSay } from '../../../ui/language.ts'

interface SearchViewProps {
  typed: string
  /** Undefined while the query is too short. */
  found: SearchResult | 'unread' | undefined
  /** The newest articles, for a query that finds nothing. */
  newest: ArticleCard[]
}

/** Shows the search page: for visitors without scripts, and for more results than the palette shows. */
export function SearchView({ typed, found, newest }: SearchViewProps) {
  const say = useSay()
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className="headline">{say('Search')}</h1>
      <SearchForm typed={typed} />
      <Results {...{ typed, found, newest }} />
    </div>
  )
}

function Results({ typed, found, newest }: SearchViewProps) {
  const say = useSay()
  if (!found)
    return typed ? (
      <p className="text-muted">{say('Type at least {n} characters.', { n: QUERY_MIN_LENGTH })}</p>
    ) : null
  if (found === 'unread') return <p role="alert">{say(pageUnavailable)}</p>
  if (found.total === 0) return <NothingFound newest={newest} />
  const { hits, page, pageCount } = found
  return (
    <>
      <p className="meta">{toCountText(found, say)}</p>
      <ol className={styles.hits}>
        {hits.map((hit) => (
          <Hit key={hit.id} hit={hit} />
        ))}
      </ol>
      <Pagination
        page={page}
        pageCount={pageCount}
        pathname={`/search?${new URLSearchParams({ q: typed })}`}
      />
    </>
  )
}

function NothingFound({ newest }: Pick<SearchViewProps, 'newest'>) {
  const say = useSay()
  return (
    <>
      <p className="text-muted">{say('No results found.')}</p>
      {newest.length > 0 && (
        <section aria-labelledby="newest-title">
          <h2 id="newest-title" className="section-title">
            {say('Latest News')}
          </h2>
          <ArticleGrid articles={newest} />
        </section>
      )}
    </>
  )
}

function Hit({ hit }: { hit: SearchHit }) {
  const { language } = useSay()
  return (
    <li>
      <a href={hitPath(hit)} dir={toDir(hit.title, language)}>
        <Marked parts={hit.marked.title} />
      </a>
      <p dir={toDir(hit.marked.text.join(''), language)}>
        <Marked parts={hit.marked.text} />
      </p>
      <p className="meta">
        <span>{hit.date}</span>
        {hit.category && <span>{hit.category}</span>}
        <span>{hit.author}</span>
      </p>
    </li>
  )
}

const Marked = ({ parts }: { parts: string[] }) =>
  Children.toArray(parts.map((part, index) => (index % 2 === 1 ? <mark>{part}</mark> : part)))
