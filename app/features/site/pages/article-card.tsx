import { toDir } from '../../../shared/directions.ts'
import { toExcerpt } from '../../../shared/text.ts'
import { Kept } from '../../../ui/kept-markup.tsx'
import { type ArticleCard, articlePath, CARD_EXCERPT_LENGTH } from '../../articles/articles.ts'
import { AuthorLinks } from './author-links.tsx'
import { Cover } from './cover.tsx'
import { LocalTime } from './local-time.tsx'
import { TagLine } from './tag-line.tsx'
import { toTextAttributes } from './text-shape.ts'
import { useSay } from '../../../ui/language.ts'

interface CardProps {
  article: ArticleCard
  /** Another pattern of its drawn cover. */
  pattern?: number | undefined
  /** Loads its picture immediately, for a card that is visible before scrolling. */
  eager?: boolean
}

/** Shows an article in a list. */
export function Card(card: CardProps) {
  const { language } = useSay()
  const frame = { className: 'card', ...toTextAttributes(card.article, language) }
  const content = <CardContent {...card} />
  // React asks for an eager picture in the head of the page that it draws, so such a card is drawn with its page.
  if (card.eager) return <article {...frame}>{content}</article>
  return (
    <Kept as="article" {...frame} name={`card ${card.article.id} ${card.pattern ?? ''}`} data={card.article}>
      {content}
    </Kept>
  )
}

function CardContent({ article, pattern, eager = false }: CardProps) {
  const description = article.metaDescription ?? toExcerpt(article.excerpt, CARD_EXCERPT_LENGTH)
  return (
    <>
      <Cover article={article} pattern={pattern} eager={eager} />
      <TagLine article={article} />
      <h3 dir={toDir(article.title)}>
        <a href={articlePath(article)}>{article.title}</a>
      </h3>
      <p dir={toDir(description)}>{description}</p>
      <p className="meta">
        <AuthorLinks author={article.author} />
        <LocalTime date={article.publishedAt} length="short" />
      </p>
    </>
  )
}
