// The thread that links are chosen on: a text may be made to be slow, and an index of articles takes its time.
import { LRUCache } from 'lru-cache'
import type { Inserted, LinkableArticle, LinkSource } from './backlinks.ts'
import { insertLinks } from './insert-links.ts'
import { createLinkIndex, type LinkIndex } from './link-index.ts'

export interface LinkTask {
  source: LinkSource
  /** Equal for equal articles. */
  key: string
  /** Left out as long as the thread may know them. */
  articles?: LinkableArticle[]
}

// A run asks for post after post of one account, and others publish meanwhile.
const indexes = new LRUCache<string, LinkIndex>({ max: 2 })

function run({ source, key, articles }: LinkTask): Inserted | 'articles-wanted' {
  const index = indexes.get(key) ?? (articles && createLinkIndex(articles))
  if (!index) return 'articles-wanted'
  indexes.set(key, index)
  return insertLinks(source, index)
}

export default run
