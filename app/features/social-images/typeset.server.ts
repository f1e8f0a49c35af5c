import { toPlainLine } from './plain-line.ts'
import { type Cut, findCut, type Typeface } from './typefaces.server.ts'

/** A text as it can be drawn, and the files that its characters are in. */
export interface Typeset {
  text: string
  cuts: Set<Cut>
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u // joins two others or chooses a form of one
const MARKS = /\p{M}/gu
const SAYS_SOMETHING = /[\p{L}\p{N}]/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Finds the glyphs of a text. A sign, an emoji or a mark on a letter without any is left out; a text that would lose
 * a letter or a digit would say something else, and nothing is left of it.
 */
export function typeset(text: string, stack: Typeface[]): Typeset {
  const line = toPlainLine(text)
  const cuts = new Set<Cut>()
  let drawn = ''
  for (const { segment } of graphemes.segment(line)) {
    const found = findGlyphs(segment, stack) ?? findGlyphs(segment.normalize('NFD').replace(MARKS, ''), stack)
    if (!found && SAYS_SOMETHING.test(segment)) return { text: '', cuts: new Set() }
    if (!found) continue
    drawn += found.text
    cuts.add(found.cut)
  }
  return { text: toBreakable(drawn.replace(/ +/g, ' ').trim()), cuts }
}

// Whole from one file: a mark is placed by the font of its letter, and a family of emoji is one glyph.
function findGlyphs(segment: string, stack: Typeface[]): { text: string; cut: Cut } | undefined {
  const characters = Array.from(segment)
  const visible = characters.filter((one) => !INVISIBLE.test(one))
  const cut = visible.length > 0 ? findCut(visible.map(toCodePoint), stack) : undefined
  if (!cut) return undefined
  return { text: characters.filter((one) => cut.characters.has(toCodePoint(one))).join(''), cut }
}

const toCodePoint = (character: string) => character.codePointAt(0) ?? 0

// Thai is written without spaces between its words; lines break where a reader would pause.
const toBreakable = (text: string) =>
  /\p{Script=Thai}/u.test(text)
    ? Array.from(words.segment(text), ({ segment }) => segment).join('\u200B')
    : text
