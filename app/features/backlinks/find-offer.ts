import { ENOUGH_LINKS, hostOf, pageOf } from './backlinks.ts'
import { findRuns, type Run, type Sentence } from './find-runs.ts'
import { findRarity, type Target } from './link-index.ts'
import type { Study } from './study-text.ts'

const MOST_SENTENCES = 60
const MOST_CHARACTERS = 12_000
const LONGEST_SENTENCE = 500
const MOST_OTHERS = 8

export interface OfferedSentence {
  sentence: Sentence
  runs: Run[]
}

/** What a model may pick from: the number of each is its place, from 1. */
export interface Offer {
  language: string
  sentences: OfferedSentence[]
  /** The canonical page first, unless it has its link already. */
  targets: Target[]
}

/** The same as texts. */
export interface OfferedTexts {
  sentences: string[]
  targets: string[]
}

/** Sentences that may get a link, spread over the text, and pages that are not linked yet; undefined if there are too few. */
export function findOffer(study: Study): Offer | undefined {
  const { reading, existing } = study
  const { language, counts, runs } = findRuns(reading.passages, MOST_CHARACTERS)
  const sentences = spread(groupRuns(runs))
  const places = new Set(sentences.map(({ sentence }) => sentence.passage)).size
  const targets = [...findOwnTarget(study), ...findRelated(study, counts)]
  if (places < ENOUGH_LINKS - existing || targets.length === 0) return undefined
  return { language, sentences, targets }
}

export const toTexts = ({ sentences, targets }: Offer): OfferedTexts => ({
  sentences: sentences.map(({ sentence: { passage, from, to } }) => toLine(passage.text.slice(from, to))),
  targets: targets.map(({ title }) => toLine(title).slice(0, LONGEST_SENTENCE)),
})

const toLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function groupRuns(runs: Run[]): OfferedSentence[] {
  const sentences: OfferedSentence[] = []
  for (const run of runs) {
    const { sentence } = run
    const last = sentences.at(-1)
    if (last?.sentence === sentence) last.runs.push(run)
    else if (lengthOf(sentence) <= LONGEST_SENTENCE) sentences.push({ sentence, runs: [run] })
  }
  return sentences
}

const lengthOf = ({ from, to }: Sentence) => to - from

function spread(sentences: OfferedSentence[]): OfferedSentence[] {
  let step = Math.max(1, Math.ceil(sentences.length / MOST_SENTENCES))
  for (;;) {
    const some = sentences.filter((_, place) => place % step === 0)
    if (some.reduce((sum, { sentence }) => sum + lengthOf(sentence), 0) <= MOST_CHARACTERS) return some
    step += 1
  }
}

function findOwnTarget({ title, search: { canonical: url }, pages }: Study): Target[] {
  const page = pageOf(url)
  return pages.has(page) ? [] : [{ url, page, title: title || url.pathname, stems: [] }]
}

/** Articles on the host whose titles have the most rare words in common with the text. */
function findRelated({ search, pages }: Study, counts: Map<string, number>): Target[] {
  const { index, canonical } = search
  const targets = index.hosts.get(hostOf(canonical))?.targets ?? []
  const others = new Map(targets.map((target) => [target.page, target]))
  const rated = [...others.values()]
    .filter(({ page }) => page !== pageOf(canonical) && !pages.has(page))
    .map((target) => {
      const shared = target.stems.filter((stem) => counts.has(stem))
      return { target, score: shared.reduce((sum, stem) => sum + findRarity(index, stem), 0) }
    })
  return rated
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_OTHERS)
    .map(({ target }) => target)
}
