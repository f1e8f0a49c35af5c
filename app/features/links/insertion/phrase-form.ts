import type { Term } from './terms.ts'

const set = (words: string) => new Set(words.split(' '))

// The neighbours of an English phrase mostly show whether it is a noun or a verb. This needs no dictionary.
const OPENERS = set(
  'the a an these our your their its his her my with in on by about from into and or between through over under more most some any many other such new every each no own both for',
)
const BEFORE_VERBS = set(
  "to can could will would shall should may might must we you they i he she who it not please let do does did don't doesn't didn't cannot can't won't help helps helped also always never just still often be then that which this",
)
const AFTER_VERBS = set(
  'the a an this these those our your their its his her my me us them him it itself themselves all every each some any that how what why whether both up out down off more not two three to',
)
const WITHIN = set('of for in') // the function words that a name may contain
const NUMBER = /^(?:\p{N}|i?[ivx]{2,4}$)/u
const UNLIKELY = 0.15

interface Neighbours {
  before: Term | undefined
  after: Term | undefined
}

/**
 * Rates how well words read as an anchor: about 1 for the whole name of a thing, 0 for words that no editor would link.
 */
export function rateForm(language: string, words: Term[], neighbours: Neighbours): number {
  const inner = words.slice(1, -1).filter(({ isFunction }) => isFunction)
  if (inner.length > 1 || words.some(({ ending }) => ending === 'short')) return 0
  if (language !== 'en') return inner.length === 0 ? 1 : 0.3
  return rateEnglish(words, inner, neighbours)
}

function rateEnglish(words: Term[], inner: Term[], { before, after }: Neighbours): number {
  const last = words.at(-1)
  if (last?.ending === 'ed' || inner.some(({ word }) => !WITHIN.has(word))) return 0
  if (after && NUMBER.test(after.word)) return 0 // such as "iPhone 12" or "World War II"
  const isSplit = words.slice(1, -1).some(({ ending }) => ending !== 'none')
  const form = (isSplit ? UNLIKELY : 1) * (inner.length === 0 ? 1 : 0.7)
  return form * rateBefore(words[0], before?.word) * rateAfter(last, after)
}

function rateAfter(last: Term | undefined, after: Term | undefined): number {
  if (after === undefined) return 1
  if (last?.ending === 'ing' && !after.isFunction) return UNLIKELY
  return AFTER_VERBS.has(after.word) ? UNLIKELY : 1
}

function rateBefore(first: Term | undefined, before: string | undefined): number {
  if (before === undefined) return first?.ending === 'none' ? 0.4 : UNLIKELY // perhaps an imperative, such as "Add rice"
  if (BEFORE_VERBS.has(before)) return UNLIKELY
  const isOpened = OPENERS.has(before)
  if (first?.ending !== 'none') return isOpened ? 0.8 : UNLIKELY
  return isOpened ? 1.2 : 0.6
}
