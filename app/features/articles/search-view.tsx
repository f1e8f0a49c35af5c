import { Children } from 'react'
import { unread } from './messages.ts'
import { hitPath, QUERY_MIN_LENGTH, type SearchHit, splitAtMatches } from './search.ts'

interface SearchViewProps {
  typed: string
  /** Undefined while the query is too short. */
  hits: SearchHit[] | 'unread' | undefined
}

/** The search page, for visitors without scripts. */
export function SearchView({ typed, hits }: SearchViewProps) {
  return (
    <div className="wrap search-page">
      <h1 className="headline">Search</h1>
      <search>
        <form action="/search" className="search-form">
          <input
            className="input"
            type="search"
            name="q"
            aria-label="Search articles"
            placeholder="Search articles..."
            defaultValue={typed}
            maxLength={100}
          />
          <button type="submit" className="button is-primary">
            Search
          </button>
        </form>
      </search>
      <Results typed={typed} hits={hits} />
    </div>
  )
}

function Results({ typed, hits }: SearchViewProps) {
  if (!hits) return typed ? <p className="text-muted">Type at least {QUERY_MIN_LENGTH} characters.</p> : null
  if (hits === 'unread') return <p role="alert">{unread}</p>
  if (hits.length === 0) return <p className="text-muted">No results found.</p>
  return (
    <ol className="search-hits">
      {hits.map((hit) => (
        <li key={hit.id}>
          <a href={hitPath(hit)}>{hit.title}</a>
          <p>
            <Marked text={hit.passage ?? hit.metaDescription ?? ''} query={typed} />
          </p>
          <p className="meta">
            <span>{hit.date}</span>
            {hit.category && <span>{hit.category}</span>}
            <span>{hit.author}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}

const Marked = ({ text, query }: { text: string; query: string }) =>
  Children.toArray(
    splitAtMatches(text, query.trim()).map((part, place) => (place % 2 === 1 ? <mark>{part}</mark> : part)),
  )
