import { type Anchor, MOST_WORDS, type Phrase, ratePhrase, type Search, toAnchor } from './anchors.ts'
import { hostOf } from './insertion.ts'
import type { WordSequence } from './find-word-sequences.ts'
import { findRarity, findTargets, type Target } from './link-index.ts'

const LEAST_COVERAGE = 0.6
const LEAST_RARITY = 0.35

/** Finds phrases that match the title of another article on the host, and not the topic of this text. */
export function findOtherAnchors(search: Search): Anchor[] {
  const pairs = search.index.hosts.get(hostOf(search.canonical))?.pairs
  if (!pairs) return []
  return search.text.sequences.flatMap((sequence) =>
    sequence.words.flatMap(({ term }, first) => {
      const second = term.isStopWord ? sequence.words.length : findNext(sequence, first)
      const other = sequence.words[second]?.term
      if (!other) return []
      return findTargets(pairs, term.stem, other.stem).flatMap((target) => {
        const last = extend(sequence, second, { target, limit: first + MOST_WORDS })
        return toOtherAnchor(search, target, { sequence, first, last })
      })
    }),
  )
}

function toOtherAnchor(search: Search, target: Target, phrase: Phrase): Anchor[] {
  const { sequence, first, last } = phrase
  if (isStrongAt(sequence, first - 1) || isStrongAt(sequence, last + 1)) return []
  const score = ratePhrase(phrase, search.text.language) * rateMatch(search, target, phrase)
  return score > 0 ? [toAnchor(phrase, { url: target.url, page: target.page, score })] : []
}

const isStrongAt = ({ words }: WordSequence, index: number) => words[index]?.term.isStopWord === false

/** Returns the index of the next word that is not weak, behind at most one weak word; or else an index past the end. */
function findNext(sequence: WordSequence, index: number): number {
  if (isStrongAt(sequence, index + 1)) return index + 1
  return isStrongAt(sequence, index + 2) ? index + 2 : sequence.words.length
}

function extend(
  sequence: WordSequence,
  from: number,
  { target, limit }: { target: Target; limit: number },
): number {
  const next = findNext(sequence, from)
  const stem = sequence.words[next]?.term.stem
  if (stem === undefined || next > limit || !target.stems.includes(stem)) return from
  return extend(sequence, next, { target, limit })
}

/** Rates how surely a phrase means a page: by its share of the title's words, and by how rare these words are. */
function rateMatch({ index, topic }: Search, { stems }: Target, { sequence, first, last }: Phrase): number {
  const strong = sequence.words.slice(first, last + 1).filter(({ term }) => !term.isStopWord)
  const matched = [...new Set(strong.map(({ term }) => term.stem))]
  if (matched.length < 2 || matched.every((stem) => topic.has(stem))) return 0
  const sum = (of: string[]) => of.reduce((total, stem) => total + findRarity(index, stem), 0)
  const [coverage, rarity] = [sum(matched) / sum(stems), sum(matched) / matched.length]
  return coverage >= LEAST_COVERAGE && rarity >= LEAST_RARITY ? coverage * rarity * matched.length : 0
}
