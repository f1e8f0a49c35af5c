import {
  type ArticleCard,
  CARD_TAG_LIMIT,
  categoryOf,
  categoryPath,
  sayTag,
  toTagKey,
} from '../../articles/articles.ts'
import { useSay } from '../../../ui/language.ts'

/** Shows the first three tags of an article, its category first and in colour. */
export function TagLine({ article }: { article: Pick<ArticleCard, 'tags'> }) {
  const say = useSay()
  if (article.tags.length === 0) return null
  const category = categoryOf(article)
  const isCategory = (tag: string) => category !== undefined && toTagKey(tag) === toTagKey(category)
  const tags = article.tags.toSorted((one, other) => Number(isCategory(other)) - Number(isCategory(one)))
  return (
    <ul className="tags">
      {tags.slice(0, CARD_TAG_LIMIT).map((tag) => (
        <li key={tag}>
          <a href={categoryPath(tag)} className={isCategory(tag) ? 'is-category' : undefined}>
            {sayTag(say, tag)}
          </a>
        </li>
      ))}
    </ul>
  )
}
