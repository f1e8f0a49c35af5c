import type { Node } from '@takumi-rs/wasm'
import { SOCIAL_IMAGE_SIZE } from './social-images.ts'

/** The texts of a picture as they are drawn; an empty one is left out. */
export interface Texts {
  brand: string
  kicker: string
  title: string
  author: string
  date: string
}

/** Typefaces in the order in which a text tries them, as CSS has it. */
export interface Families {
  serif: string
  sans: string
}

/** The light colours of app.css: networks show a picture on any ground. */
export const COLORS = {
  paper: '#fbf9f4',
  ink: '#17130e',
  muted: '#5a5246',
  rule: '#e3dccd',
  accent: '#b92a14',
}

const MARGIN = 60
const COLUMN_WIDTH = 770
const NARROW_COLUMN_WIDTH = 430 // without a title the picture is the art's
const COVER_RATIO = 800 / 500
/** Room for the title, in pixels. */
export const TITLE_BOX = { width: COLUMN_WIDTH - 2 * MARGIN, height: 330 }

const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u
const UNLIKE_LATIN =
  /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u

/** A title in a size: as wide as its room, as high as its lines, and with an ellipsis where the room ends. */
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

/** The whole picture: the site's name over a rule, the title, who wrote it and when, and the art beside it all. */
export function toLayout(
  texts: Texts,
  title: Node,
  { families, art }: { families: Families; art: string[] },
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
    toArt(art, SOCIAL_IMAGE_SIZE.width - width),
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

/** One cover that fills its side of the picture, or a sheet of them in two columns, each cut to its place. */
function toArt(covers: string[], width: number): Node {
  const columns = covers.length > 1 ? 2 : 1
  const height = SOCIAL_IMAGE_SIZE.height / Math.ceil(covers.length / columns)
  const place = { width: width / columns, height, justifyContent: 'center', overflow: 'hidden' }
  return box(
    { width, height: '100%', flexWrap: 'wrap' },
    covers.map((src) =>
      box(place, [{ type: 'image', src, style: { width: height * COVER_RATIO, height, flexShrink: 0 } }]),
    ),
  )
}
