import type { Term } from './terms.ts'

const set = (words: string) => new Set(words.split(' '))

// What stands beside a phrase of English tells a thing from a deed, mostly, and without a dictionary.
const OPENERS = set(
  'the a an these our your their its his her my with in on by about from into and or between through over under more most some any many other such new every each no own both for',
)
const BEFORE_DEEDS = set(
  "to can could will would shall should may might must we you they i he she who it not please let do does did don't doesn't didn't cannot can't won't help helps helped also always never just still often be then that which this",
)
const AFTER_DEEDS = set(
  'the a an this these those our your their its his her my me us them him it itself themselves all every each some any that how what why whether both up out down off more not two three to',
)
const WITHIN = set('of for in')
const NUMBER = /^(?:\p{N}|i?[ivx]{2,4}$)/u
const UNLIKELY = 0.15

interface Neighbours {
  before: Term | undefined
  after: Term | undefined
}

/** How well words read as an anchor: about 1 for a whole name of a thing, 0 for what no editor would link. */
export function rateForm(language: string, words: Term[], neighbours: Neighbours): number {
  const small = words.slice(1, -1).filter(({ isFunction }) => isFunction)
  if (small.length > 1 || words.some(({ ending }) => ending === 'short')) return 0
  if (language !== 'en') return small.length === 0 ? 1 : 0.3
  return rateEnglish(words, small, neighbours)
}

function rateEnglish(words: Term[], small: Term[], { before, after }: Neighbours): number {
  const last = words.at(-1)
  if (last?.ending === 'ed' || small.some(({ word }) => !WITHIN.has(word))) return 0
  if (after && NUMBER.test(after.word)) return 0 // a version, a year, the second of two wars
  const isSplit = words.slice(1, -1).some(({ ending }) => ending !== 'none')
  const inner = (isSplit ? UNLIKELY : 1) * (small.length === 0 ? 1 : 0.7)
  return inner * rateBefore(words[0], before?.word) * rateAfter(last, after)
}

function rateAfter(last: Term | undefined, after: Term | undefined): number {
  if (after === undefined) return 1
  if (last?.ending === 'ing' && !after.isFunction) return UNLIKELY
  return AFTER_DEEDS.has(after.word) ? UNLIKELY : 1
}

function rateBefore(first: Term | undefined, before: string | undefined): number {
  if (before === undefined) return first?.ending === 'none' ? 0.4 : UNLIKELY // an order, maybe: "Add rice"
  if (BEFORE_DEEDS.has(before)) return UNLIKELY
  const isOpened = OPENERS.has(before)
  if (first?.ending !== 'none') return isOpened ? 0.8 : UNLIKELY
  return isOpened ? 1.2 : 0.6
}
