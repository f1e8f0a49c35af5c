import { decodeHTML } from 'entities'
import { toSecureAddress } from '../../../shared/addresses.ts'

/** The parts of an article that name pictures. */
export interface Illustrated {
  content: string
  /** The rendered text. */
  contentHtml: string
  cover: string | null
}

const LONGEST = 2048
const WRITTEN = new RegExp(String.raw`https?://[^\s"'<>\\${'`'}]{1,${LONGEST}}`, 'gi')
// Markdown ends an address at one of these, unless it belongs to the address.
const ENDS = /[)\],;|}]/g
const MOST_ENDS = 4

/**
 * Returns the pictures of other hosts that an article shows. The key is the address of a picture in its standard form;
 * the value is the address as the article writes it, or null if the article writes it in a way that cannot be replaced.
 */
export function findPictures({ content, contentHtml, cover }: Illustrated, ownHost: string) {
  const images = contentHtml.matchAll(/<img [^>]*?(?<= )src="([^"]+)"/g)
  const shown = new Set([...images].map(([, src = '']) => src).flatMap((src) => toKey(src) ?? []))
  const pictures = new Map<string, string | null>([...shown].map((key) => [key, null]))
  for (const { key, written } of listWritten(content, (known) => shown.has(known)))
    pictures.set(key, decodeHTML(written))
  const coverKey = cover?.startsWith('http') ? toKey(cover) : undefined
  if (coverKey) pictures.set(coverKey, cover)
  for (const key of pictures.keys()) if (new URL(key).host === ownHost) pictures.delete(key)
  return pictures
}

/**
 * Returns a text whose pictures have new paths. `paths` has them by the standard form of the old address. Every other
 * byte stays as it is.
 */
export function replaceAddresses<Text extends { content: string; cover: string | null }>(
  text: Text,
  paths: Map<string, string>,
): Text {
  let content = ''
  let end = 0
  for (const { key, written, at } of listWritten(text.content, (known) => paths.has(known))) {
    content += text.content.slice(end, at) + (paths.get(key) ?? written)
    end = at + written.length
  }
  const cover = (text.cover && paths.get(toKey(text.cover) ?? '')) ?? text.cover
  return { ...text, content: content + text.content.slice(end), cover }
}

interface Written {
  key: string
  /** The address as the text writes it, and its place there. */
  written: string
  at: number
}

/** Returns the known addresses that a text writes, in their order. The longest one counts. */
const listWritten = (text: string, isKnown: (key: string) => boolean): Written[] =>
  [...text.matchAll(WRITTEN)].flatMap(({ 0: token, index: at }) => {
    for (const written of toCandidates(token)) {
      const key = toKey(written)
      if (key !== undefined && isKnown(key)) return { key, written, at }
    }
    return []
  })

function toCandidates(token: string): string[] {
  const ends = [...token.matchAll(ENDS)].slice(0, MOST_ENDS)
  return [token, ...ends.map(({ index }) => token.slice(0, index)).toReversed()]
}

/** Returns the standard form of a picture's address, as HTML or Markdown writes it; undefined for any other text. */
function toKey(written: string): string | undefined {
  const address = decodeHTML(written)
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  return toSecureAddress(new URL(address).href)
}
