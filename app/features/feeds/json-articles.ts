import { type ArticleCard, articlePath, type ArticlePage, type ArticleSource } from '../articles/articles.ts'

/** A page of a list as programs read it, in the names of the tables (spec §3). */
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
    image_url: article.imageUrl,
    lang: article.lang,
    published_at: article.publishedAt.toISOString(),
  }
}

/** A whole article as programs read it: its text is Markdown. */
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
    image_url: article.imageUrl,
    lang: article.lang,
    published_at: article.publishedAt.toISOString(),
    updated_at: article.updatedAt.toISOString(),
  }
}
