import type { ArticleCard } from '../../articles/articles.ts'
import { Card } from './article-card.tsx'

/** Shows cards in one, two or three columns. The first `eagerCount` are visible before scrolling. */
export function ArticleGrid({ articles, eagerCount = 0 }: { articles: ArticleCard[]; eagerCount?: number }) {
  return (
    <div className="card-grid">
      {articles.map((article, index) => (
        <Card key={article.id} article={article} eager={index < eagerCount} />
      ))}
    </div>
  )
}
