// @store none
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrastOf } from '../../../shared/colours.ts'
import { pick } from '../../../shared/pick.ts'
import { FACE_COLOURS, NO_FACE, parseFace, toFaceForm } from './faces.ts'
import {
  DEFAULT_PALETTES,
  type FaceColours,
  FIXED,
  isReadable,
  listPairs,
  SCHEMES,
  toPalettes,
  TOKENS,
} from './palette.ts'

const read = (path: string) => readFileSync(`app/${path}`, 'utf8')

/** Returns numbers from 0 to 1, the same in each run. */
function createRandom() {
  let state = 20_261_127
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('the usual palette', () => {
  test('is that of the style sheet', () => {
    const css = read('ui/tokens.css')
    for (const name of TOKENS)
      expect(css).toContain(
        `--color-${name}: light-dark(${DEFAULT_PALETTES.light[name]}, ${DEFAULT_PALETTES.dark[name]});`,
      )
  })

  test('is checked on the colours that the sheets name themselves', () => {
    const prose = read('ui/prose.css') + read('ui/prose-blocks.css')
    for (const kind of ['code', 'marks'] as const)
      FIXED.light[kind].forEach((light, index) =>
        expect(prose).toContain(`light-dark(${light}, ${FIXED.dark[kind][index]})`),
      )
    expect(read('features/site/pages/featured-article.module.css')).toContain(
      `light-dark(#fff, ${FIXED.dark.flag})`,
    )
    expect(read('features/site/pages/news-strip.module.css')).toContain('light-dark(#17130e, #26211a)')
  })

  test.each(SCHEMES)('can be read: %s', (scheme) => {
    expect(isReadable(scheme, DEFAULT_PALETTES[scheme])).toBe(true)
    const chosen = { accent: null, paperLight: null, paperDark: null }
    expect(toPalettes(chosen)[scheme]).toEqual(DEFAULT_PALETTES[scheme])
  })
})

const USUAL = toFaceForm('', NO_FACE)
const random = createRandom()
const colour = () => toHex([0, 1, 2].map(() => random() * 256))
const pale = () => toHex([0, 1, 2].map(() => 238 + random() * 18))
const deep = () => toHex([0, 1, 2].map(() => random() * 32))
const toHex = (channels: number[]) =>
  `#${channels.map((value) => Math.floor(value).toString(16).padStart(2, '0')).join('')}`

/** Returns the number of pairs of a face that cannot be read. */
function countBelow(face: FaceColours): number {
  const palettes = toPalettes(face)
  const pairs = SCHEMES.flatMap((scheme) => listPairs(scheme, palettes[scheme]))
  const strip = ['#17130e', '#26211a'].map((on) => ({ of: palettes.strip, on, least: 4.5 }))
  return [...pairs, ...strip].filter(({ of, on, least }) => contrastOf(of, on) < least).length
}

describe('1,000 palettes at random', () => {
  const forms = Array.from({ length: 1000 }, () => ({
    ...USUAL,
    accent: colour(),
    paperLight: colour(),
    paperDark: colour(),
  }))

  test('are readable in each state and in both schemes, or refused with the nearest that is', () => {
    const counts = { accepted: 0, refused: 0, below: 0 }
    for (const form of forms) {
      const { face, errors } = parseFace(form)
      counts.below += countBelow(face)
      counts[Object.keys(errors).length > 0 ? 'refused' : 'accepted'] += 1
      expect(parseFace(toFaceForm('', face))).toEqual({ face, errors: {} })
      const kept = FACE_COLOURS.filter((name) => !errors[name])
      expect(pick(face, kept)).toEqual(pick(form, kept))
    }
    expect(counts).toMatchObject({ below: 0 })
    expect(counts.refused).toBeGreaterThan(500)
  })

  test('with papers that are nearly white and nearly black are seldom refused for their paper', () => {
    const refused = Array.from({ length: 200 }, () =>
      parseFace({ ...USUAL, accent: '', paperLight: pale(), paperDark: deep() }),
    ).filter(({ errors }) => errors.paperLight || errors.paperDark)
    expect(refused).toHaveLength(0)
  })
})

test.each(['red', '#fff', 'url(//evil)', '#123456;}body{', '<style>'])(
  'a text that is no colour is refused, and never reaches a sheet: %s',
  (text) => {
    const { face, errors } = parseFace({ ...USUAL, accent: text, paperLight: text, paperDark: text })
    expect(errors).toEqual({
      accent: { reason: 'no-colour' },
      paperLight: { reason: 'no-colour' },
      paperDark: { reason: 'no-colour' },
    })
    expect(face).toMatchObject({ accent: null, paperLight: null, paperDark: null })
  },
)

test('the usual colours are stored as none', () =>
  expect(parseFace({ ...USUAL, tagline: ' One  line\n' })).toEqual({
    face: { ...NO_FACE, tagline: 'One line' },
    errors: {},
  }))
