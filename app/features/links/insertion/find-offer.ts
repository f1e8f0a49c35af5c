import { ENOUGH_LINKS, hostOf, pageOf } from './insertion.ts'
import { findWordSequences, type WordSequence, type Sentence } from './find-word-sequences.ts'
import { findRarity, type Target } from './link-index.ts'
import type { TextAnalysis } from './analyse-text.ts'

const MOST_SENTENCES = 60
const MOST_CHARACTERS = 12_000
const LONGEST_SENTENCE = 500
const MOST_OTHERS = 8

/** A sentence of an offer, with the word sequences in it that may get a link. */
export interface OfferedSentence {
  sentence: Sentence
  sequences: WordSequence[]
}

/** The sentences and pages that a model may pick from. The prompt numbers both from 1, in this order. */
export interface Offer {
  language: string
  sentences: OfferedSentence[]
  /** The canonical page comes first, unless the text links to it already. */
  targets: Target[]
}

/** An offer as plain lines of text, for a prompt. */
export interface OfferedTexts {
  sentences: string[]
  targets: string[]
}

/**
 * Finds sentences that may get a link, spread over the text, and pages that it does not link to yet. Returns undefined
 * if there are too few.
 */
export function findOffer(study: TextAnalysis): Offer | undefined {
  const { reading, existing } = study
  const { language, counts, sequences } = findWordSequences(reading.passages, MOST_CHARACTERS)
  const sentences = thinOut(groupSequences(sequences))
  const passageCount = new Set(sentences.map(({ sentence }) => sentence.passage)).size
  const targets = [...findOwnTarget(study), ...findRelated(study, counts)]
  if (passageCount < ENOUGH_LINKS - existing || targets.length === 0) return undefined
  return { language, sentences, targets }
}

/** Returns an offer as plain lines; titles are cut to 500 characters. */
export const toTexts = ({ sentences, targets }: Offer): OfferedTexts => ({
  sentences: sentences.map(({ sentence: { passage, from, to } }) => toLine(passage.text.slice(from, to))),
  targets: targets.map(({ title }) => toLine(title).slice(0, LONGEST_SENTENCE)),
})

const toLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function groupSequences(sequences: WordSequence[]): OfferedSentence[] {
  const sentences: OfferedSentence[] = []
  for (const sequence of sequences) {
    const { sentence } = sequence
    const last = sentences.at(-1)
    if (last?.sentence === sentence) last.sequences.push(sequence)
    else if (lengthOf(sentence) <= LONGEST_SENTENCE) sentences.push({ sentence, sequences: [sequence] })
  }
  return sentences
}

const lengthOf = ({ from, to }: Sentence) => to - from

function thinOut(sentences: OfferedSentence[]): OfferedSentence[] {
  let step = Math.max(1, Math.ceil(sentences.length / MOST_SENTENCES))
  for (;;) {
    const kept = sentences.filter((_, index) => index % step === 0)
    if (kept.reduce((sum, { sentence }) => sum + lengthOf(sentence), 0) <= MOST_CHARACTERS) return kept
    step += 1
  }
}

function findOwnTarget({ title, search: { canonical: url }, pages }: TextAnalysis): Target[] {
  const page = pageOf(url)
  return pages.has(page) ? [] : [{ url, page, title: title || url.pathname, stems: [] }]
}

/** Finds the articles on the host whose titles share the most rare words with the text. */
function findRelated({ search, pages }: TextAnalysis, counts: Map<string, number>): Target[] {
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
