import type { ArticleCard } from './articles.ts'
import { Card } from './article-card.tsx'

/** Cards in one, two or three columns; `eagerCount` of them are in sight before scrolling. */
export function ArticleGrid({ articles, eagerCount = 0 }: { articles: ArticleCard[]; eagerCount?: number }) {
  return (
    <div className="card-grid">
      {articles.map((article, index) => (
        <Card key={article.id} article={article} eager={index < eagerCount} />
      ))}
    </div>
  )
}
