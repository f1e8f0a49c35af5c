import { CATEGORIES, categoryOf, toTagKey } from '../../articles/articles.ts'
import { readSeed } from '../../articles/pictures/pictures.ts'
import { toHash } from '../../../shared/hash.ts'
import { FACE_COVERS, type FaceCovers } from '../../delivery/faces/faces.ts'
import { choose, COMPOSITIONS } from './cover-compositions.ts'

/** The facts that a cover is drawn from. */
export interface Cover {
  /** One of the eight, in lower case. */
  category: string | undefined
  seed: string
  /** The name of the inks that the owner of its site chose. */
  inks?: string
  /** The place of another composition than that of the seed. */
  pattern?: number | undefined
}

const PAPER = '#f6efe0'

type Inks = readonly [dark: string, bright: string]

/** The printing inks of each category. */
const INKS: Record<string, Inks> = {
  technology: ['#3226b8', '#2fb9e6'],
  business: ['#0b5f47', '#a3d65c'],
  lifestyle: ['#a8175a', '#ff9c78'],
  health: ['#0d616c', '#82e0c4'],
  entertainment: ['#54209f', '#ff78b4'],
  science: ['#123a94', '#f2c250'],
  sports: ['#9c300c', '#ffb43f'],
  travel: ['#0b5296', '#ffd27a'],
}
/** The inks of articles without a category. There are several pairs for variety. */
const OTHER_INKS: readonly [Inks, ...Inks[]] = [
  ['#29231b', '#e0573a'],
  ['#1f3d40', '#eba640'],
  ['#402a4f', '#ee9470'],
  ['#27412f', '#e9c45f'],
  ['#1d3054', '#ea6f52'],
]

/** The inks of a site whose owner chose others than those of each category. */
const FACE_INKS: Record<FaceCovers, readonly [Inks, ...Inks[]]> = {
  ink: [
    ['#1d1d1f', '#b9b9b4'],
    ['#2b2b2e', '#d6d3cb'],
  ],
  sea: [
    ['#0b4f6c', '#5cc8d7'],
    ['#123a5e', '#8fd3c8'],
    ['#0d616c', '#f2d9a0'],
  ],
  earth: [
    ['#5b2e17', '#d99a5b'],
    ['#6b3a2a', '#e8c07d'],
    ['#3f3a22', '#c9b458'],
  ],
  garden: [
    ['#1f4d2e', '#a7cf6a'],
    ['#27412f', '#f0c9d2'],
    ['#0b5f47', '#e9d66b'],
  ],
  dusk: [
    ['#2c2350', '#f08a6c'],
    ['#402a4f', '#f2b8a0'],
    ['#1d3054', '#d88fc0'],
  ],
}

/**
 * Returns the cover of an article without a picture: an SVG of 800 by 500 in the category's two inks and paper, or in those
 * of the site. The same category, seed and inks always give the same cover. `pattern` is the place of another composition
 * than that of the seed.
 */
export function coverSvg({ category, seed, inks, pattern }: Cover): string {
  const random = createRandom(seed)
  const usual = choose({ random }, COMPOSITIONS)
  const composition = (pattern !== undefined && COMPOSITIONS[pattern]) || usual
  const own = FACE_COVERS.find((name) => name === inks)
  const [dark, bright] = own
    ? choose({ random }, FACE_INKS[own])
    : (category && INKS[category]) || choose({ random }, OTHER_INKS)
  const colours = choose({ random }, [
    { ground: dark, first: bright, second: PAPER },
    { ground: PAPER, first: dark, second: bright },
    { ground: bright, first: dark, second: PAPER },
    { ground: dark, first: PAPER, second: bright },
  ])
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500" viewBox="0 0 800 500">` +
    `<path fill="${colours.ground}" d="M0 0h800v500H0z"/>${composition({ ...colours, random })}</svg>`
  )
}

/** A site whose owner may have chosen inks. */
export interface Painted {
  face?: { covers?: string | undefined } | undefined
}

/** Returns a cover in the inks of its site. */
export function paintCover({ face }: Painted, cover: Cover): Cover {
  return face?.covers ? { ...cover, inks: face.covers } : cover
}

/** An article whose cover is drawn. */
interface Drawn {
  id: string
  tags: string[]
  /** The choice of its author. */
  cover?: string | null
}

/**
 * Returns the facts that an article's cover is drawn from: its category, and as the seed that of its author's choice, or
 * the random end of its id.
 */
export function coverOf(article: Drawn): Cover {
  const category = categoryOf(article)
  return { category: category && toTagKey(category), seed: seedOf(article) }
}

const seedOf = ({ cover, id }: Drawn) => readSeed(cover) ?? id.slice(-8)

/** Returns the path of an article's cover, with another pattern than its own if one is given. */
export function coverPath(article: Drawn, pattern?: number): string {
  const { category, seed } = coverOf(article)
  return `/covers/${category ?? 'default'}-${seed}${pattern === undefined ? '' : `-${pattern}`}.svg`
}

const patternOf = (article: Drawn): number => {
  const random = createRandom(seedOf(article))
  return COMPOSITIONS.indexOf(choose({ random }, COMPOSITIONS))
}

const NEIGHBOURS = 5

/**
 * Returns the pattern of each card of a list whose drawn cover would repeat one of the five before it. A drawing that its
 * author chose stays, so those before it make room. A cover that is a picture stays, too.
 */
export function listPatterns(articles: (Drawn & { imageUrl: string | null })[]): (number | undefined)[] {
  const own = articles.map((article) => (article.imageUrl === null ? patternOf(article) : undefined))
  const chosen = articles.map(({ cover }, index) => (readSeed(cover) === undefined ? undefined : own[index]))
  const shown: (number | undefined)[] = []
  return own.map((pattern, index) => {
    const before = shown.slice(-NEIGHBOURS)
    const [next, ...later] = chosen.slice(index + 1, index + 1 + NEIGHBOURS)
    const isFree =
      pattern === undefined || chosen[index] !== undefined || ![...before, next, ...later].includes(pattern)
    const other = isFree
      ? undefined
      : (findOther(pattern, [...before, next, ...later]) ?? findOther(pattern, [...before, next]))
    shown.push(other ?? pattern)
    return other
  })
}

// There are more patterns than neighbours.
function findOther(own: number, near: (number | undefined)[]): number | undefined {
  const after = COMPOSITIONS.map((_, step) => (own + step) % COMPOSITIONS.length)
  return after.find((pattern) => !near.includes(pattern))
}

/** Returns the cover that a file name means; undefined for a name that no article can have. */
export function parseCoverName(name: string): Cover | undefined {
  const [, category = '', seed = '', typed] = /^([a-z]+)-([0-9a-f]{8})(?:-([0-8]))?\.svg$/.exec(name) ?? []
  const pattern = typed === undefined ? undefined : Number(typed)
  if (category === 'default') return { category: undefined, seed, pattern }
  return CATEGORIES.some((known) => toTagKey(known) === category) ? { category, seed, pattern } : undefined
}

// mulberry32: small, and the same in every JavaScript engine.
function createRandom(seed: string): () => number {
  let state = toHash(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
