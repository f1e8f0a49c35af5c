import type { ArticleCard } from '../../articles/articles.ts'
import { listPatterns } from '../covers/covers.ts'
import { Card } from './article-card.tsx'

interface ArticleGridProps {
  articles: ArticleCard[]
  /** The articles whose covers are shown before them. */
  after?: ArticleCard[] | undefined
  /** The number of cards that are visible before scrolling. */
  eagerCount?: number
  /** True if the cards of a wide window are rows with small pictures, too. */
  isDense?: boolean
}

const NONE: ArticleCard[] = []

/** Shows cards in one, two or three columns. Covers near each other are drawn with different patterns. */
export function ArticleGrid({ articles, after = NONE, eagerCount = 0, isDense = false }: ArticleGridProps) {
  const patterns = listPatterns([...after, ...articles]).slice(after.length)
  return (
    <div className={isDense ? 'card-grid is-dense' : 'card-grid'}>
      {articles.map((article, index) => (
        <Card key={article.id} article={article} pattern={patterns[index]} eager={index < eagerCount} />
      ))}
    </div>
  )
}
