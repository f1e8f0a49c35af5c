import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/** A cut of a family for one use. */
interface Cut {
  family: string
  package: string
  isItalic?: boolean
  weight: number | { min: number; max: number }
}

interface Pairing {
  /** The size of the name of the site, if that of the usual font would be too wide. */
  wordmark?: string
  display: Cut
  text: Cut
  italic: Cut
  sans: Cut
}

const VARIABLE = { min: 400, max: 700 }
const cut = (family: string, name: string, weight: Cut['weight']): Cut => ({ family, package: name, weight })
const withItalic = (family: string, name: string) => ({
  text: cut(family, name, VARIABLE),
  italic: { ...cut(family, name, 400), isItalic: true },
})

// The pairs of a face besides the usual one (`app/features/delivery/faces/faces.ts`).
const PAIRINGS: Record<string, Pairing> = {
  garamond: {
    display: cut('EB Garamond Display', 'eb-garamond', 500),
    ...withItalic('EB Garamond', 'eb-garamond'),
    sans: cut('Figtree', 'figtree', VARIABLE),
  },
  magazine: {
    display: cut('Playfair Display', 'playfair-display', 600),
    ...withItalic('Source Serif 4', 'source-serif-4'),
    sans: cut('Source Sans 3', 'source-sans-3', VARIABLE),
  },
  slab: {
    display: cut('Bitter Display', 'bitter', 600),
    ...withItalic('Bitter', 'bitter'),
    sans: cut('Source Sans 3', 'source-sans-3', VARIABLE),
  },
  modern: {
    wordmark: '1.45rem',
    display: cut('Space Grotesk', 'space-grotesk', 600),
    ...withItalic('Literata', 'literata'),
    sans: cut('Figtree', 'figtree', VARIABLE),
  },
  plain: {
    wordmark: '1.45rem',
    display: cut('Public Sans Display', 'public-sans', 650),
    ...withItalic('Public Sans', 'public-sans'),
    sans: cut('Public Sans', 'public-sans', VARIABLE),
  },
}

// How wide a family is, in percent of a font that most computers have: measured with a sentence of 118 letters.
const OF_TIMES: Record<string, number> = {
  'EB Garamond Display': 97.2,
  'EB Garamond': 93.8,
  'EB Garamond italic': 90.9,
  'Playfair Display': 112,
  'Source Serif 4': 117.8,
  'Source Serif 4 italic': 107.8,
  'Bitter Display': 114.7,
  Bitter: 113.1,
  'Bitter italic': 110,
  Literata: 116,
  'Literata italic': 109.4,
}
const OF_ARIAL: Record<string, number> = {
  Figtree: 100,
  'Source Sans 3': 93.2,
  'Space Grotesk': 108.7,
  'Public Sans Display': 105,
  'Public Sans': 103.1,
  'Public Sans italic': 99.5,
}

const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02DC, U+2000-206F, U+20AC, U+2122, U+2190-2193, U+2212, U+2215, U+FEFF, U+FFFD'

// As wide as the font that it replaces during loading, so that lines break alike and the text does not jump.
function toStandIn({ family, isItalic }: Cut): string {
  const name = isItalic ? `${family} italic` : family
  const fonts = name in OF_TIMES ? ['Times New Roman', 'Liberation Serif'] : ['Arial', 'Liberation Sans']
  const sources = fonts.map((font) => `local('${font}${isItalic ? ' Italic' : ''}')`)
  return `@font-face {
  font-family: '${family} Stand-in';
  font-style: ${isItalic ? 'italic' : 'normal'};
  src: ${sources.join(', ')};
  size-adjust: ${OF_TIMES[name] ?? OF_ARIAL[name]}%;
  unicode-range: ${LATIN};
}
`
}

const SERIF = `'Newsreader', Georgia, serif`
const STACKS = {
  display: ['--font-display', SERIF],
  text: ['--font-serif', SERIF],
  sans: ['--font-sans', `'Instrument Sans', system-ui, sans-serif`],
} as const

const toFile = ({ package: name, weight, isItalic }: Cut) =>
  [name, typeof weight === 'number' && !isItalic ? weight : '', isItalic ? 'italic' : '']
    .filter(Boolean)
    .join('-')

const toWeights = ({ weight }: Cut) =>
  typeof weight === 'number' ? '200 800' : `${weight.min} ${weight.max}`

// Browsers load the second file only for a page with one of its letters, and of these rules the last one wins.
const SCRIPTS = [
  { script: 'latin-ext', suffix: '-ext', range: 'U+0100-017F, U+0218-021B, U+1E9E' },
  { script: 'latin', suffix: '', range: undefined },
]

const toRules = (font: Cut) =>
  SCRIPTS.map(
    ({ suffix, range }) => `@font-face {
  font-family: '${font.family}';
  font-style: ${font.isItalic ? 'italic' : 'normal'};
  font-display: swap;
  font-weight: ${toWeights(font)};
  src: url('./${toFile(font)}${suffix}.woff2') format('woff2');
  unicode-range: ${range ?? LATIN};
}
`,
  ).join('')

const listCuts = ({ display, text, italic, sans }: Pairing): Cut[] => [display, text, italic, sans]

const toSheet = (pairing: Pairing): string => {
  const fonts = new Map(listCuts(pairing).map((font) => [toFile(font) + font.family, font]))
  const tokens = Object.entries(STACKS).map(([use, [token, others]]) => {
    const { family } = pairing[use as keyof typeof STACKS]
    return `  ${token}: '${family}', '${family} Stand-in', ${others};\n`
  })
  const rules = [...fonts.values()].map((font) => toRules(font) + toStandIn(font))
  return `/* Written by npm run fonts. */\n${rules.join('')}:root {\n${tokens.join('')}}\n${toWordmark(pairing)}`
}

const toWordmark = ({ wordmark }: Pairing) =>
  wordmark === undefined ? '' : `body .wordmark {\n  font-size: ${wordmark};\n}\n`

interface Places {
  /** The folder of the fonts of the pages. */
  folder: string
  packageFolder: (name: string) => string
  /** Returns the characters of a range of CSS. */
  toCharacters: (range: string) => string
  /** The characters of the first file. */
  characters: string
  features: string[]
}

/** Writes the fonts of each pair with their licences, and a style sheet for each. Other letters come from the usual fonts. */
export async function writePairings(places: Places): Promise<void> {
  const { folder, packageFolder, toCharacters, characters, features } = places
  const target = join(folder, 'pairings')
  mkdirSync(target, { recursive: true })
  const cuts = Object.values(PAIRINGS).flatMap(listCuts)
  for (const [name, font] of new Map(cuts.map((one) => [toFile(one), one]))) {
    const style = font.isItalic ? 'italic' : 'normal'
    const files = join(packageFolder(font.package), 'files')
    copyFileSync(join(packageFolder(font.package), 'LICENSE'), join(target, `${font.package}-license.txt`))
    for (const { script, suffix, range } of SCRIPTS) {
      const source = readFileSync(join(files, `${font.package}-${script}-wght-${style}.woff2`))
      const made = await subsetFont(source, range === undefined ? characters : toCharacters(range), {
        targetFormat: 'woff2',
        variationAxes: { wght: font.weight },
        keepFeatures: features,
        noHinting: true,
      })
      writeFileSync(join(target, `${name}${suffix}.woff2`), made)
      process.stdout.write(`${(name + suffix).padEnd(26)} ${(made.length / 1024).toFixed(1)} KiB\n`)
    }
  }
  for (const [name, pairing] of Object.entries(PAIRINGS))
    writeFileSync(join(target, `${name}.css`), toSheet(pairing))
}
