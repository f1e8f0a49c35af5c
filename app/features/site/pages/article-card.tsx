import { toShortDate } from '../../../shared/dates.ts'
import { toDir } from '../../../shared/directions.ts'
import { toExcerpt } from '../../../shared/text.ts'
import { type ArticleCard, articlePath, CARD_EXCERPT_LENGTH } from '../../articles/articles.ts'
import { AuthorLinks } from './author-links.tsx'
import { Cover } from './cover.tsx'
import { TagLine } from './tag-line.tsx'
import { toTextAttributes } from './text-shape.ts'

interface CardProps {
  article: ArticleCard
  /** Another pattern of its drawn cover. */
  pattern?: number | undefined
  eager?: boolean
}

/** Shows an article in a list. `eager` loads its picture immediately, for a card that is visible before scrolling. */
export function Card({ article, pattern, eager = false }: CardProps) {
  const description = article.metaDescription ?? toExcerpt(article.excerpt, CARD_EXCERPT_LENGTH)
  return (
    <article className="card" {...toTextAttributes(article.lang)}>
      <Cover article={article} pattern={pattern} eager={eager} />
      <TagLine article={article} />
      <h3 dir={toDir(article.title)}>
        <a href={articlePath(article)}>{article.title}</a>
      </h3>
      <p dir={toDir(description)}>{description}</p>
      <p className="meta">
        <AuthorLinks author={article.author} />
        <time dateTime={article.publishedAt.toISOString()}>{toShortDate(article.publishedAt)}</time>
      </p>
    </article>
  )
}
