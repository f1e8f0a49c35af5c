import { findAddresses } from './addresses.ts'
import { findNames, findNumbers, findQuotes, listWords } from './find-facts.ts'
import { faults } from './messages.ts'
import { protectText } from './protect-text.ts'
import { type PublishedText, type TextFeatures, extractFeatures } from './text-features.ts'
import { measureOverlap, toShingles, toWords } from './similarity.ts'
import { MAX_META_DESCRIPTION, MAX_TITLE } from './variations.ts'

const MOST_OVERLAP = 0.6
const LEAST_OVERLAP = 0.15
const LENGTHS = { least: 0.7, most: 1.3 }
// In a shorter text a few changed words may leave no five in a row, so single words are compared.
const SHORT_WORDS = 120
const LEAST_WORDS = 20
const ITEMS_LISTED = 8

/** Returns true if a text has enough prose to be reworded. */
export const hasEnoughProse = (source: PublishedText): boolean =>
  toWords(extractFeatures(source).prose).length >= LEAST_WORDS

/**
 * Returns the faults of a variation, as sentences; none if it has the meaning of the article in other words. The
 * variation may repeat no part of `instructions`, the text with the instructions to the model.
 */
export function checkVariation(source: PublishedText, variation: PublishedText, instructions = ''): string[] {
  const readings = { original: extractFeatures(source), reworded: extractFeatures(variation) }
  return [
    ...checkFrame(source, variation, readings),
    ...checkFacts(source, variation, readings),
    ...checkShape(readings),
    ...checkInstructions(source, variation, instructions),
  ]
}

/** Returns the faults that any new text may have: titles too long, and changed addresses, code, tables, pictures or HTML. */
export const checkFrame = (source: PublishedText, variation: PublishedText, readings: Readings): string[] => [
  ...checkTitles(source, variation),
  ...checkAddresses(source, variation, readings),
  ...checkKept(readings),
]

/** Returns a fault if two sites' variations, both in Markdown, are too similar; otherwise an empty list. */
export function compareVariations(one: string, other: string): string[] {
  const overlap = measureOverlap(toTextShingles(one), toTextShingles(other))
  return overlap < MOST_OVERLAP ? [] : [faults.sibling(toPercent(overlap))]
}

const toTextShingles = (markdown: string) => toShingles(toWords(protectText(markdown).text))

/** An article, and its variation or its translation. */
interface Readings {
  original: TextFeatures
  reworded: TextFeatures
}

function checkTitles(source: PublishedText, variation: PublishedText): string[] {
  const { title, metaDescription } = variation
  const known = new Set(findMarkup(headOf(source)))
  const isTitle = title.trim() !== '' && title.length <= MAX_TITLE && !title.includes('\n')
  const isDescription = metaDescription === null || metaDescription.length <= MAX_META_DESCRIPTION
  return [
    ...(isTitle ? [] : [faults.title]),
    ...(isDescription ? [] : [faults.metaDescription]),
    ...(findMarkup(headOf(variation)).every((mark) => known.has(mark)) ? [] : [faults.markup]),
  ]
}

function checkAddresses(
  source: PublishedText,
  variation: PublishedText,
  { original, reworded }: Readings,
): string[] {
  const known = new Set([...original.addresses, ...findAddresses(headOf(source))])
  const present = [...reworded.addresses, ...findAddresses(headOf(variation))]
  const added = [
    ...listMissingItems(original.links, reworded.links),
    ...present.filter((address) => !known.has(address)),
  ]
  const lost = [
    ...listMissingItems(reworded.links, original.links),
    ...listMissing(reworded.addresses, original.addresses),
  ]
  return [...list(faults.addressAdded, added), ...list(faults.addressLost, lost)]
}

function checkKept({ original, reworded }: Readings): string[] {
  const brokenAnchors = listMissing(original.brokenAnchors, reworded.brokenAnchors)
  return [
    ...(isSame(original.kept, reworded.kept) ? [] : [faults.keptLost]),
    ...(isSame(original.elements, reworded.elements) ? [] : [faults.elements]),
    ...(listMissing(original.tags, reworded.tags).length === 0 ? [] : [faults.html]),
    ...(listMissing(original.invisible, reworded.invisible).length === 0 ? [] : [faults.invisible]),
    ...list(faults.anchors, brokenAnchors),
  ]
}

function checkFacts(
  source: PublishedText,
  variation: PublishedText,
  { original, reworded }: Readings,
): string[] {
  const wholeSource = `${original.visible}\n${headOf(source)}`
  const wholeVariation = `${reworded.visible}\n${headOf(variation)}`
  const sourceWords = ` ${toWords(wholeSource).join(' ')} `
  const invented = [...findQuotes(wholeVariation)].filter((quote) => !sourceWords.includes(` ${quote} `))
  return [
    ...list(faults.numbersLost, listMissing(findNumbers(reworded.visible), findNumbers(original.visible))),
    ...list(faults.numbersAdded, listMissing(findNumbers(wholeSource), findNumbers(wholeVariation))),
    ...list(faults.quotesLost, listMissing(findQuotes(reworded.visible), findQuotes(original.visible))),
    ...list(faults.quotesAdded, invented),
    ...list(faults.namesLost, listMissing(listWords(reworded.visible), findNames(original.prose))),
  ]
}

function checkShape({ original, reworded }: Readings): string[] {
  const ratio = reworded.prose.length / Math.max(1, original.prose.length)
  const hasLength = ratio >= LENGTHS.least && ratio <= LENGTHS.most
  return [
    ...checkHeadings({ original, reworded }),
    ...(hasLength ? [] : [faults.length(toPercent(ratio))]),
    ...checkOverlap(toWords(original.prose), toWords(reworded.prose)),
  ]
}

/** Returns a fault if the number of headings differs by more than one. */
export const checkHeadings = ({ original, reworded }: Readings): string[] =>
  Math.abs(reworded.headings - original.headings) <= 1
    ? []
    : [faults.headings(original.headings, reworded.headings)]

function checkOverlap(original: string[], reworded: string[]): string[] {
  const overlap = measureOverlap(toShingles(original), toShingles(reworded))
  const isShort = original.length < SHORT_WORDS
  const common = isShort ? measureOverlap(new Set(original), new Set(reworded)) : overlap
  if (overlap >= MOST_OVERLAP) return [faults.tooClose(toPercent(overlap))]
  return common < LEAST_OVERLAP ? [faults.tooFar(toPercent(common))] : []
}

/** Returns a fault if a text repeats the instructions to the model. */
export function checkInstructions(
  source: PublishedText,
  variation: PublishedText,
  instructions: string,
): string[] {
  if (instructions === '') return []
  const [own, written] = [toAllShingles(source), toAllShingles(variation)]
  const isLeaked = [...toShingles(toWords(instructions))].some(
    (words) => written.has(words) && !own.has(words),
  )
  return isLeaked ? [faults.instructions] : []
}

const toAllShingles = (text: PublishedText) => toShingles(toWords(`${headOf(text)}\n${text.content}`))
const findMarkup = (text: string) => text.match(/[<>[\]`|\\{}]|\*\*|__|^#/gm) ?? []
const headOf = ({ title, metaDescription }: PublishedText) => `${title}\n${metaDescription ?? ''}`
const isSame = (one: string[], other: string[]) => one.toSorted().join('\n') === other.toSorted().join('\n')
const toPercent = (share: number) => Math.round(share * 100)

const listMissing = (present: Set<string>, expected: Set<string>) =>
  [...expected].filter((item) => !present.has(item))

/** Does the same as `listMissing` for lists, which may contain an item more than once. */
function listMissingItems(present: string[], expected: string[]): string[] {
  const left = new Map<string, number>()
  for (const item of present) left.set(item, (left.get(item) ?? 0) + 1)
  return expected.filter((item) => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count <= 0
  })
}

/** Returns a sentence with the first of the things that were found; none without them. */
export function list(toSentence: (items: string[]) => string, found: string[]): string[] {
  const items = [...new Set(found)]
  if (items.length === 0) return []
  const rest = items.length > ITEMS_LISTED ? [`and ${items.length - ITEMS_LISTED} more`] : []
  return [toSentence([...items.slice(0, ITEMS_LISTED), ...rest])]
}
