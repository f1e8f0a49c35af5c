import { toShortDate } from '../../../shared/dates.ts'
import { toDir } from '../../../shared/directions.ts'
import { type ArticleCard, articlePath } from '../../articles/articles.ts'
import { EXCERPT_LENGTH } from '../../articles/markdown/markdown.ts'
import { AuthorLinks } from './author-links.tsx'
import { Cover } from './cover.tsx'
import { isLongTitle, toTextAttributes } from './text-shape.ts'
import styles from './featured-article.module.css'

/** Shows the lead story of the home page. */
export function FeaturedArticle({ article }: { article: ArticleCard }) {
  const description = article.metaDescription ?? toFeaturedExcerpt(article.excerpt)
  return (
    <article className={styles.hero} {...toTextAttributes(article.lang)}>
      <Cover article={article} eager />
      <div>
        <p className={styles.flag}>Featured</p>
        <h2
          className={isLongTitle(article.title) ? `headline ${styles.isLong}` : 'headline'}
          dir={toDir(article.title)}
        >
          <a href={articlePath(article)}>{article.title}</a>
        </h2>
        <p className="deck" dir={toDir(description)}>
          {description}
        </p>
        <p className="meta">
          <AuthorLinks author={article.author} />
          <time dateTime={article.publishedAt.toISOString()}>{toShortDate(article.publishedAt)}</time>
          <span>{article.readingMinutes} min read</span>
        </p>
      </div>
    </article>
  )
}

// The stored excerpt is cut at this length, so a full one gets an ellipsis.
const toFeaturedExcerpt = (excerpt: string) =>
  Array.from(excerpt).length < EXCERPT_LENGTH ? excerpt : `${excerpt.trimEnd()}…`
