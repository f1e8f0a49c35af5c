import { type Anchor, isWhole, type Phrase, PICKED, toAnchor } from './anchors.ts'
import { pageOf } from './insertion.ts'
import { findOffer, type Offer, type OfferedSentence } from './find-offer.ts'
import type { LinkPick } from './prompt.ts'
import type { TextAnalysis } from './analyse-text.ts'

const MOST_WORDS = 8

/**
 * Finds the anchors of a model's picks. A pick that was not offered, is not in the text or may not get a link is left
 * out.
 */
export function findPickedAnchors(study: TextAnalysis, picks: LinkPick[]): Anchor[] {
  const offer = findOffer(study)
  if (!offer) return []
  const anchors = picks.flatMap((pick) => toPickedAnchor(offer, pick) ?? [])
  const { canonical, topic } = study.search
  const own = pageOf(canonical)
  return (
    anchors
      // Words that name the topic of this text may link to its own page only.
      .filter(({ page, stems }) => page === own || !stems.every((stem) => topic.has(stem)))
      .map((anchor, index) => ({ ...anchor, score: PICKED - index }))
  )
}

function toPickedAnchor(
  { language, sentences, targets }: Offer,
  { sentence, words, target }: LinkPick,
): Anchor | undefined {
  const offered = sentences[sentence - 1]
  const to = targets[target - 1]
  const phrase = offered && findPhrase(offered, words)
  if (!to || !phrase || !isWhole(phrase, language)) return undefined
  return toAnchor(phrase, { url: to.url, page: to.page, score: PICKED })
}

/** Finds words that a sentence has exactly once, two or more, with only spaces between them. */
function findPhrase({ sentence, sequences }: OfferedSentence, words: string): Phrase | undefined {
  const text = sentence.passage.text.slice(sentence.from, sentence.to)
  const at = text.indexOf(words)
  if (at === -1 || text.includes(words, at + 1)) return undefined
  const from = sentence.from + at
  for (const sequence of sequences) {
    const first = sequence.words.findIndex((word) => word.from === from)
    const last = sequence.words.findIndex((word) => word.to === from + words.length)
    const ends = [sequence.words[first], sequence.words[last]]
    if (first === -1 || last <= first || last - first >= MOST_WORDS) continue
    if (ends.every((word) => word?.term.isFunction === false)) return { sequence, first, last }
  }
  return undefined
}
