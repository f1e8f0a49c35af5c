import { type Anchor, isWhole, type Phrase, PICKED, toAnchor } from './anchors.ts'
import { pageOf } from './backlinks.ts'
import { findOffer, type Offer, type OfferedSentence } from './find-offer.ts'
import type { LinkPick } from './prompt.ts'
import type { Study } from './study-text.ts'

const MOST_WORDS = 8

/** What a model picked, as anchors: what was not offered, does not stand there or may not carry a link is left out. */
export function findPickedAnchors(study: Study, picks: LinkPick[]): Anchor[] {
  const offer = findOffer(study)
  if (!offer) return []
  const anchors = picks.flatMap((pick) => toAnchorOf(offer, pick) ?? [])
  const { canonical, topic } = study.search
  const own = pageOf(canonical)
  return (
    anchors
      // Words for what this text itself is about belong to its own page.
      .filter(({ page, stems }) => page === own || !stems.every((stem) => topic.has(stem)))
      .map((anchor, place) => ({ ...anchor, score: PICKED - place }))
  )
}

function toAnchorOf(
  { language, sentences, targets }: Offer,
  { sentence, words, target }: LinkPick,
): Anchor | undefined {
  const offered = sentences[sentence - 1]
  const to = targets[target - 1]
  const phrase = offered && findPhrase(offered, words)
  if (!to || !phrase || !isWhole(phrase, language)) return undefined
  return toAnchor(phrase, { url: to.url, page: to.page, score: PICKED })
}

/** Two words or more that stand in a sentence once, with nothing but spaces between them. */
function findPhrase({ sentence, runs }: OfferedSentence, words: string): Phrase | undefined {
  const text = sentence.passage.text.slice(sentence.from, sentence.to)
  const at = text.indexOf(words)
  if (at === -1 || text.includes(words, at + 1)) return undefined
  const from = sentence.from + at
  for (const run of runs) {
    const first = run.words.findIndex((word) => word.from === from)
    const last = run.words.findIndex((word) => word.to === from + words.length)
    const ends = [run.words[first], run.words[last]]
    if (first === -1 || last <= first || last - first >= MOST_WORDS) continue
    if (ends.every((word) => word?.term.isFunction === false)) return { run, first, last }
  }
  return undefined
}
