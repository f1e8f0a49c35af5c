import { toLongDate } from '../../shared/dates.ts'
import { capitalise } from '../../shared/text.ts'
import type { SocialImage } from '../social-images/social-images.ts'
import {
  type ArticleCard,
  articlePath,
  authorPath,
  CATEGORIES,
  categoryOf,
  categoryPath,
  toTagKey,
} from './articles.ts'
import { coverOf } from './cover-art.ts'

interface Brand {
  name: string
}

/** An article's title, author and day, beside its own cover. */
export const articleImage = (site: Brand, article: ArticleCard): SocialImage => ({
  pagePath: articlePath(article),
  brand: site.name,
  kicker: categoryOf(article),
  title: article.title,
  author: article.author,
  date: toLongDate(article.publishedAt),
  lang: article.lang,
  covers: [coverOf(article)],
})

/** The name of the site beside a sheet of covers, one in the inks of each category. */
export const homeImage = (site: Brand): SocialImage => ({
  pagePath: '/',
  brand: site.name,
  kicker: 'News and stories',
  title: site.name,
  covers: CATEGORIES.map((category) => ({ category: toTagKey(category), seed: site.name + category })),
})

export function categoryImage(site: Brand, category: string): SocialImage {
  const key = toTagKey(category)
  const isKnown = CATEGORIES.some((known) => toTagKey(known) === key)
  return {
    pagePath: categoryPath(category),
    brand: site.name,
    kicker: 'Category',
    title: capitalise(key),
    covers: [{ category: isKnown ? key : undefined, seed: key }],
  }
}

export const authorImage = (site: Brand, author: string): SocialImage => ({
  pagePath: authorPath(author),
  brand: site.name,
  kicker: 'Author',
  title: author,
  covers: [{ category: undefined, seed: author }],
})

/** The same for every search: what somebody typed is never drawn. */
export const searchImage = (site: Brand): SocialImage => ({
  pagePath: '/search',
  brand: site.name,
  title: 'Search articles',
  covers: [{ category: undefined, seed: `${site.name} search` }],
})
