import { toDir } from '../../../shared/directions.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import {
  type ArticleCard,
  type ArticlePage,
  CATEGORIES,
  categoryPath,
  TRENDING_CATEGORIES,
} from '../../articles/articles.ts'
import { ArticleGrid } from './article-grid.tsx'
import { BeyondLastPage } from './beyond-last-page.tsx'
import { FeaturedArticle } from './featured-article.tsx'
import { pageUnavailable } from './messages.ts'
import { NewsStrip } from './news-strip.tsx'
import styles from './home-view.module.css'
import { useSay } from '../../../ui/language.ts'

interface HomeViewProps {
  page: ArticlePage
  /** The newest articles of the site; unless given, those of the page. */
  newest?: ArticleCard[] | undefined
  siteName: string
  /** A line about the site; empty for none. */
  tagline?: string
  /** The first steps of the owner of a new site. Scripts show them to the owner only, and tick the finished ones. */
  firstSteps: { name: string; path: string; label: string }[]
}

/** Shows the home page of a site: its newest articles, the first of them as the lead story. */
export function HomeView({ page, newest = page.articles, siteName, tagline, firstSteps }: HomeViewProps) {
  const say = useSay()
  const [featured, ...latest] = page.articles
  return (
    <>
      {newest.length > 0 && <NewsStrip newest={newest} />}
      <div className="wrap">
        <h1 className="sr-only">{siteName}</h1>
        {tagline && (
          <p className="tagline" dir={toDir(tagline)}>
            {tagline}
          </p>
        )}
        {featured ? (
          <FeaturedArticle article={featured} />
        ) : (
          <NoArticles {...{ page, siteName, firstSteps }} />
        )}
        <TrendingTopics />
        {latest.length > 0 && (
          <section id="latest" aria-labelledby="latest-title">
            <h2 id="latest-title" className="section-title">
              {say('Latest News')}
            </h2>
            <ArticleGrid articles={latest} after={featured} isDense />
          </section>
        )}
        <Pagination page={page.page} pageCount={page.pageCount} pathname="/" />
        <BrowseByCategory />
      </div>
    </>
  )
}

function NoArticles({ page, siteName, firstSteps }: HomeViewProps) {
  const say = useSay()
  if (page.isUnavailable)
    return <p className="py-[clamp(3rem,10vh,7rem)] text-center deck">{say(pageUnavailable)}</p>
  if (page.total > 0) return <BeyondLastPage pathname="/" pageCount={page.pageCount} />
  return (
    <div className="py-[clamp(3rem,10vh,7rem)] text-center">
      <p className="headline text-headline">{siteName}</p>
      <p className="mt-3 text-muted">{say('No articles yet.')}</p>
      <ol className={styles.steps} data-first-steps aria-label="Your first steps" hidden>
        {firstSteps.map(({ name, path, label }) => (
          <li key={name} data-step={name}>
            <a className="link is-alone" href={path}>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </div>
  )
}

function TrendingTopics() {
  const say = useSay()
  return (
    <section className={styles.topics} aria-labelledby="trending-title">
      <h2 id="trending-title" className="kicker">
        {say('Trending Topics')}
      </h2>
      <ul>
        {TRENDING_CATEGORIES.map((category) => (
          <li key={category}>
            <a href={categoryPath(category)}>{say(category)}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function BrowseByCategory() {
  const say = useSay()
  return (
    <section id="categories" aria-labelledby="categories-title">
      <h2 id="categories-title" className="section-title">
        {say('Browse by Category')}
      </h2>
      <ul className={styles.tiles}>
        {CATEGORIES.map((category) => (
          <li key={category}>
            <a href={categoryPath(category)}>{say(category)}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
