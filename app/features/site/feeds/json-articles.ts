import { toAbsoluteUrl } from '../../../shared/addresses.ts'
import {
  type ArticleCard,
  articlePath,
  type ArticlePage,
  type ArticleSource,
} from '../../articles/articles.ts'

/** Returns a page of a list for programs, with the column names of the spec (§3). */
export const toJsonPage = (origin: string, { articles, total, page, pageCount }: ArticlePage) => ({
  articles: articles.map((article) => toJsonCard(origin, article)),
  total,
  page,
  page_count: pageCount,
})

function toJsonCard(origin: string, article: ArticleCard) {
  return {
    id: article.id,
    slug: article.slug,
    url: origin + articlePath(article),
    title: article.title,
    meta_description: article.metaDescription,
    excerpt: article.excerpt,
    author: article.author,
    tags: article.tags,
    image_url: toAbsoluteUrl(article.imageUrl, origin) ?? null,
    lang: article.lang,
    published_at: article.publishedAt.toISOString(),
  }
}

/** Returns a whole article for programs, with its text as Markdown. */
export function toJsonArticle(origin: string, article: ArticleSource) {
  return {
    id: article.id,
    slug: article.slug,
    url: origin + articlePath(article),
    title: article.title,
    content: article.content,
    meta_description: article.metaDescription,
    author: article.author,
    tags: article.tags,
    keywords: article.keywords,
    canonical_url: article.canonicalUrl,
    image_url: toAbsoluteUrl(article.imageUrl, origin) ?? null,
    lang: article.lang,
    published_at: article.publishedAt.toISOString(),
    updated_at: article.updatedAt.toISOString(),
  }
}
