import { toSecureAddress } from '../../shared/addresses.ts'
import type { ArticleCard } from './articles.ts'
import { coverPath } from './cover-art.ts'

interface CoverProps {
  article: Pick<ArticleCard, 'id' | 'tags' | 'imageUrl'>
  eager?: boolean
}

/**
 * An article's picture, or the art drawn for it, which also stands in for a picture that does not load. It says
 * nothing that the title beside it does not say.
 */
export function Cover({ article, eager = false }: CoverProps) {
  const drawn = coverPath(article)
  return (
    <div className="cover">
      <img
        src={article.imageUrl ? toSecureAddress(article.imageUrl) : drawn}
        data-drawn={article.imageUrl ? drawn : undefined}
        alt=""
        width={800}
        height={500}
        decoding="async"
        loading={eager ? undefined : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
      />
    </div>
  )
}
