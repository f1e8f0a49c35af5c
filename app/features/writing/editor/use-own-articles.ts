import { useWordLookup } from '../../../ui/use-word-lookup.ts'

/** The answer of `/articles/find`. */
interface Found {
  articles: { id: string; title: string; url: string | null }[]
}

/** A published article of the account. */
export interface OwnArticle {
  id: string
  title: string
  path: string
}

/** Returns the account's published articles that contain some words; undefined until the server has answered. */
export const useOwnArticles = (words: string): OwnArticle[] | undefined =>
  useWordLookup<Found>('/articles/find', words)?.articles.flatMap(({ id, title, url }) =>
    url ? [{ id, title, path: toPath(url) }] : [],
  )

// Without the host, because the main site may move. Copies on other sites add it themselves.
const toPath = (url: string) => URL.parse(url)?.pathname ?? url
