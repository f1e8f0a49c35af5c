// The thread that links are chosen on: a text may be made to be slow, and an index of articles takes its time.
import type { LinkableArticle, Linked, LinkSource } from './backlinks.ts'
import { insertLinks } from './insert-links.ts'
import { createLinkIndex } from './link-index.ts'

export interface LinkTask {
  source: LinkSource
  articles: LinkableArticle[]
}

const run = ({ source, articles }: LinkTask): Linked => insertLinks(source, createLinkIndex(articles))

export default run
