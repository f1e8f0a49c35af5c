import { z } from 'zod'

/** A link of a menu or a footer. */
export interface FaceLink {
  label: string
  /** A path of the site, a web address, or an address of mail or telephone. */
  href: string
}

/** The limits of a menu and of a footer. */
export const LINKS_LIMIT = { links: 12, label: 40, href: 300 }

// A path begins with one slash alone: browsers read two, or a backslash, as another host.
const HREF = /^(?:\/(?![/\\])[^\s\\]*|https?:\/\/[^\s\\]+|mailto:[^\s\\?]+@[^\s\\?]+|tel:\+?[\d-]+)$/i

const links = z.array(z.object({ label: z.string().min(1), href: z.string().regex(HREF) }))

/** Returns true if a link may have this address. */
export function isSafeAddress(href: string): boolean {
  if (href.length > LINKS_LIMIT.href || !HREF.test(href)) return false
  const url = URL.parse(href, 'https://site.example')
  return url !== null && url.username === '' && url.password === ''
}

/** Reads the links of a stored menu; null for none, and for those of another release. */
export function readLinks(stored: unknown): FaceLink[] | null {
  const parsed = links.safeParse(stored)
  return parsed.success ? parsed.data : null
}

/** Returns links as their field shows them: a line for each, with a bar between the words and the address. */
export const toLinkLines = (menu: FaceLink[] | null): string =>
  (menu ?? []).map(({ label, href }) => `${label} | ${href}`).join('\n')

/** A reason why the links of a field were refused; `line` is the number of the first wrong one. */
export type LinksRefusal = { reason: 'too-many' } | { reason: 'no-link'; line: number }

/** Reads the links of a field. None at all means the usual ones, which is null. */
export function parseLinks(text: string): { links: FaceLink[] | null; refusal?: LinksRefusal } {
  const lines = text.split('\n').map((line) => line.trim())
  const found: FaceLink[] = []
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    const bar = line.lastIndexOf('|')
    const [label, href] = [line.slice(0, Math.max(0, bar)).trim(), line.slice(bar + 1).trim()]
    if (label === '' || label.length > LINKS_LIMIT.label || !isSafeAddress(href))
      return { links: found, refusal: { reason: 'no-link', line: index + 1 } }
    found.push({ label, href })
  }
  if (found.length > LINKS_LIMIT.links) return { links: found, refusal: { reason: 'too-many' } }
  return { links: found.length > 0 ? found : null }
}
