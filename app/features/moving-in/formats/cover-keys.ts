import { DRAWN, parseUploadPath } from '../../articles/pictures/pictures.ts'
import { FIELDS } from '../../articles/fields/fields.ts'
import { type Given, toKey } from './given.ts'
import { PICTURE } from './picture-files.ts'
import { readField, toRecord, toRecords } from './source-fields.ts'

// Where an object has the address of its picture. The picture itself comes before that for networks.
const WITHIN = [
  'image',
  'src',
  'url',
  'path',
  'file',
  'filename',
  'href',
  'feature',
  'teaser',
  'overlay_image',
  'node',
  'sourceUrl',
  'publicURL',
  'og_image',
  'openGraph',
  'images',
].map(toKey)
// Objects with other fields, which may have a picture for networks.
const SOCIAL = ['seo', 'og', 'openGraph', 'social', 'twitter', 'meta', 'params', 'extra']
const DEEPEST = 3

/** Returns the address of the cover in the front matter of a file, as it is written; undefined if it has none. */
export function findCover(given: Given): string | undefined {
  const keys = ['image_url', ...FIELDS.cover.otherKeys]
  const own = keys.map((key) => findAddress(given.any(key))).find(Boolean)
  return own ?? findResource(given.any('resources')) ?? findSocial(given, keys)
}

function findAddress(value: unknown, depth = 0): string | undefined {
  if (depth > DEEPEST) return undefined
  if (Array.isArray(value)) return value.map((each) => findAddress(each, depth + 1)).find(Boolean)
  const text = readField(value)
  if (text !== undefined) return readAddress(text)
  const inner = toKeyed(value)
  if (inner.size === 0) return undefined
  return WITHIN.map((key) => findAddress(inner.get(key), depth + 1)).find(Boolean)
}

const toKeyed = (value: unknown): Map<string, unknown> =>
  new Map(Object.entries(toRecord(value)).map(([key, inner]) => [toKey(key), inner]))

/** Returns the address that a text is; undefined for another text, such as a number or a name. */
function readAddress(text: string): string | undefined {
  const address = text.replace(/^!?\[\[([^\]|]+)[^\]]*\]\]$/, '$1').trim() // Obsidian
  if (address === DRAWN || parseUploadPath(address)) return address
  const isAddress = /^(?:https?:)?\/\/\S+$|^[^\s:]*\/[^\s:]*$/i.test(address)
  return isAddress || PICTURE.test(address.replace(/[?#].*$/, '')) ? address : undefined
}

// Hugo names the pictures of a page bundle here.
const LEADING = /cover|feature|hero|banner|thumb|header/i

function findResource(resources: unknown): string | undefined {
  const named = toRecords(resources).filter(({ name, title, src }) =>
    [name, title, src].some((each) => LEADING.test(readField(each) ?? '')),
  )
  return named.map(({ src }) => readAddress(readField(src) ?? '')).find((src) => src && !src.includes('*'))
}

const findSocial = (given: Given, keys: string[]): string | undefined =>
  SOCIAL.flatMap((group) => {
    const inner = toKeyed(given.any(group))
    return keys.map((key) => findAddress(inner.get(toKey(key))))
  }).find(Boolean)
