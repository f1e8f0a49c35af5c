import { toLocalDate } from '../../../shared/words/local-dates.ts'
import { onceFor } from '../../../shared/once-for.ts'
import { sayIn } from '../../../shared/words/say.ts'
import type { SiteLanguage } from '../../../shared/languages.ts'
import type { SocialImage } from '../social-images/social-images.ts'
import {
  type ArticleCard,
  articlePath,
  authorPath,
  CATEGORIES,
  categoryOf,
  categoryPath,
  languageOf,
  sayTag,
  nameCategory,
  type SiteCategory,
  toTagKey,
} from '../../articles/articles.ts'
import { parseUploadPath } from '../../articles/pictures/pictures.ts'
import { coverOf, paintCover, type Painted } from '../covers/covers.ts'

interface Brand extends Painted {
  name: string
  face?:
    | (Painted['face'] & { language?: SiteLanguage | undefined; categories?: SiteCategory[] | undefined })
    | undefined
}

const sayOf = ({ face }: Brand) => sayIn(face?.language)
// Without one the image is the same as ever, and so is its address.
const langOf = ({ face }: Brand) => (face?.language ? { lang: face.language } : {})

function sayCategory(site: Brand, article: ArticleCard): string | undefined {
  const category = categoryOf(article)
  return category && sayOf(site)(category)
}

/** Returns the social image of an article: its title, author and date beside its cover. */
export const articleImage = (site: Brand, article: ArticleCard): SocialImage => ({
  pagePath: articlePath(article),
  brand: site.name,
  kicker: sayCategory(site, article),
  title: article.title,
  author: article.author,
  date: toLocalDate(sayOf(site).language, 'long', article.publishedAt),
  lang: languageOf(article) ?? site.face?.language ?? null,
  covers: [paintCover(site, coverOf(article))],
  ...(article.imageUrl &&
    parseUploadPath(article.imageUrl) && {
      picture: { path: article.imageUrl, focus: article.imageFocus },
    }),
})

/** Returns the social image of the home page: the name of the site beside one cover for each category. */
export const homeImage = onceFor((site: Brand): SocialImage => ({
  pagePath: '/',
  brand: site.name,
  kicker: sayOf(site)('News and stories'),
  ...langOf(site),
  title: site.name,
  covers: CATEGORIES.map((category) =>
    paintCover(site, { category: toTagKey(category), seed: site.name + category }),
  ),
}))

/** Returns the social image of the list of a tag. For a category, the cover has its colours. */
export function categoryImage(site: Brand, category: string, articles: { tags: string[] }[]): SocialImage {
  const key = toTagKey(category)
  const isKnown = CATEGORIES.some((known) => toTagKey(known) === key)
  return {
    pagePath: categoryPath(category),
    brand: site.name,
    kicker: sayOf(site)('Category'),
    title: sayTag(sayOf(site), nameCategory(site, key, articles)),
    ...langOf(site),
    covers: [paintCover(site, { category: isKnown ? key : undefined, seed: key })],
  }
}

/** Returns the social image of the list of an author, with a cover of its own. */
export const authorImage = (site: Brand, author: string): SocialImage => ({
  pagePath: authorPath(author),
  brand: site.name,
  kicker: sayOf(site)('Author'),
  title: author,
  covers: [paintCover(site, { category: undefined, seed: author })],
})

/** Returns the social image of the search page. It is the same for all queries, so that no query is ever drawn. */
export const searchImage = (site: Brand): SocialImage => ({
  pagePath: '/search',
  brand: site.name,
  title: sayOf(site)('Search articles'),
  ...langOf(site),
  covers: [paintCover(site, { category: undefined, seed: `${site.name} search` })],
})
