import { CATEGORIES, categoryOf, toTagKey } from './articles.ts'
import { toHash } from '../../shared/hash.ts'
import { COMPOSITIONS, type Plate } from './cover-compositions.ts'

export interface Cover {
  /** One of the eight, in lower case. */
  category: string | undefined
  seed: string
}

const PAPER = '#f6efe0'

/** A dark and a bright printing ink for each category. */
const INKS: Record<string, readonly [dark: string, bright: string]> = {
  technology: ['#3226b8', '#2fb9e6'],
  business: ['#0b5f47', '#a3d65c'],
  lifestyle: ['#a8175a', '#ff9c78'],
  health: ['#0d616c', '#82e0c4'],
  entertainment: ['#54209f', '#ff78b4'],
  science: ['#123a94', '#f2c250'],
  sports: ['#9c300c', '#ffb43f'],
  travel: ['#0b5296', '#ffd27a'],
}
/** For articles outside of the eight: several pairs, or a page of them would look all the same. */
const OTHER_INKS = [
  ['#29231b', '#e0573a'],
  ['#1f3d40', '#eba640'],
  ['#402a4f', '#ee9470'],
  ['#27412f', '#e9c45f'],
  ['#1d3054', '#ea6f52'],
] as const

/**
 * The picture of an article that has none: a complete SVG of 800 by 500, made of the category's two inks and paper.
 * The same category and seed always give the same picture.
 */
export function coverSvg(category: string | undefined, seed: string): string {
  const random = createDice(seed)
  const draw = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]
  const composition = draw(COMPOSITIONS)
  const [dark, bright] = INKS[category ?? ''] ?? draw(OTHER_INKS) ?? OTHER_INKS[0]
  const plates: Omit<Plate, 'random'>[] = [
    { ground: dark, first: bright, second: PAPER },
    { ground: PAPER, first: dark, second: bright },
    { ground: bright, first: dark, second: PAPER },
    { ground: dark, first: PAPER, second: bright },
  ]
  const plate = draw(plates)
  const drawing = plate ? composition?.({ ...plate, random }) : ''
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500" viewBox="0 0 800 500">` +
    `<path fill="${plate?.ground}" d="M0 0h800v500H0z"/>${drawing}</svg>`
  )
}

/** What an article's cover is drawn from: its category, unless it is outside of the eight, and the random end of its id. */
export function coverOf(article: { id: string; tags: string[] }): Cover {
  const category = categoryOf(article)
  return { category: category && toTagKey(category), seed: article.id.replaceAll('-', '').slice(-8) }
}

export function coverPath(article: { id: string; tags: string[] }): string {
  const { category, seed } = coverOf(article)
  return `/covers/${category ?? 'default'}-${seed}.svg`
}

/** Reads the last part of a cover's address back; undefined for a name that no article can have. */
export function parseCoverName(name: string): Cover | undefined {
  const [, category = '', seed = ''] = /^([a-z]+)-([0-9a-f]{8})\.svg$/.exec(name) ?? []
  if (category === 'default') return { category: undefined, seed }
  return CATEGORIES.some((known) => toTagKey(known) === category) ? { category, seed } : undefined
}

// mulberry32: small, and alike in every engine.
function createDice(seed: string): () => number {
  let state = toHash(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
