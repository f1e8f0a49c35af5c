import type { Node } from '@takumi-rs/wasm'
import { toPoint } from '../../articles/pictures/pictures.ts'
import { SOCIAL_IMAGE_SIZE } from './social-images.ts'

/** The texts of an image as they are drawn; an empty one is left out. */
export interface Texts {
  brand: string
  kicker: string
  title: string
  author: string
  date: string
}

/** CSS font families, in the order in which a text tries them. */
export interface Families {
  serif: string
  sans: string
}

/** The light colours of ui/tokens.css, because networks show an image on any background. */
export const COLORS = {
  paper: '#fbf9f4',
  ink: '#17130e',
  muted: '#5a5246',
  rule: '#e3dccd',
  accent: '#b92a14',
}

const MARGIN = 60
const COLUMN_WIDTH = 770
const NARROW_COLUMN_WIDTH = 430 // without a title the art is wider
const COVER_RATIO = 800 / 500
/** The box of the title, in pixels. */
export const TITLE_BOX = { width: COLUMN_WIDTH - 2 * MARGIN, height: 330 }

const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u
const UNLIKE_LATIN =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u

/** Returns a title in a font size. It fills the width of its box; longer titles end with an ellipsis at its height. */
export function toTitle({ title, brand }: Texts, size: number, { serif }: Families): Node {
  const isLikeLatin = !UNLIKE_LATIN.test(title)
  const lineHeight = isLikeLatin ? 1.06 : 1.3
  return {
    type: 'container',
    style: {
      display: 'block',
      width: TITLE_BOX.width,
      fontFamily: serif,
      fontSize: size,
      fontWeight: 480,
      lineHeight,
      letterSpacing: isLikeLatin ? '-0.018em' : 0, // letters of other scripts touch
      wordBreak: /\p{Script=Hangul}/u.test(title) ? 'keep-all' : 'normal',
      overflowWrap: 'anywhere',
      textWrap: 'balance',
      lineClamp: Math.floor(TITLE_BOX.height / (size * lineHeight)),
      textOverflow: 'ellipsis',
    },
    children: title === brand ? [inline(title, COLORS.ink), dot] : [inline(title, COLORS.ink)],
  }
}

/**
 * Returns the whole image: the site's name above a rule, the title, author and date, and the art beside them. With a
 * `focus`, which may be null, the art is one picture.
 */
export function toLayout(
  texts: Texts,
  title: Node,
  { families, art, focus }: { families: Families; art: string[]; focus?: string | null | undefined },
): Node {
  const width = texts.title ? COLUMN_WIDTH : NARROW_COLUMN_WIDTH
  const direction = RIGHT_TO_LEFT.test(texts.title) ? 'rtl' : 'ltr'
  return box({ ...SOCIAL_IMAGE_SIZE, direction, backgroundColor: COLORS.paper }, [
    box({ width, height: '100%', flexDirection: 'column', padding: `42px ${MARGIN}px 38px` }, [
      ...(texts.brand && texts.brand !== texts.title ? [toMasthead(texts.brand, families)] : []),
      box({ flexGrow: 1, flexDirection: 'column', justifyContent: 'center', gap: 14 }, [
        ...(texts.kicker ? [toKicker(texts.kicker, families)] : []),
        ...(texts.title ? [title] : []),
      ]),
      ...(texts.author || texts.date ? [toByline(texts, families)] : []),
    ]),
    toSide(art, SOCIAL_IMAGE_SIZE.width - width, focus),
  ])
}

const box = (style: Node['style'], children: Node[]): Node => ({
  type: 'container',
  style: { display: 'flex', flexShrink: 0, ...style },
  children,
})

const inline = (text: string, color: string): Node => ({
  type: 'text',
  text,
  style: { display: 'inline', color },
})
const dot = inline('.', COLORS.accent)

function toMasthead(brand: string, { serif }: Families): Node {
  return box({ borderBottom: `3px solid ${COLORS.ink}` }, [
    {
      type: 'container',
      style: {
        display: 'block',
        direction: RIGHT_TO_LEFT.test(brand) ? 'rtl' : 'ltr',
        fontFamily: serif,
        fontSize: brand.length > 28 ? 36 : 46,
        fontWeight: 560,
        lineHeight: 1.3,
        letterSpacing: UNLIKE_LATIN.test(brand) ? 0 : '-0.03em',
        lineClamp: 1,
        textOverflow: 'ellipsis',
      },
      children: [inline(brand, COLORS.ink), dot],
    },
  ])
}

const toKicker = (kicker: string, { sans }: Families): Node => ({
  type: 'text',
  text: kicker.toUpperCase(),
  style: { fontFamily: sans, fontSize: 24, fontWeight: 600, letterSpacing: '0.09em', color: COLORS.accent },
})

function toByline({ author, date }: Texts, { sans }: Families): Node {
  const part = (text: string, style: Node['style']): Node => ({
    type: 'text',
    text,
    style: {
      fontFamily: sans,
      fontSize: 27,
      lineHeight: 1.3,
      lineClamp: 1,
      textOverflow: 'ellipsis',
      ...style,
    },
  })
  return box({ gap: 22, paddingTop: 20, borderTop: `1px solid ${COLORS.rule}`, width: '100%' }, [
    ...(author ? [part(author, { fontWeight: 600, color: COLORS.ink, wordBreak: 'break-all' })] : []),
    ...(date ? [part(date, { color: COLORS.muted, flexShrink: 0 })] : []),
  ])
}

const toSide = (art: string[], width: number, focus: string | null | undefined): Node =>
  focus === undefined ? toArt(art, width) : toPicture(art[0] ?? '', width, focus)

/** Returns one cover that fills its side of the image, or several in two columns, each cut to its cell. */
function toArt(covers: string[], width: number): Node {
  const columns = covers.length > 1 ? 2 : 1
  const height = SOCIAL_IMAGE_SIZE.height / Math.ceil(covers.length / columns)
  const cell = { width: width / columns, height, justifyContent: 'center', overflow: 'hidden' }
  return box(
    { width, height: '100%', flexWrap: 'wrap' },
    covers.map((src) =>
      box(cell, [{ type: 'image', src, style: { width: height * COVER_RATIO, height, flexShrink: 0 } }]),
    ),
  )
}

/** Returns a picture that fills its side of the image, cut around its focus. */
function toPicture(src: string, width: number, focus: string | null): Node {
  const { x, y } = toPoint(focus)
  const { height } = SOCIAL_IMAGE_SIZE
  return { type: 'image', src, style: { width, height, objectFit: 'cover', objectPosition: `${x}% ${y}%` } }
}
