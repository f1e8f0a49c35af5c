import { type Anchor, MOST_WORDS, type Phrase, ratePhrase, type Search, toAnchor } from './anchors.ts'
import { hostOf } from './backlinks.ts'
import type { Run } from './find-runs.ts'
import { findRarity, findTargets, type Target } from './link-index.ts'

const LEAST_COVERAGE = 0.6
const LEAST_RARITY = 0.35

/** Phrases that say what the title of another article on the host says, and are not what this text is about. */
export function findOtherAnchors(search: Search): Anchor[] {
  const pairs = search.index.hosts.get(hostOf(search.canonical))?.pairs
  if (!pairs) return []
  return search.text.runs.flatMap((run) =>
    run.words.flatMap(({ term }, first) => {
      const second = term.isWeak ? run.words.length : findNext(run, first)
      const other = run.words[second]?.term
      if (!other) return []
      return findTargets(pairs, term.stem, other.stem).flatMap((target) => {
        const last = extend(run, second, { target, limit: first + MOST_WORDS })
        return toOtherAnchor(search, target, { run, first, last })
      })
    }),
  )
}

function toOtherAnchor(search: Search, target: Target, phrase: Phrase): Anchor[] {
  const { run, first, last } = phrase
  if (isStrongAt(run, first - 1) || isStrongAt(run, last + 1)) return []
  const score = ratePhrase(phrase, search.text.language) * rateMatch(search, target, phrase)
  return score > 0 ? [toAnchor(phrase, { url: target.url, page: target.page, score })] : []
}

const isStrongAt = ({ words }: Run, place: number) => words[place]?.term.isWeak === false

/** The place of the next word that means something, at most one weak word away; none: past the end. */
function findNext(run: Run, place: number): number {
  if (isStrongAt(run, place + 1)) return place + 1
  return isStrongAt(run, place + 2) ? place + 2 : run.words.length
}

function extend(run: Run, from: number, { target, limit }: { target: Target; limit: number }): number {
  const next = findNext(run, from)
  const stem = run.words[next]?.term.stem
  if (stem === undefined || next > limit || !target.stems.includes(stem)) return from
  return extend(run, next, { target, limit })
}

/** How sure it is that a phrase means a page: how much of its title it says, and how rarely others say it. */
function rateMatch({ index, topic }: Search, { stems }: Target, { run, first, last }: Phrase): number {
  const strong = run.words.slice(first, last + 1).filter(({ term }) => !term.isWeak)
  const matched = [...new Set(strong.map(({ term }) => term.stem))]
  if (matched.length < 2 || matched.every((stem) => topic.has(stem))) return 0
  const sum = (of: string[]) => of.reduce((total, stem) => total + findRarity(index, stem), 0)
  const [coverage, rarity] = [sum(matched) / sum(stems), sum(matched) / matched.length]
  return coverage >= LEAST_COVERAGE && rarity >= LEAST_RARITY ? coverage * rarity * matched.length : 0
}
