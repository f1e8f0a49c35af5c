import { findAddresses } from './addresses.ts'
import { findNames, findNumbers, findQuotes, listWords } from './find-facts.ts'
import { faults } from './messages.ts'
import { protectText } from './protect-text.ts'
import { type PublishedText, type Reading, readText } from './read-text.ts'
import { measureOverlap, toShingles, toWords } from './similarity.ts'
import { MAX_META_DESCRIPTION, MAX_TITLE } from './variations.ts'

const MOST_OVERLAP = 0.6
const LEAST_OVERLAP = 0.15
const LENGTHS = { least: 0.7, most: 1.3 }
// Below this a handful of changed words leaves no five in a row: there the words themselves are compared.
const SHORT_WORDS = 120
const LEAST_WORDS = 20
const LISTED = 8

/** Whether there is enough running text to say it differently. */
export const isVariable = (source: PublishedText): boolean =>
  toWords(readText(source).prose).length >= LEAST_WORDS

/**
 * What speaks against a variation, as sentences; none, if it says what the article says, in other words. Nothing of
 * `told`, what the model was instructed with, may turn up in it.
 */
export function checkVariation(source: PublishedText, variation: PublishedText, told = ''): string[] {
  const was = readText(source)
  const is = readText(variation)
  return [
    ...checkTitles(source, variation),
    ...checkAddresses(source, variation, { was, is }),
    ...checkKept(was, is),
    ...checkFacts(source, variation, { was, is }),
    ...checkShape(was, is),
    ...checkTold(source, variation, told),
  ]
}

/** What speaks against a variation beside another site's: both are Markdown. */
export function compareVariations(one: string, other: string): string[] {
  const [ours, theirs] = [one, other].map((text) => toShingles(toWords(protectText(text).text)))
  const overlap = measureOverlap(ours ?? new Set(), theirs ?? new Set())
  return overlap < MOST_OVERLAP ? [] : [faults.sibling(toPercent(overlap))]
}

interface Pair {
  was: Reading
  is: Reading
}

function checkTitles(source: PublishedText, { title, metaDescription }: PublishedText): string[] {
  const short = `${title}\n${metaDescription ?? ''}`
  const known = new Set(findMarkup(headOf(source)))
  return [
    ...(title.trim() !== '' && title.length <= MAX_TITLE && !title.includes('\n') ? [] : [faults.title]),
    ...((metaDescription?.length ?? 0) <= MAX_META_DESCRIPTION ? [] : [faults.metaDescription]),
    ...(findMarkup(short).every((mark) => known.has(mark)) ? [] : [faults.markup]),
  ]
}

function checkAddresses(source: PublishedText, variation: PublishedText, { was, is }: Pair): string[] {
  const known = new Set([...was.addresses, ...findAddresses(headOf(source))])
  const present = [...is.addresses, ...findAddresses(headOf(variation))]
  const added = [...missingFrom(was.links, is.links), ...present.filter((address) => !known.has(address))]
  const lost = [...missingFrom(is.links, was.links), ...missing(is.addresses, was.addresses)]
  return [...list(faults.addressAdded, added), ...list(faults.addressLost, lost)]
}

function checkKept(was: Reading, is: Reading): string[] {
  const lostPlaces = [...is.lost].filter((place) => !was.lost.has(place))
  return [
    ...(isSame(was.kept, is.kept) ? [] : [faults.keptLost]),
    ...(isSame(was.elements, is.elements) ? [] : [faults.elements]),
    ...([...is.tags].every((tag) => was.tags.has(tag)) ? [] : [faults.html]),
    ...([...is.invisible].every((letter) => was.invisible.has(letter)) ? [] : [faults.invisible]),
    ...list(faults.anchors, lostPlaces),
  ]
}

function checkFacts(source: PublishedText, variation: PublishedText, { was, is }: Pair): string[] {
  const numbers = findNumbers(is.visible)
  const wholeSource = `${was.visible}\n${headOf(source)}`
  const added = missing(findNumbers(wholeSource), findNumbers(`${is.visible}\n${headOf(variation)}`))
  const said = ` ${toWords(wholeSource).join(' ')} `
  const invented = [...findQuotes(`${is.visible}\n${headOf(variation)}`)].filter(
    (quote) => !said.includes(` ${quote} `),
  )
  return [
    ...list(faults.numbersLost, missing(numbers, findNumbers(was.visible))),
    ...list(faults.numbersAdded, added),
    ...list(faults.quotesLost, missing(findQuotes(is.visible), findQuotes(was.visible))),
    ...list(faults.quotesAdded, invented),
    ...list(faults.namesLost, missing(listWords(is.visible), findNames(was.prose))),
  ]
}

function checkShape(was: Reading, is: Reading): string[] {
  const ratio = is.prose.length / Math.max(1, was.prose.length)
  const hasLength = ratio >= LENGTHS.least && ratio <= LENGTHS.most
  return [
    ...(Math.abs(is.headings - was.headings) <= 1 ? [] : [faults.headings(was.headings, is.headings)]),
    ...(hasLength ? [] : [faults.length(toPercent(ratio))]),
    ...checkOverlap(toWords(was.prose), toWords(is.prose)),
  ]
}

function checkOverlap(was: string[], is: string[]): string[] {
  const overlap = measureOverlap(toShingles(was), toShingles(is))
  const least = was.length < SHORT_WORDS ? measureOverlap(new Set(was), new Set(is)) : overlap
  if (overlap >= MOST_OVERLAP) return [faults.tooClose(toPercent(overlap))]
  return least < LEAST_OVERLAP ? [faults.tooFar(toPercent(least))] : []
}

function checkTold(source: PublishedText, variation: PublishedText, told: string): string[] {
  const [own, said] = [source, variation].map((text) =>
    toShingles(toWords(`${headOf(text)}\n${text.content}`)),
  )
  const isLeaked =
    told !== '' && [...toShingles(toWords(told))].some((words) => said?.has(words) && !own?.has(words))
  return isLeaked ? [faults.instructions] : []
}

const findMarkup = (text: string) => text.match(/[<>[\]`|\\{}]|\*\*|__|^#/gm) ?? []
const headOf = ({ title, metaDescription }: PublishedText) => `${title}\n${metaDescription ?? ''}`
const isSame = (one: string[], other: string[]) => one.toSorted().join('\n') === other.toSorted().join('\n')
const toPercent = (share: number) => Math.round(share * 100)

/** What is expected and not there. */
const missing = (there: Set<string>, expected: Set<string>) =>
  [...expected].filter((item) => !there.has(item))

/** The same for lists, in which an item may stand more than once. */
function missingFrom(there: string[], expected: string[]): string[] {
  const left = new Map<string, number>()
  for (const item of there) left.set(item, (left.get(item) ?? 0) + 1)
  return expected.filter((item) => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count <= 0
  })
}

function list(toSentence: (items: string[]) => string, found: string[]): string[] {
  const items = [...new Set(found)]
  if (items.length === 0) return []
  const rest = items.length > LISTED ? [`and ${items.length - LISTED} more`] : []
  return [toSentence([...items.slice(0, LISTED), ...rest])]
}
