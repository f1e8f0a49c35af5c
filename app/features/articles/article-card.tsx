import { toShortDate } from '../../shared/dates.ts'
import { toExcerpt } from '../../shared/text.ts'
import { type ArticleCard, articlePath, authorPath, CARD_EXCERPT_LENGTH } from './articles.ts'
import { Cover } from './cover.tsx'
import { TagLine } from './tag-line.tsx'
import { toTextAttributes } from './text-shape.ts'

/** An article in a list; `eager` for one that is in sight before scrolling. */
export function Card({ article, eager = false }: { article: ArticleCard; eager?: boolean }) {
  return (
    <article className="card" {...toTextAttributes(article.lang)}>
      <Cover article={article} eager={eager} />
      <TagLine article={article} />
      <h3>
        <a href={articlePath(article)}>{article.title}</a>
      </h3>
      <p>{article.metaDescription ?? toExcerpt(article.excerpt, CARD_EXCERPT_LENGTH)}</p>
      <p className="meta">
        <a href={authorPath(article.author)}>{article.author}</a>
        <time dateTime={article.publishedAt.toISOString()}>{toShortDate(article.publishedAt)}</time>
      </p>
    </article>
  )
}
