// A separate thread chooses the links, because a hostile text and an index of many articles take long.
import { LRUCache } from 'lru-cache'
import type { Inserted, LinkableArticle, LinkSource } from './insertion.ts'
import { findOffer, type OfferedTexts, toTexts } from './find-offer.ts'
import { insertLinks } from './insert-links.ts'
import { createLinkIndex, type LinkIndex } from './link-index.ts'
import type { LinkPick } from './prompt.ts'
import { analyseText } from './analyse-text.ts'

/** A task for the thread. */
export interface LinkTask {
  wanted: keyof LinkAnswers
  source: LinkSource
  /** The picks of a model from the offer. */
  picks?: LinkPick[]
}

/** The answer of the thread to each kind of task. */
export interface LinkAnswers {
  links: Inserted
  /** The lines that a model may pick from; undefined if there are too few. */
  offer: OfferedTexts | undefined
}

/** The articles that a text may link to. The thread remembers them by their key. */
export interface KnownArticles {
  /** A hash of the articles. */
  key: string
  /** Left out while the thread may remember them. */
  articles?: LinkableArticle[]
}

// A run sends many posts of one account, and other accounts publish in the meantime. One index takes about 3 MB.
const indexes = new LRUCache<string, LinkIndex>({ max: 4 })

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
  const study = analyseText(source, index)
  const offer = study.ok ? findOffer(study) : undefined
  return offer && toTexts(offer)
}

export default run
