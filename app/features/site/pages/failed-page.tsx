import type { ArticleCard } from '../../articles/articles.ts'
import { ArticleGrid } from './article-grid.tsx'
import { SearchForm } from './search-form.tsx'
import { useSay } from '../../../ui/language.ts'

interface FailedPageProps {
  status?: 404 | 503
  title: string
  text: string
  /** The newest articles of the site. With them, the page has a search field too. */
  newest?: ArticleCard[]
}

/** Shows the reason why a page cannot be shown, and links to other pages. The cover is always the same. */
export function FailedPage({ status = 404, title, text, newest }: FailedPageProps) {
  const say = useSay()
  const hasMore = newest !== undefined && newest.length > 0
  return (
    <div className="wrap">
      <div className="failed-page">
        <div>
          <p className="kicker">{status}</p>
          <h1 className="headline">{title}</h1>
          <p className="deck">{text}</p>
          {hasMore && <SearchForm />}
          <a className="button" href="/">
            {say('Back to Home')}
          </a>
        </div>
        <div className="cover">
          <img src="/covers/default-00000404.svg" alt="" width={800} height={500} />
        </div>
      </div>
      {hasMore && (
        <section className="print:hidden" aria-labelledby="newest-title">
          <h2 id="newest-title" className="section-title">
            {say('Latest Articles')}
          </h2>
          <ArticleGrid articles={newest} />
        </section>
      )}
    </div>
  )
}
