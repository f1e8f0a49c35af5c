import { hostOf, type LinkableArticle, pageOf, parsePageUrl } from './insertion.ts'
import { createTerms, findLanguage } from './terms.ts'
import { findWords } from './words.ts'

/** A page that a text may link to, with the stems of its title; weak words are left out. */
export interface Target {
  url: URL
  page: string
  title: string
  stems: string[]
}

/** The titles with two adjacent strong words, by the stems of the first and of the second word. */
type TitlePairs = Map<string, Map<string, { count: number; targets: Target[] }>>

interface Host {
  targets: Target[]
  pairs: TitlePairs
}

/** An index of an account's articles: it shows which words are rare, and which titles the pages of each host have. */
export interface LinkIndex {
  /** The number of articles. */
  size: number
  /** The number of articles with each stem. */
  frequencies: Map<string, number>
  hosts: Map<string, Host>
}

// A pair of words in more titles than this identifies none of them.
const TARGETS_PER_PAIR = 8

/** Creates an index of articles, in a time that is linear in their number. */
export function createLinkIndex(articles: LinkableArticle[]): LinkIndex {
  const index: LinkIndex = { size: 0, frequencies: new Map(), hosts: new Map() }
  for (const article of articles) addArticle(index, article)
  return index
}

/** Finds the pages whose titles have one word right after the other; none if there are more than eight. */
export function findTargets(pairs: TitlePairs, first: string, second: string): Target[] {
  const pair = pairs.get(first)?.get(second)
  return pair && pair.count <= TARGETS_PER_PAIR ? pair.targets : []
}

/** Returns the rarity of a word, from near 0 if every article has it to 1 if none has it. */
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
  const strong = terms.filter(({ isStopWord }) => !isStopWord).map(({ stem }) => stem)
  const target = { url, page: pageOf(url), title, stems: [...new Set(strong)] }
  const { targets, pairs } = findOrAdd(index.hosts, hostOf(url), () => ({ targets: [], pairs: new Map() }))
  targets.push(target)
  addTitle(pairs, target, strong)
}

function addTitle(pairs: TitlePairs, target: Target, strong: string[]): void {
  for (const [number, stem] of strong.entries()) {
    const next = strong[number + 1]
    if (next === undefined || next === stem) continue
    const seconds = findOrAdd(pairs, stem, () => new Map())
    const pair = findOrAdd(seconds, next, () => ({ count: 0, targets: [] }))
    pair.count += 1
    if (pair.targets.length < TARGETS_PER_PAIR) pair.targets.push(target)
  }
}

function findOrAdd<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const before = map.get(key)
  if (before !== undefined) return before
  const value = make()
  map.set(key, value)
  return value
}
