import { ApiError, type Http } from './http.ts'

/** A published article as lists show it. */
export interface ArticleCard {
  id: string
  slug: string
  url: string
  title: string
  metaDescription: string | null
  /** First 200 characters of the text. */
  excerpt: string
  author: string
  tags: string[]
  imageUrl: string | null
  /** BCP 47, where the author said so. */
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

export interface ArticlePage {
  articles: ArticleCard[]
  /** Published articles in the whole list. */
  total: number
  page: number
  pageCount: number
}

export interface SearchHit {
  id: string
  title: string
  metaDescription: string | null
  author: string
}

export interface Articles {
  /** Published articles, newest first, 12 a page; of a category or of an author if one is named. */
  list: (scope?: { page?: number; category?: string; author?: string }) => Promise<ArticlePage>
  /** A published article by slug or id; null if there is none. */
  find: (slugOrId: string) => Promise<Article | null>
}

/** Articles of one newsroom, as anybody may read them. */
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

/** Looks for articles by what they say: 3 characters at least, 10 results at most, the best first. */
export async function search(http: Http, query: string): Promise<SearchHit[]> {
  const answer = await http(`/search.json?q=${encodeURIComponent(query)}`)
  return ((await answer.json()) as { hits: SearchHit[] }).hits
}

function toListPath({ category, author }: { category?: string; author?: string }): string {
  if (category !== undefined) return `/category/${toStep(category)}/articles.json`
  return author === undefined ? '/articles.json' : `/author/${toStep(author)}/articles.json`
}

// One or two dots alone would lead up, even escaped; with a space behind they are a name.
const toStep = (name: string) => encodeURIComponent(/^\.\.?$/.test(name) ? `${name} ` : name)

interface SentText {
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
type SentCard = SentText & { excerpt: string }
type SentArticle = SentText & {
  content: string
  keywords: string[]
  canonical_url: string | null
  updated_at: string
}
type SentPage = { articles: SentCard[]; total: number; page: number; page_count: number }

const toText = ({ meta_description, image_url, published_at, ...text }: SentText) => ({
  id: text.id,
  slug: text.slug,
  url: text.url,
  title: text.title,
  metaDescription: meta_description,
  author: text.author,
  tags: text.tags,
  imageUrl: image_url,
  lang: text.lang,
  publishedAt: new Date(published_at),
})

const toCard = (card: SentCard): ArticleCard => ({ ...toText(card), excerpt: card.excerpt })

const toArticle = (article: SentArticle): Article => ({
  ...toText(article),
  content: article.content,
  keywords: article.keywords,
  canonicalUrl: article.canonical_url,
  updatedAt: new Date(article.updated_at),
})
