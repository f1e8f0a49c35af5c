import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { projectRoot } from '../app/platform/paths.server.ts'
import { runCommand } from './command-line.ts'
import { writePairings } from './pairings.ts'

const HELP = `
npm run fonts

Cuts the fonts of the pages to what the pages need, and writes them and their style sheet to app/fonts. Run it after a
change of the font packages; the result is part of the sources.
`

interface Face {
  family: string
  style: 'normal' | 'italic'
  /** The range of CSS weights for which a browser uses this face. */
  weights: string
  package: string
  /** The package's style sheet, which has the character ranges of the other scripts. */
  sheet: string
  /** Returns the name of the package's file for a script. */
  source: (script: string) => string
  /** The value of each variable axis of the face, or a range of values. */
  axes: Record<string, number | { min: number; max: number }>
  /** The scripts besides Latin, whose files are used unchanged. */
  others: string[]
}

const newsreader = {
  package: 'newsreader',
  sheet: 'opsz.css',
  source: (script: string) => `newsreader-${script}-opsz-normal`,
  others: ['latin-ext', 'vietnamese'],
}

// One design size for headlines and one for text. Together they have a quarter of the variable font's size.
const faces: Record<string, Face> = {
  display: {
    ...newsreader,
    family: 'Newsreader Display',
    style: 'normal',
    weights: '200 800',
    axes: { opsz: 48, wght: 500 },
  },
  text: {
    ...newsreader,
    family: 'Newsreader',
    style: 'normal',
    weights: '200 500',
    axes: { opsz: 18, wght: 400 },
  },
  bold: {
    ...newsreader,
    family: 'Newsreader',
    style: 'normal',
    weights: '501 800',
    axes: { opsz: 18, wght: 600 },
  },
  italic: {
    ...newsreader,
    family: 'Newsreader',
    style: 'italic',
    weights: '200 800',
    sheet: 'opsz-italic.css',
    source: (script) => `newsreader-${script}-opsz-italic`,
    axes: { opsz: 18, wght: 400 },
  },
  sans: {
    family: 'Instrument Sans',
    style: 'normal',
    weights: '400 700',
    package: 'instrument-sans',
    sheet: 'index.css',
    source: (script) => `instrument-sans-${script}-wght-normal`,
    axes: { wght: { min: 400, max: 600 } },
    others: ['latin-ext'],
  },
}

// Nearly every English page needs the characters of CORE. Browsers load those of LATIN only for a page that has one.
const CORE = 'U+0020-007E, U+00A0, U+00A9, U+00B7, U+00E9, U+2013-2014, U+2018-2019, U+201C-201D, U+2026'
const LATIN =
  'U+00A1-00A8, U+00AA-00B6, U+00B8-00E8, U+00EA-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-2012, U+2015-2017, U+201A-201B, U+201E-2025, U+2027-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD'
const FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'lnum', 'tnum']

const folder = join(projectRoot, 'app/fonts')
const packageFolder = (name: string) => join(projectRoot, 'node_modules/@fontsource-variable', name)

const toRule = ({ family, style, weights }: Face, url: string, range: string) => `@font-face {
  font-family: '${family}';
  font-style: ${style};
  font-display: swap;
  font-weight: ${weights};
  src: url('${url}') format('woff2');
  unicode-range: ${range};
}
`

await runCommand(HELP, async () => {
  mkdirSync(folder, { recursive: true })
  const rules: string[] = []
  for (const [name, face] of Object.entries(faces)) {
    copyFileSync(join(packageFolder(face.package), 'LICENSE'), join(folder, `${face.package}-license.txt`))
    rules.push(...listOthers(face), await cut(face, `${name}-latin`, LATIN), await cut(face, name, CORE))
  }
  const characters = toCharacters(`${CORE}, ${LATIN}`)
  await writePairings({ folder, packageFolder, toCharacters, characters, features: FEATURES })
  writeFileSync(join(folder, 'fonts.css'), `/* Written by npm run fonts. */\n${rules.join('')}`)
})

async function cut(face: Face, name: string, range: string): Promise<string> {
  const source = join(packageFolder(face.package), 'files', `${face.source('latin')}.woff2`)
  const font = await subsetFont(readFileSync(source), toCharacters(range), {
    targetFormat: 'woff2',
    variationAxes: face.axes,
    keepFeatures: FEATURES,
    noHinting: true,
  })
  writeFileSync(join(folder, `${name}.woff2`), font)
  process.stdout.write(`${name.padEnd(20)} ${(font.length / 1024).toFixed(1)} KiB\n`)
  return toRule(face, `./${name}.woff2`, range)
}

function listOthers(face: Face): string[] {
  const sheet = readFileSync(join(packageFolder(face.package), face.sheet), 'utf8')
  return face.others.map((script) => {
    const file = `${face.source(script)}.woff2`
    const range = sheet.slice(sheet.indexOf(file)).match(/unicode-range: ([^;]+);/)?.[1]
    if (!range) throw new Error(`The package ${face.package} says no range for ${file}.`)
    return toRule(face, `@fontsource-variable/${face.package}/files/${file}`, range)
  })
}

function toCharacters(range: string): string {
  return range
    .split(', ')
    .flatMap((part) => {
      const [from = 0, to = from] = part
        .replace('U+', '')
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
    })
    .join('')
}
