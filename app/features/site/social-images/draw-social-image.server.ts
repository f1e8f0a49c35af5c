import { readFile } from 'node:fs/promises'
import { Renderer } from '@takumi-rs/wasm/node'
import { type Families, type Texts, TITLE_BOX, toLayout, toTitle } from './layout.ts'
import { SOCIAL_IMAGE_SIZE, type SocialImage } from './social-images.ts'
import { type Cut, SANS, SERIF, toStack, type Typeface } from './typefaces.server.ts'
import { typeset } from './typeset.server.ts'

/** A social image to draw. */
export interface SocialDrawing {
  image: SocialImage
  /** The covers of the image as SVG, or one picture as WebP. */
  art: Uint8Array[]
}

const TITLE_SIZES = [150, 128, 112, 100, 90, 80, 72, 64, 57, 51, 46, 42]

/**
 * Returns the image as a PNG. Runs in a worker, because it takes tens of milliseconds. Each image has a renderer of its
 * own that is freed afterwards, so that no image affects the next one.
 */
export async function drawSocialImage({ image, art }: SocialDrawing): Promise<Uint8Array> {
  const { texts, families, cuts } = typesetAll(image)
  const images = art.map((data, index) => ({ src: `cover ${index}`, data }))
  const renderer = new Renderer()
  try {
    for (const cut of cuts) await registerCut(renderer, cut)
    const title = toTitle(texts, await findTitleSize(renderer, texts, families), families)
    const layout = toLayout(texts, title, {
      families,
      art: images.map(({ src }) => src),
      focus: image.picture?.focus,
    })
    return await renderer.render(layout, { ...SOCIAL_IMAGE_SIZE, images })
  } finally {
    renderer.free()
  }
}

function typesetAll({ brand, title, kicker = '', author = '', date = '', lang }: SocialImage) {
  const serif = toStack(SERIF, title, lang)
  const sans = toStack(SANS, title, lang)
  const set = {
    brand: typeset(brand, serif),
    title: typeset(title, serif),
    kicker: typeset(kicker, sans),
    author: typeset(author, sans),
    date: typeset(date, sans),
  }
  const ellipses = [typeset('…', serif), typeset('…', sans)]
  return {
    texts: {
      brand: set.brand.text,
      title: set.title.text,
      kicker: set.kicker.text,
      author: set.author.text,
      date: set.date.text,
    },
    families: { serif: toFamilies(serif), sans: toFamilies(sans) },
    cuts: new Set([...Object.values(set), ...ellipses].flatMap(({ cuts }) => [...cuts])),
  }
}

const toFamilies = (stack: Typeface[]) => stack.map(({ family }) => `"${family}"`).join(', ')

async function registerCut(renderer: Renderer, { family, path, characters }: Cut): Promise<void> {
  const unicodeRange = Array.from(characters, (character): [number, number] => [character, character])
  await renderer.registerFont({ name: family, data: await readFile(path), unicodeRange })
}

/** Returns the largest size in which a title fits its box without broken words, or else with them. */
async function findTitleSize(renderer: Renderer, texts: Texts, families: Families): Promise<number> {
  for (const overflowWrap of ['normal', 'anywhere'] as const) {
    for (const size of TITLE_SIZES) {
      const title = toTitle(texts, size, families)
      const style = { ...title.style, overflowWrap, lineClamp: undefined }
      const { height, runs } = await renderer.measure({ ...title, style }, SOCIAL_IMAGE_SIZE)
      const isWithin = runs.every((run) => run.x + run.width <= TITLE_BOX.width)
      if (isWithin && height <= TITLE_BOX.height) return size
    }
  }
  return Math.min(...TITLE_SIZES)
}
