import { hostOf, type LinkableArticle, pageOf, parsePageUrl } from './backlinks.ts'
import { createTerms, findLanguage } from './terms.ts'
import { findWords } from './words.ts'

/** A page that may be linked to, with the words of its title that mean something. */
export interface Target {
  url: URL
  page: string
  title: string
  stems: string[]
}

/** By the first and the second of two words in a row: how many titles have them, and which pages those are of. */
export type TitlePairs = Map<string, Map<string, { count: number; targets: Target[] }>>

interface Host {
  targets: Target[]
  pairs: TitlePairs
}

/** What an account's articles are about: which words are rare among them, and what the pages of each host are called. */
export interface LinkIndex {
  size: number
  frequencies: Map<string, number>
  hosts: Map<string, Host>
}

// A pair of words that more titles have than this tells nothing about any of them.
const TARGETS_PER_PAIR = 8

/** Makes an index of articles, in a time that grows with their number alone. */
export function createLinkIndex(articles: LinkableArticle[]): LinkIndex {
  const index: LinkIndex = { size: 0, frequencies: new Map(), hosts: new Map() }
  for (const article of articles) addArticle(index, article)
  return index
}

/** The pages whose titles have two words in a row; none, if too many have. */
export function findTargets(pairs: TitlePairs, one: string, other: string): Target[] {
  const pair = pairs.get(one)?.get(other)
  return pair && pair.count <= TARGETS_PER_PAIR ? pair.targets : []
}

/** How much a word says: near 0 for one that every article has, 1 for one that none has. */
export function findRarity({ size, frequencies }: LinkIndex, stem: string): number {
  if (size < 2) return 1
  return Math.log((size + 1) / ((frequencies.get(stem) ?? 0) + 0.5)) / Math.log((size + 1) / 0.5)
}

function addArticle(index: LinkIndex, { url: address, title, keywords, summary }: LinkableArticle): void {
  const words = findWords([title, ...keywords, summary].join('\n')).map(({ word }) => word)
  const toTerm = createTerms(findLanguage(words))
  const stems = new Set(words.map((word) => toTerm(word).stem))
  for (const stem of stems) index.frequencies.set(stem, (index.frequencies.get(stem) ?? 0) + 1)
  index.size += 1
  const url = parsePageUrl(address)
  if (!url) return
  const terms = findWords(title).map(({ word }) => toTerm(word))
  const strong = terms.filter(({ isWeak }) => !isWeak).map(({ stem }) => stem)
  const target = { url, page: pageOf(url), title, stems: [...new Set(strong)] }
  const { targets, pairs } = enter(index.hosts, hostOf(url), () => ({ targets: [], pairs: new Map() }))
  targets.push(target)
  addTitle(pairs, target, strong)
}

function addTitle(pairs: TitlePairs, target: Target, strong: string[]): void {
  for (const [place, stem] of strong.entries()) {
    const next = strong[place + 1]
    if (next === undefined || next === stem) continue
    const seconds = enter(pairs, stem, () => new Map())
    const pair = enter(seconds, next, () => ({ count: 0, targets: [] }))
    pair.count += 1
    if (pair.targets.length < TARGETS_PER_PAIR) pair.targets.push(target)
  }
}

function enter<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const before = map.get(key)
  if (before !== undefined) return before
  const value = make()
  map.set(key, value)
  return value
}
