import { toPlainLine } from './plain-line.ts'
import { type Cut, findCut, type Typeface } from './typefaces.server.ts'

/** A text that can be drawn, with the font files of its characters. */
interface Typeset {
  text: string
  cuts: Set<Cut>
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u // joins two characters or selects a variant of one
const MARKS = /\p{M}/gu
const SAYS_SOMETHING = /[\p{L}\p{N}]/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Finds the glyphs of a text. A sign, an emoji or a mark without a glyph is left out. If a letter or a digit has no
 * glyph, the whole text is left out, because its meaning would change.
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

// All characters of a grapheme come from one file. The font of a letter places its marks, and a joined emoji is one
// glyph.
function findGlyphs(segment: string, stack: Typeface[]): { text: string; cut: Cut } | undefined {
  const characters = Array.from(segment)
  const visible = characters.filter((one) => !INVISIBLE.test(one))
  const cut = visible.length > 0 ? findCut(visible.map(toCodePoint), stack) : undefined
  if (!cut) return undefined
  return { text: characters.filter((one) => cut.characters.has(toCodePoint(one))).join(''), cut }
}

const toCodePoint = (character: string) => character.codePointAt(0) ?? 0

// Thai has no spaces between words, so zero-width spaces allow a line to break there.
const toBreakable = (text: string) =>
  /\p{Script=Thai}/u.test(text)
    ? Array.from(words.segment(text), ({ segment }) => segment).join('\u200B')
    : text
