import { Pagination } from '../../../ui/pagination.tsx'
import { type ArticlePage, CATEGORIES, categoryPath, TRENDING_CATEGORIES } from '../../articles/articles.ts'
import { ArticleGrid } from './article-grid.tsx'
import { BeyondLastPage } from './beyond-last-page.tsx'
import { FeaturedArticle } from './featured-article.tsx'
import { pageUnavailable } from './messages.ts'
import { NewsStrip } from './news-strip.tsx'
import styles from './home-view.module.css'
import { toTint } from './category-tint.ts'

/** Shows the home page of a site: its newest articles, the first of them as the lead story. */
export function HomeView({ page, siteName }: { page: ArticlePage; siteName: string }) {
  const [featured, ...latest] = page.articles
  return (
    <>
      <NewsStrip />
      <div className="wrap">
        <h1 className="sr-only">{siteName}</h1>
        {featured ? <FeaturedArticle article={featured} /> : <NoArticles page={page} />}
        <TrendingTopics />
        {latest.length > 0 && (
          <section id="latest" aria-labelledby="latest-title">
            <h2 id="latest-title" className="section-title">
              Latest News
            </h2>
            <ArticleGrid articles={latest} />
          </section>
        )}
        <Pagination page={page.page} pageCount={page.pageCount} pathname="/" />
        <BrowseByCategory />
      </div>
    </>
  )
}

function NoArticles({ page }: { page: ArticlePage }) {
  if (page.isUnavailable)
    return <p className="py-[clamp(3rem,10vh,7rem)] text-center deck">{pageUnavailable}</p>
  if (page.total > 0) return <BeyondLastPage pathname="/" pageCount={page.pageCount} />
  return (
    <div className="py-[clamp(3rem,10vh,7rem)] text-center">
      <p className="headline text-headline">No articles yet.</p>
      <p className="mt-3 text-muted">
        <a className="link" href="/publisher">
          Open the Publisher
        </a>{' '}
        and write the first one; it appears here at once.
      </p>
    </div>
  )
}

function TrendingTopics() {
  return (
    <section className={styles.topics} aria-labelledby="trending-title">
      <h2 id="trending-title" className="kicker">
        Trending Topics
      </h2>
      <ul>
        {TRENDING_CATEGORIES.map((category) => (
          <li key={category}>
            <a href={categoryPath(category)}>{category}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function BrowseByCategory() {
  return (
    <section id="categories" aria-labelledby="categories-title">
      <h2 id="categories-title" className="section-title">
        Browse by Category
      </h2>
      <ul className={styles.tiles}>
        {CATEGORIES.map((category) => (
          <li key={category}>
            <a className={toTint(category)} href={categoryPath(category)}>
              {category}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
