import type { ArticleCard } from '../../articles/articles.ts'
import { Card } from './article-card.tsx'

interface ArticleGridProps {
  articles: ArticleCard[]
  /** The number of cards that are visible before scrolling. */
  eagerCount?: number
  /** True if the cards of a wide window are rows with small pictures, too. */
  isDense?: boolean
}

/** Shows cards in one, two or three columns. */
export const ArticleGrid = ({ articles, eagerCount = 0, isDense = false }: ArticleGridProps) => (
  <div className={isDense ? 'card-grid is-dense' : 'card-grid'}>
    {articles.map((article, index) => (
      <Card key={article.id} article={article} eager={index < eagerCount} />
    ))}
  </div>
)
