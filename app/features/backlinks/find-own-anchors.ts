import { type Anchor, MOST_WORDS, type Phrase, ratePhrase, type Search, toAnchor } from './anchors.ts'
import { pageOf } from './backlinks.ts'
import type { Run, TextWord } from './find-runs.ts'
import { findRarity } from './link-index.ts'

/** Phrases that stand for the text itself: they link to its canonical address. */
export function findOwnAnchors(search: Search): Anchor[] {
  const { canonical: url, text, topic } = search
  const page = pageOf(url)
  const weigh = createScales(search)
  return text.runs
    .flatMap((run) => findPhrases(run, topic))
    .flatMap((phrase) => {
      const { run, first, last } = phrase
      const words = run.words.slice(first, last + 1)
      const form = ratePhrase(phrase, text.language) / Math.sqrt(words.length)
      const score = form === 0 ? 0 : form * weigh(words.filter((word) => isStrong(word, topic)))
      return score > 0 ? [toAnchor(phrase, { url, page, score })] : []
    })
}

const isStrong = ({ term }: TextWord, topic: Set<string>) =>
  !term.isWeak || (!term.isFunction && topic.has(term.stem))

/** Phrases that begin and end with words that mean something, and that go on beyond neither end. */
function findPhrases(run: Run, topic: Set<string>): Phrase[] {
  const strong = run.words.map((word) => isStrong(word, topic))
  const inTopic = run.words.map(({ term }, place) => strong[place] === true && topic.has(term.stem))
  const phrases: Phrase[] = []
  for (let first = 0; first < strong.length; first += 1) {
    if (strong[first] !== true) continue
    for (let last = first + 1; last < Math.min(first + MOST_WORDS, strong.length); last += 1) {
      const isWhole = strong[last] === true && !goesOn(strong, first, last)
      if (isWhole || isTitle(inTopic, first, last)) phrases.push({ run, first, last })
    }
  }
  return phrases
}

const goesOn = (words: boolean[], first: number, last: number) =>
  words[first - 1] === true || words[last + 1] === true

/** Whether all of a phrase, and none of its neighbours, is in the title. */
const isTitle = (inTopic: boolean[], first: number, last: number) =>
  inTopic.slice(first, last + 1).every(Boolean) && !goesOn(inTopic, first, last)

const IN_TITLE = 3
const IN_HEADING = 1.5
const OFF_TOPIC = 0.4

/** Weighs the words of a phrase: rare ones, repeated ones, and those of the title and of headings. */
function createScales({ index, text, topic, headings }: Search): (words: TextWord[]) => number {
  const weights = new Map<string, number>()
  const weigh = (stem: string) => {
    const outside = headings.has(stem) ? IN_HEADING : 1
    const place = topic.has(stem) ? IN_TITLE : outside
    return place * findRarity(index, stem) * (1 + Math.log(text.counts.get(stem) ?? 1))
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
