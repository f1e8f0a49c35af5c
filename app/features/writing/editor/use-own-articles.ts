import { useEffect } from 'react'
import { useLookup } from '../../../ui/use-lookup.ts'

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

const PAUSE_MS = 150

/** Returns the account's published articles that contain some words; undefined until the server has answered. */
export function useOwnArticles(words: string): OwnArticle[] | undefined {
  const { load, data, state } = useLookup<Found>()
  const isEnough = words.length > 1
  useEffect(() => {
    if (!isEnough) return undefined
    const timer = setTimeout(() => void load(`/articles/find?${new URLSearchParams({ q: words })}`), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words, isEnough, load])
  if (!isEnough || !data || state !== 'idle') return undefined
  return data.articles.flatMap(({ id, title, url }) => (url ? [{ id, title, path: toPath(url) }] : []))
}

// Without the host, because the main site may move. Copies on other sites add it themselves.
const toPath = (url: string) => URL.parse(url)?.pathname ?? url
