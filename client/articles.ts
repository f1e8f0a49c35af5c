import { ApiError, type Http } from './http.ts'

/** A published article as lists show it. */
export interface ArticleCard {
  id: string
  slug: string
  url: string
  title: string
  metaDescription: string | null
  /** First 200 characters of the fields. */
  excerpt: string
  author: string
  tags: string[]
  imageUrl: string | null
  /** Language (BCP 47), where the author set it. */
  lang: string | null
  publishedAt: Date
}

/** A whole published article; its text is Markdown. */
export interface Article extends Omit<ArticleCard, 'excerpt'> {
  content: string
  keywords: string[]
  canonicalUrl: string | null
  updatedAt: Date
}

/** One page of a list of articles. */
export interface ArticlePage {
  articles: ArticleCard[]
  /** Number of published articles in the whole list. */
  total: number
  page: number
  pageCount: number
}

/** An article that a search found. */
export interface SearchHit {
  id: string
  title: string
  metaDescription: string | null
  author: string
}

/** Reads published articles; it needs no session. */
export interface Articles {
  /** Returns published articles, newest first, 12 on a page: all, or those of a category or an author. */
  list: (scope?: { page?: number; category?: string; author?: string }) => Promise<ArticlePage>
  /** Returns a published article by slug or id; null if there is none. */
  find: (slugOrId: string) => Promise<Article | null>
}

/** Returns the part of the client that reads articles. */
export function createArticles(http: Http): Articles {
  return {
    async list({ page = 1, ...scope } = {}) {
      const answer = await http(`${toListPath(scope)}${page > 1 ? `?page=${page}` : ''}`)
      const sent = (await answer.json()) as SentPage
      return {
        articles: sent.articles.map(toCard),
        total: sent.total,
        page: sent.page,
        pageCount: sent.page_count,
      }
    },
    async find(slugOrId) {
      try {
        const answer = await http(`/article/${encodeURIComponent(slugOrId)}.json`)
        return toArticle((await answer.json()) as SentArticle)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  }
}

/** Returns at most 10 articles for a query, the best first; none for a query of fewer than 3 characters. */
export async function search(http: Http, query: string): Promise<SearchHit[]> {
  const answer = await http(`/search.json?q=${encodeURIComponent(query)}`)
  return ((await answer.json()) as { hits: SearchHit[] }).hits
}

function toListPath({ category, author }: { category?: string; author?: string }): string {
  if (category !== undefined) return `/category/${toSegment(category)}/articles.json`
  return author === undefined ? '/articles.json' : `/author/${toSegment(author)}/articles.json`
}

// The path segments . and .. would lead up, even escaped. With a space behind they are names.
const toSegment = (name: string) => encodeURIComponent(/^\.\.?$/.test(name) ? `${name} ` : name)

interface SentFields {
  id: string
  slug: string
  url: string
  title: string
  meta_description: string | null
  author: string
  tags: string[]
  image_url: string | null
  lang: string | null
  published_at: string
}
type SentCard = SentFields & { excerpt: string }
type SentArticle = SentFields & {
  content: string
  keywords: string[]
  canonical_url: string | null
  updated_at: string
}
type SentPage = { articles: SentCard[]; total: number; page: number; page_count: number }

const toFields = ({ meta_description, image_url, published_at, ...fields }: SentFields) => ({
  id: fields.id,
  slug: fields.slug,
  url: fields.url,
  title: fields.title,
  metaDescription: meta_description,
  author: fields.author,
  tags: fields.tags,
  imageUrl: image_url,
  lang: fields.lang,
  publishedAt: new Date(published_at),
})

const toCard = (card: SentCard): ArticleCard => ({ ...toFields(card), excerpt: card.excerpt })

const toArticle = (article: SentArticle): Article => ({
  ...toFields(article),
  content: article.content,
  keywords: article.keywords,
  canonicalUrl: article.canonical_url,
  updatedAt: new Date(article.updated_at),
})
