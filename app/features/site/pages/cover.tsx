import { toSecureAddress } from '../../../shared/addresses.ts'
import type { ArticleCard } from '../../articles/articles.ts'
import { parseUploadPath, toVariantPath } from '../../articles/pictures/pictures.ts'
import { coverPath } from '../covers/covers.ts'

interface CoverProps {
  article: Pick<ArticleCard, 'id' | 'tags' | 'imageUrl' | 'imageFocus' | 'cover'>
  /** Another pattern of the drawing, beside covers of its own. */
  pattern?: number | undefined
  eager?: boolean
}

// The size of a card on a dense screen. A cover that is loaded eagerly is larger.
const CARD_WIDTH = 960

/**
 * Shows an article's picture or its cover. The page's script also shows the cover if the picture does not load. The
 * text alternative is empty, because the title is beside it.
 */
export function Cover({ article, pattern, eager = false }: CoverProps) {
  const { imageUrl, imageFocus } = article
  const drawn = coverPath(article, pattern)
  return (
    <div className="cover">
      <img
        src={imageUrl ? toShownAddress(imageUrl, eager) : drawn}
        data-drawn={imageUrl ? drawn : undefined}
        data-focus={imageFocus ?? undefined}
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

function toShownAddress(imageUrl: string, eager: boolean): string {
  const upload = eager ? undefined : parseUploadPath(imageUrl)
  return upload ? toVariantPath(upload, CARD_WIDTH) : toSecureAddress(imageUrl)
}
