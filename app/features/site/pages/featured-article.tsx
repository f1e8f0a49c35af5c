import { toDir } from '../../../shared/directions.ts'
import { type ArticleCard, articlePath } from '../../articles/articles.ts'
import { EXCERPT_LENGTH } from '../../articles/markdown/markdown.ts'
import { AuthorLinks } from './author-links.tsx'
import { Cover } from './cover.tsx'
import { isLongTitle, toTextAttributes } from './text-shape.ts'
import { LocalTime, ReadingTime } from './local-time.tsx'
import styles from './featured-article.module.css'
import { useSay } from '../../../ui/language.ts'

/** Shows the lead story of the home page. */
export function FeaturedArticle({ article }: { article: ArticleCard }) {
  const say = useSay()
  const description = article.metaDescription ?? toFeaturedExcerpt(article.excerpt)
  return (
    <article className={styles.hero} {...toTextAttributes(article, say.language)}>
      <Cover article={article} eager />
      <div>
        <p className={styles.flag}>{say('Featured')}</p>
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
          <LocalTime date={article.publishedAt} length="short" />
          <ReadingTime minutes={article.readingMinutes} />
        </p>
      </div>
    </article>
  )
}

// The stored excerpt is cut at this length, so a full one gets an ellipsis.
const toFeaturedExcerpt = (excerpt: string) =>
  Array.from(excerpt).length < EXCERPT_LENGTH ? excerpt : `${excerpt.trimEnd()}…`
