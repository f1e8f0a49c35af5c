import { type Anchor, MOST_WORDS, type Phrase, ratePhrase, type Search, toAnchor } from './anchors.ts'
import { pageOf } from './insertion.ts'
import type { WordSequence, TextWord } from './find-word-sequences.ts'
import { findRarity } from './link-index.ts'

/** Finds phrases that name the topic of the text itself, as links to its canonical address. */
export function findOwnAnchors(search: Search): Anchor[] {
  const { canonical: url, text, topic } = search
  const page = pageOf(url)
  const weigh = createPhraseWeigher(search)
  return text.sequences
    .flatMap((sequence) => findPhrases(sequence, topic))
    .flatMap((phrase) => {
      const { sequence, first, last } = phrase
      const words = sequence.words.slice(first, last + 1)
      const form = ratePhrase(phrase, text.language) / Math.sqrt(words.length)
      const score = form === 0 ? 0 : form * weigh(words.filter((word) => isStrong(word, topic)))
      return score > 0 ? [toAnchor(phrase, { url, page, score })] : []
    })
}

const isStrong = ({ term }: TextWord, topic: Set<string>) =>
  !term.isStopWord || (!term.isFunction && topic.has(term.stem))

/** Finds phrases between strong words, with no further strong word beside them; and whole phrases of the title. */
function findPhrases(sequence: WordSequence, topic: Set<string>): Phrase[] {
  const strong = sequence.words.map((word) => isStrong(word, topic))
  const inTopic = sequence.words.map(({ term }, index) => strong[index] === true && topic.has(term.stem))
  const phrases: Phrase[] = []
  for (let first = 0; first < strong.length; first += 1) {
    if (strong[first] !== true) continue
    for (let last = first + 1; last < Math.min(first + MOST_WORDS, strong.length); last += 1) {
      const isWhole = strong[last] === true && !goesOn(strong, first, last)
      if (isWhole || isTitle(inTopic, first, last)) phrases.push({ sequence, first, last })
    }
  }
  return phrases
}

const goesOn = (words: boolean[], first: number, last: number) =>
  words[first - 1] === true || words[last + 1] === true

/** Returns true if all words of a phrase are in the title, and its neighbours are not. */
const isTitle = (inTopic: boolean[], first: number, last: number) =>
  inTopic.slice(first, last + 1).every(Boolean) && !goesOn(inTopic, first, last)

const IN_TITLE = 3
const IN_HEADING = 1.5
const OFF_TOPIC = 0.4

/**
 * Returns a function that weighs a phrase: rare and repeated words count more, as do those of the title and headings.
 */
function createPhraseWeigher({ index, text, topic, headings }: Search): (words: TextWord[]) => number {
  const weights = new Map<string, number>()
  const weigh = (stem: string) => {
    const headingFactor = headings.has(stem) ? IN_HEADING : 1
    const factor = topic.has(stem) ? IN_TITLE : headingFactor
    return factor * findRarity(index, stem) * (1 + Math.log(text.counts.get(stem) ?? 1))
  }
  return (words) => {
    const stems = new Set(words.map(({ term }) => term.stem))
    if (stems.size < 2) return 0
    let [total, inTopic] = [0, 0]
    for (const stem of stems) {
      const weight = weights.get(stem) ?? weigh(stem)
      weights.set(stem, weight)
      total += weight
      if (topic.has(stem)) inTopic += 1
    }
    return total * (inTopic === 0 ? OFF_TOPIC : 1 + 0.3 * (inTopic - 1))
  }
}
