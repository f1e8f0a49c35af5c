// The thread that links are chosen on: a text may be made to be slow, and an index of articles takes its time.
import { LRUCache } from 'lru-cache'
import type { Inserted, LinkableArticle, LinkSource } from './backlinks.ts'
import { findOffer, type OfferedTexts, toTexts } from './find-offer.ts'
import { insertLinks } from './insert-links.ts'
import { createLinkIndex, type LinkIndex } from './link-index.ts'
import type { LinkPick } from './prompt.ts'
import { studyText } from './study-text.ts'

export interface LinkTask {
  wanted: keyof LinkAnswers
  source: LinkSource
  /** What a model picked from the offer. */
  picks?: LinkPick[]
}

export interface LinkAnswers {
  links: Inserted
  /** What a model may pick from; undefined if there is too little. */
  offer: OfferedTexts | undefined
}

export interface KnownArticles {
  /** Equal for equal articles. */
  key: string
  /** Left out as long as the thread may know them. */
  articles?: LinkableArticle[]
}

// A run asks for post after post of one account, and others publish meanwhile.
const indexes = new LRUCache<string, LinkIndex>({ max: 2 })

function run({
  key,
  articles,
  ...task
}: LinkTask & KnownArticles): LinkAnswers[keyof LinkAnswers] | 'articles-wanted' {
  const index = indexes.get(key) ?? (articles && createLinkIndex(articles))
  if (!index) return 'articles-wanted'
  indexes.set(key, index)
  return task.wanted === 'links'
    ? insertLinks(task.source, index, task.picks)
    : offerLinks(task.source, index)
}

function offerLinks(source: LinkSource, index: LinkIndex): OfferedTexts | undefined {
  const study = studyText(source, index)
  const offer = study.ok ? findOffer(study) : undefined
  return offer && toTexts(offer)
}

export default run
