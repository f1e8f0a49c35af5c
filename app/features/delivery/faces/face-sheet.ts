import type { Face } from './faces.ts'
import { toPalettes, TOKENS } from './palette.ts'

/** Raise it with every change of the sheet, because browsers keep one by its address. */
const SHEET = 1

/** Returns the part of the choices that the style sheet of a site depends on, as a text; empty if it has none. */
export function toSheetKey({ accent, paperLight, paperDark, tagline, logoLight }: Face): string {
  const chosen = [accent, paperLight, paperDark, tagline !== '', logoLight !== null]
  return chosen.some(Boolean) ? JSON.stringify([SHEET, ...chosen]) : ''
}

/**
 * Returns the style sheet of a site with a face. It replaces the colours of the common sheets. All that a person chose in it
 * are hex colours that code has made.
 */
export function toFaceSheet(face: Face): string {
  const { light, dark, strip } = toPalettes(face)
  const tokens = TOKENS.map((name) => `--color-${name}:light-dark(${light[name]},${dark[name]})`)
  const hasColours = face.accent !== null || face.paperLight !== null || face.paperDark !== null
  return [
    hasColours ? `:root{${tokens.join(';')}}.news-strip-strip strong{color:${strip}}` : '',
    face.tagline === '' ? '' : TAGLINE,
    face.logoLight === null ? '' : LOGO,
  ].join('')
}

const LOGO =
  '.wordmark:has(img)::after{content:none}.wordmark img{display:block;width:auto;max-width:min(14rem,50vw);height:2.6rem;object-fit:contain}'

const TAGLINE =
  '.tagline{margin-block:1.4rem 0;text-align:center;color:var(--color-muted);font:italic 400 var(--text-lead)/1.3 var(--font-serif)}'
