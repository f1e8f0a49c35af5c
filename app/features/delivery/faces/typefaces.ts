import display from '../../../fonts/display.woff2?url'
import italic from '../../../fonts/italic.woff2?url'
import sans from '../../../fonts/sans.woff2?url'
import text from '../../../fonts/text.woff2?url'
import garamondDisplay from '../../../fonts/pairings/eb-garamond-500.woff2?url'
import garamondItalic from '../../../fonts/pairings/eb-garamond-italic.woff2?url'
import garamondText from '../../../fonts/pairings/eb-garamond.woff2?url'
import figtree from '../../../fonts/pairings/figtree.woff2?url'
import garamondSheet from '../../../fonts/pairings/garamond.css?url'
import literataItalic from '../../../fonts/pairings/literata-italic.woff2?url'
import literata from '../../../fonts/pairings/literata.woff2?url'
import magazineSheet from '../../../fonts/pairings/magazine.css?url'
import modernSheet from '../../../fonts/pairings/modern.css?url'
import plainSheet from '../../../fonts/pairings/plain.css?url'
import playfair from '../../../fonts/pairings/playfair-display-600.woff2?url'
import publicDisplay from '../../../fonts/pairings/public-sans-650.woff2?url'
import publicItalic from '../../../fonts/pairings/public-sans-italic.woff2?url'
import publicSans from '../../../fonts/pairings/public-sans.woff2?url'
import bitterDisplay from '../../../fonts/pairings/bitter-600.woff2?url'
import bitterItalic from '../../../fonts/pairings/bitter-italic.woff2?url'
import bitter from '../../../fonts/pairings/bitter.woff2?url'
import slabSheet from '../../../fonts/pairings/slab.css?url'
import sourceSans from '../../../fonts/pairings/source-sans-3.woff2?url'
import sourceSerifItalic from '../../../fonts/pairings/source-serif-4-italic.woff2?url'
import sourceSerif from '../../../fonts/pairings/source-serif-4.woff2?url'
import spaceGrotesk from '../../../fonts/pairings/space-grotesk-600.woff2?url'
import type { FontUse } from '../../../platform/web/route-facts.ts'
import type { FaceType } from './faces.ts'

interface Typefaces {
  /** Its style sheet; undefined for the usual fonts, which are in the common sheet. */
  sheet?: string
  /** The file that a page needs first for each use. */
  files: Record<FontUse, string>
}

const USUAL: Typefaces = { files: { display, sans, text, italic } }

const PAIRINGS: Record<FaceType, Typefaces> = {
  garamond: {
    sheet: garamondSheet,
    files: { display: garamondDisplay, sans: figtree, text: garamondText, italic: garamondItalic },
  },
  magazine: {
    sheet: magazineSheet,
    files: { display: playfair, sans: sourceSans, text: sourceSerif, italic: sourceSerifItalic },
  },
  slab: {
    sheet: slabSheet,
    files: { display: bitterDisplay, sans: sourceSans, text: bitter, italic: bitterItalic },
  },
  modern: {
    sheet: modernSheet,
    files: { display: spaceGrotesk, sans: figtree, text: literata, italic: literataItalic },
  },
  plain: {
    sheet: plainSheet,
    files: { display: publicDisplay, sans: publicSans, text: publicSans, italic: publicItalic },
  },
}

/** Returns the fonts of a face: their style sheet, and the files to load ahead. */
export function findTypefaces(type: string | undefined): Typefaces {
  if (type === undefined) return USUAL
  return Object.entries(PAIRINGS).find(([name]) => name === type)?.[1] ?? USUAL
}
