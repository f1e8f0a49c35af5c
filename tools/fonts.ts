import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { projectRoot } from '../app/platform/paths.server.ts'
import { runCommand } from './command-line.ts'

const HELP = `
npm run fonts

Cuts the fonts of the pages to what the pages need, and writes them and their style sheet to app/fonts. Run it after a
change of the font packages; the result is part of the sources.
`

interface Face {
  package: string
  family: string
  style: 'normal' | 'italic'
  /** The package's style sheet, which says what the other scripts' files are for. */
  sheet: string
  /** File name in the package, around the name of the script. */
  file: (script: string) => string
  axes: Record<string, { min: number; max: number }>
  /** Scripts besides Latin, taken as the package has them. */
  others: string[]
}

const weights = { min: 400, max: 600 }

const faces: Face[] = [
  {
    package: 'newsreader',
    family: 'Newsreader Variable',
    style: 'normal',
    sheet: 'opsz.css',
    file: (script) => `newsreader-${script}-opsz-normal`,
    axes: { wght: weights, opsz: { min: 16, max: 72 } },
    others: ['latin-ext', 'vietnamese'],
  },
  {
    package: 'newsreader',
    family: 'Newsreader Variable',
    style: 'italic',
    sheet: 'wght-italic.css',
    file: (script) => `newsreader-${script}-wght-italic`,
    axes: { wght: weights },
    others: ['latin-ext', 'vietnamese'],
  },
  {
    package: 'instrument-sans',
    family: 'Instrument Sans Variable',
    style: 'normal',
    sheet: 'index.css',
    file: (script) => `instrument-sans-${script}-wght-normal`,
    axes: { wght: weights },
    others: ['latin-ext'],
  },
]

// What nearly every English page needs comes with the page; the other letters of Latin come when a page has one.
const CORE = 'U+0020-007E, U+00A0, U+00A9, U+00B7, U+00E9, U+2013-2014, U+2018-2019, U+201C-201D, U+2026'
const LATIN =
  'U+00A1-00A8, U+00AA-00B6, U+00B8-00E8, U+00EA-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-2012, U+2015-2017, U+201A-201B, U+201E-2025, U+2027-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD'
const FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'lnum', 'tnum']

const folder = join(projectRoot, 'app/fonts')
const packageFolder = (name: string) => join(projectRoot, 'node_modules/@fontsource-variable', name)

await runCommand(HELP, async () => {
  mkdirSync(folder, { recursive: true })
  const rules: string[] = []
  for (const face of faces) {
    copyFileSync(join(packageFolder(face.package), 'LICENSE'), join(folder, `${face.package}-license.txt`))
    rules.push(...toRules(face), await cut(face, 'latin', LATIN), await cut(face, 'core', CORE))
  }
  writeFileSync(join(folder, 'fonts.css'), `/* Written by npm run fonts. */\n${rules.join('')}`)
})

async function cut(face: Face, name: string, range: string): Promise<string> {
  const source = join(packageFolder(face.package), 'files', `${face.file('latin')}.woff2`)
  const cutFont = await subsetFont(readFileSync(source), toCharacters(range), {
    targetFormat: 'woff2',
    variationAxes: face.axes,
    keepFeatures: FEATURES,
    noHinting: true,
  })
  const file = `${face.package}-${face.style}-${name}.woff2`
  writeFileSync(join(folder, file), cutFont)
  process.stdout.write(`${file.padEnd(40)} ${(cutFont.length / 1024).toFixed(1)} KiB\n`)
  return toRule(face, { url: `./${file}`, range, weight: '400 600' })
}

function toRules(face: Face): string[] {
  const sheet = readFileSync(join(packageFolder(face.package), face.sheet), 'utf8')
  return face.others.map((script) => {
    const file = `${face.file(script)}.woff2`
    const range = sheet.slice(sheet.indexOf(file)).match(/unicode-range: ([^;]+);/)?.[1]
    if (!range) throw new Error(`The package ${face.package} says no range for ${file}.`)
    const url = `@fontsource-variable/${face.package}/files/${file}`
    return toRule(face, { url, range, weight: '400 700' })
  })
}

function toRule(face: Face, { url, range, weight }: { url: string; range: string; weight: string }): string {
  return `@font-face {
  font-family: '${face.family}';
  font-style: ${face.style};
  font-display: swap;
  font-weight: ${weight};
  src: url('${url}') format('woff2');
  unicode-range: ${range};
}
`
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
