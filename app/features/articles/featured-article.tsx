import { toShortDate } from '../../shared/dates.ts'
import { type ArticleCard, articlePath, authorPath, FEATURED_EXCERPT_LENGTH } from './articles.ts'
import { Cover } from './cover.tsx'
import { isLongTitle, toTextAttributes } from './text-shape.ts'

/** The lead story of the home page. */
export function FeaturedArticle({ article }: { article: ArticleCard }) {
  return (
    <article className="hero" {...toTextAttributes(article.lang)}>
      <Cover article={article} eager />
      <div className="hero-text">
        <p className="flag">Featured</p>
        <h2 className={isLongTitle(article.title) ? 'headline is-long' : 'headline'}>
          <a href={articlePath(article)}>{article.title}</a>
        </h2>
        <p className="deck">{article.metaDescription ?? toFeaturedExcerpt(article.excerpt)}</p>
        <p className="meta">
          <a href={authorPath(article.author)}>{article.author}</a>
          <time dateTime={article.publishedAt.toISOString()}>{toShortDate(article.publishedAt)}</time>
          <span>{article.readingMinutes} min</span>
        </p>
      </div>
    </article>
  )
}

// The store keeps no more than is shown here: a text of that length goes on.
const toFeaturedExcerpt = (excerpt: string) =>
  Array.from(excerpt).length < FEATURED_EXCERPT_LENGTH ? excerpt : `${excerpt.trimEnd()}…`
