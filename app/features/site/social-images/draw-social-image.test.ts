import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { fuzzTexts, NASTY } from '../../../../tests/support/articles.ts'
import { type Picture, readPng } from '../../../../tests/support/png.ts'
import { drawSocialImage } from './draw-social-image.server.ts'
import { COLORS } from './layout.ts'
import type { SocialImage } from './social-images.ts'

const ART_COLOR = '#123a94'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500" viewBox="0 0 800 500"><path fill="${ART_COLOR}" d="M0 0h800v500H0z"/></svg>`
const ART = Buffer.from(SVG)

async function draw(image: Partial<SocialImage> = {}): Promise<Picture> {
  const whole = {
    pagePath: '/article/a-quiet-harbour',
    brand: 'Broadsheet',
    kicker: 'Travel',
    title: 'A quiet harbour',
    author: 'Ines Halloran',
    date: 'January 05, 2026',
    covers: [],
    ...image,
  }
  return readPng(Buffer.from(await drawSocialImage({ image: whole, art: [ART] })))
}

interface Area {
  x: [from: number, to: number]
  y: [from: number, to: number]
}

function colorsIn(picture: Picture, { x: [left, right], y: [top, bottom] }: Area): Set<string> {
  const colors = new Set<string>()
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) colors.add(picture.colorAt(x, y))
  return colors
}

const LEFT_MARGIN: Area = { x: [0, 50], y: [0, 630] }
const RIGHT_MARGIN: Area = { x: [720, 770], y: [0, 630] }
const ART_AREA: Area = { x: [770, 1200], y: [0, 630] }
const ABOVE_TITLE: Area = { x: [0, 770], y: [106, 124] }
const TITLE: Area = { x: [60, 710], y: [150, 530] }
const BELOW_TITLE: Area = { x: [0, 770], y: [518, 532] }

/** Expects that the texts and the art stay within their areas. */
function expectOrder(picture: Picture): void {
  expect([picture.width, picture.height]).toEqual([1200, 630])
  for (const area of [LEFT_MARGIN, RIGHT_MARGIN, ABOVE_TITLE, BELOW_TITLE])
    expect(colorsIn(picture, area)).toEqual(new Set([COLORS.paper]))
  expect(colorsIn(picture, ART_AREA)).toEqual(new Set([ART_COLOR]))
}

describe('the picture of a page', () => {
  test('has its texts on paper and its art beside them', async () => {
    const picture = await draw()
    expectOrder(picture)
    expect(colorsIn(picture, TITLE)).toContain(COLORS.ink)
    expect(colorsIn(picture, TITLE)).toContain(COLORS.accent)
  })

  test.each([
    ['one letter', 'I'],
    ['one word', 'Ode'],
    ['one word that is wider than a line', 'Donaudampfschifffahrtsgesellschaftskapitänspatent'],
    [
      '200 characters',
      'What two hundred characters make of a headline nobody can foresee. '.repeat(3).slice(0, 200),
    ],
    ['a million characters', 'tide '.repeat(200_000)],
    ['no place to break a line', 'W'.repeat(200)],
    ['300 Chinese characters', '潮'.repeat(300)],
    ['60 Thai words', 'ธารน้ำแข็ง'.repeat(60)],
    ['stacks of marks', `Z${'\u0301\u0302\u0303'.repeat(100)}algo ักกกั้้้้้้้้้้้้`],
    ['markup and broken characters', `${NASTY}\uD800\uFFFE\u0000\u202E`],
    ['emoji', '👨‍👩‍👧‍👦🍲'.repeat(50)],
  ])('keeps the texts in their areas with a title of %s', async (_, title) =>
    expectOrder(await draw({ title })),
  )

  test('keeps the margins free with random texts', async () => {
    const texts = fuzzTexts(24)
    for (const [index, title] of texts.entries()) {
      const [brand = '', author = '', kicker = ''] = texts.slice(index + 1)
      const isSmall = title.length % 2 === 0
      const picture = await draw({
        title: `Tide ${title}`,
        brand,
        author,
        kicker,
        date: isSmall ? '' : undefined,
      })
      for (const area of [LEFT_MARGIN, RIGHT_MARGIN])
        expect(colorsIn(picture, area), JSON.stringify(texts.slice(index, index + 4))).toEqual(
          new Set([COLORS.paper]),
        )
    }
  })

  test('keeps a long author and a long brand within the column', async () => {
    expectOrder(await draw({ author: 'Maximiliana '.repeat(30), brand: 'The Distinguished '.repeat(30) }))
  })

  test('is mirrored for a title that is read from right to left', async () => {
    const picture = await draw({ title: 'الأجهزة الصغيرة' })
    expect(colorsIn(picture, { x: [0, 430], y: [0, 630] })).toEqual(new Set([ART_COLOR]))
    expect(colorsIn(picture, { x: [490, 1140], y: [150, 510] })).toContain(COLORS.ink)
  })

  test('leaves out a title without glyphs and makes the art wider', async () => {
    const picture = await draw({ title: 'ქართული სათაური' })
    expect(colorsIn(picture, { x: [430, 1200], y: [0, 630] })).toEqual(new Set([ART_COLOR]))
    expect(colorsIn(picture, { x: [60, 370], y: [30, 110] })).toContain(COLORS.ink)
  })

  test('shows a sheet of covers in two columns', async () => {
    const inks = ['#ff0000', '#00ff00', '#0000ff', '#ffff00']
    const art = inks.map((ink) => Buffer.from(SVG.replace(ART_COLOR, ink)))
    const image = { pagePath: '/', brand: 'Broadsheet', title: 'Broadsheet', covers: [] }
    const picture = readPng(Buffer.from(await drawSocialImage({ image, art })))
    const points = [
      [780, 10],
      [1190, 10],
      [780, 620],
      [1190, 620],
    ]
    expect(points.map(([x = 0, y = 0]) => picture.colorAt(x, y))).toEqual(inks)
  })

  test.each([1, 2])('shows an uploaded picture around its focus, also one of %i frames', async (frames) => {
    const red = sharp({ create: { width: 1000, height: 300, channels: 3, background: '#ff0000' } })
    const one = await red.extend({ right: 1000, background: '#0000ff' }).png().toBuffer()
    const all = frames === 1 ? sharp(one) : sharp([one, one], { join: { animated: true } })
    const webp = await all.webp({ lossless: true }).toBuffer()
    const image = { pagePath: '/article/a', brand: 'Broadsheet', title: 'A', covers: [] }
    for (const [focus, color] of [
      ['x0 y50', '#ff0000'],
      ['x100 y50', '#0000ff'],
    ] as const) {
      const picture = { path: '/uploads/a', focus }
      const drawn = readPng(Buffer.from(await drawSocialImage({ image: { ...image, picture }, art: [webp] })))
      expect(colorsIn(drawn, ART_AREA)).toEqual(new Set([color]))
    }
  })

  test('is the same for the same page, and differs for another title', async () => {
    const image = { pagePath: '/', brand: 'Broadsheet', title: 'A', covers: [] }
    const [first, again, other] = await Promise.all(
      ['A', 'A', 'B'].map((title) => drawSocialImage({ image: { ...image, title }, art: [ART] })),
    )
    expect(Buffer.from(again ?? []).equals(first ?? Buffer.alloc(0))).toBe(true)
    expect(Buffer.from(other ?? []).equals(first ?? Buffer.alloc(0))).toBe(false)
  })
})

describe('the colours of a picture', () => {
  let css: string
  beforeAll(() => {
    css = readFileSync('app/ui/tokens.css', 'utf8')
  })

  test.each(Object.entries(COLORS))('are those of the site by day: %s', (name, color) =>
    expect(css).toContain(`--color-${name}: light-dark(${color},`),
  )
})
