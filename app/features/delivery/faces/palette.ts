import { contrastOf, findNearest, mix } from '../../../shared/colours.ts'

/** The two schemes of colours of a page: by day and by night. */
export const SCHEMES = ['light', 'dark'] as const
/** One of these schemes. */
export type Scheme = (typeof SCHEMES)[number]

/** The colours that the owner of a site chose, as `#rrggbb`; null for the usual ones. */
export interface FaceColours {
  /** By day. The one by night follows from it. */
  accent: string | null
  paperLight: string | null
  paperDark: string | null
}

/** The colours of the pages in one scheme, by the names of their tokens (`app/ui/tokens.css`). */
export type Palette = Record<(typeof TOKENS)[number], string>

/** The tokens that a face can change. */
export const TOKENS = [
  'paper',
  'sheet',
  'sunk',
  'ink',
  'muted',
  'rule',
  'edge',
  'accent',
  'focus',
  'ok',
  'warn',
  'bad',
] as const

/** The colours of a site without a face. A test compares them with the style sheet. */
export const DEFAULT_PALETTES: Record<Scheme, Palette> = {
  light: {
    paper: '#fbf9f4',
    sheet: '#ffffff',
    sunk: '#f1ecdf',
    ink: '#17130e',
    muted: '#5a5246',
    rule: '#e3dccd',
    edge: '#8d8372',
    accent: '#b92a14',
    focus: '#1a55d6',
    ok: '#1c6b3c',
    warn: '#8a5a00',
    bad: '#a8201a',
  },
  dark: {
    paper: '#14120e',
    sheet: '#1c1914',
    sunk: '#0f0d0a',
    ink: '#f3eee4',
    muted: '#b9af9f',
    rule: '#363027',
    edge: '#7d7466',
    accent: '#ff8466',
    focus: '#8fb4ff',
    ok: '#74d29a',
    warn: '#f0bf5e',
    bad: '#ff8f85',
  },
}

/** The grounds of the news strip, which are dark in both schemes. */
const STRIP_GROUNDS = ['#17130e', '#26211a']

/** Colours that the style sheets name themselves. A test compares them, too. */
export const FIXED = {
  light: {
    code: ['#5f574a', '#a3230f', '#1c6338', '#7d4a00', '#1b4bb0', '#6a3090', '#a8201a'],
    marks: ['#ffe7a3', '#fff1c9'],
    flag: '#ffffff',
  },
  dark: {
    code: ['#a89f90', '#ff9478', '#86d3a2', '#edbd62', '#9dbcff', '#d4adff', '#ff8f85'],
    marks: ['#6b5312', '#3a2f10'],
    flag: '#1a0d08',
  },
}

/** One colour on another, with the least contrast that WCAG AA asks for: 4.5 for text, 3 for lines and marks. */
interface Pair {
  on: string
  of: string
  least: number
}

const TEXT = 4.5
const LINE = 3
// A person may choose a paper. Text on it should not only just be readable.
const INK = 7

const pairsOf = (colours: string[], grounds: string[], least = TEXT): Pair[] =>
  colours.flatMap((of) => grounds.map((on) => ({ of, on, least })))

const isFine = ({ of, on, least }: Pair) => contrastOf(of, on) >= least

/** Returns the pairs of a palette in which nothing has the accent: text, lines and buttons in each of their states. */
function listPaperPairs(scheme: Scheme, palette: Palette): Pair[] {
  const { paper, sheet, sunk, ink, muted, edge, focus, ok, warn, bad } = palette
  const grounds = [paper, sheet, sunk]
  const { code, marks } = FIXED[scheme]
  return [
    ...pairsOf([ink], grounds, INK),
    ...pairsOf([muted, ok, warn, bad], grounds),
    ...pairsOf([edge, focus], grounds, LINE),
    ...pairsOf(code, [sunk]),
    ...pairsOf([ink], marks),
    ...pairsOf([paper], [ink, mix(ink, paper, 0.14), bad]), // buttons, and the current page of a list
  ]
}

/** Returns the pairs with the accent: links and marks, the selection, and the flag of the lead story. */
function listAccentPairs(scheme: Scheme, { paper, sheet, sunk, ink, accent }: Palette): Pair[] {
  const grounds = [paper, sheet, sunk]
  return [
    ...pairsOf([accent], grounds),
    ...pairsOf([paper, FIXED[scheme].flag], [accent]),
    ...pairsOf(
      [ink],
      grounds.map((ground) => mix(ground, accent, 0.18)), // found words of a search
    ),
  ]
}

/** Returns each pair of colours that the pages show on top of each other. */
export const listPairs = (scheme: Scheme, palette: Palette): Pair[] => [
  ...listPaperPairs(scheme, palette),
  ...listAccentPairs(scheme, palette),
]

/** Returns true if each pair of a palette has the contrast that it needs. */
export const isReadable = (scheme: Scheme, palette: Palette): boolean =>
  listPairs(scheme, palette).every(isFine)

function toGrounds(scheme: Scheme, paper: string): Pick<Palette, 'paper' | 'sheet' | 'sunk'> {
  const { ink } = DEFAULT_PALETTES[scheme]
  return scheme === 'light'
    ? { paper, sheet: mix(paper, '#ffffff', 0.6), sunk: mix(paper, ink, 0.06) }
    : { paper, sheet: mix(paper, ink, 0.04), sunk: mix(paper, '#000000', 0.3) }
}

/** Returns the palette on a paper. Its accent is not adapted yet. */
function toPalette(scheme: Scheme, paper: string): Palette {
  const standard = DEFAULT_PALETTES[scheme]
  if (paper === standard.paper) return standard
  const { ink } = standard
  const { sheet, sunk } = toGrounds(scheme, paper)
  const adapt = (colour: string, least: number) =>
    findNearest(colour, (shade) => pairsOf([shade], [paper, sheet, sunk], least).every(isFine)) ?? colour
  return {
    paper,
    sheet,
    sunk,
    ink,
    muted: adapt(mix(ink, paper, 0.3), TEXT),
    rule: mix(paper, ink, 0.14),
    edge: adapt(mix(paper, ink, 0.5), LINE),
    accent: standard.accent,
    focus: adapt(standard.focus, LINE),
    ok: adapt(standard.ok, TEXT),
    warn: adapt(standard.warn, TEXT),
    bad: adapt(standard.bad, TEXT),
  }
}

// What does not adapt to the paper is looked at first: most papers end there, and the rest costs more.
function isGoodPaper(scheme: Scheme, paper: string): boolean {
  const { sheet, sunk } = toGrounds(scheme, paper)
  const isClear =
    pairsOf([DEFAULT_PALETTES[scheme].ink], [paper, sheet, sunk], INK).every(isFine) &&
    pairsOf(FIXED[scheme].code, [sunk]).every(isFine)
  return isClear && listPaperPairs(scheme, toPalette(scheme, paper)).every(isFine)
}

/** Returns the nearest paper on which text can be read. */
export const findPaper = (scheme: Scheme, paper: string): string =>
  findNearest(paper, (shade) => isGoodPaper(scheme, shade)) ?? DEFAULT_PALETTES[scheme].paper

/** Returns the nearest accent that can be read on a paper. */
export function findAccent(scheme: Scheme, accent: string, paper: string): string {
  const palette = toPalette(scheme, paper)
  const isGood = (shade: string) => listAccentPairs(scheme, { ...palette, accent: shade }).every(isFine)
  return findNearest(accent, isGood) ?? DEFAULT_PALETTES[scheme].accent
}

const isClearInStrip = (shade: string) => pairsOf([shade], STRIP_GROUNDS).every(isFine)

/** The palettes of a face, with the colour of the words in its news strip. */
export type FacePalettes = Record<Scheme, Palette> & { strip: string }

/**
 * Returns the colours of a face: what was not chosen stays as in a site without a face. The accent by night is the nearest
 * one to that by day.
 */
export function toPalettes({ accent, paperLight, paperDark }: FaceColours): FacePalettes {
  const papers = { light: paperLight, dark: paperDark }
  const [light, dark] = SCHEMES.map((scheme) => {
    const standard = DEFAULT_PALETTES[scheme]
    const paper = findPaper(scheme, papers[scheme] ?? standard.paper)
    return { ...toPalette(scheme, paper), accent: findAccent(scheme, accent ?? standard.accent, paper) }
  }) as [Palette, Palette]
  return { light, dark, strip: findNearest(dark.accent, isClearInStrip) ?? DEFAULT_PALETTES.dark.accent }
}
