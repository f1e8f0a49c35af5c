import { posix } from 'node:path'
import { toOldPath } from '../../articles/articles.ts'
import { toMoment } from './dates.ts'
import {
  type AddressParts,
  fillPermalink,
  isPattern,
  toDefaultAddresses,
  toOwnAddresses,
} from './default-addresses.ts'
import type { FileName } from './file-names.ts'
import { toKnownSlug } from './source-texts.ts'
import type { Given } from './given.ts'
import type { TextSite } from './site-files.ts'
import { readTrimmed } from './source-fields.ts'

/** The keys that the date of an article has. */
export const PUBLISHED = [
  'published_at',
  'publishDate',
  'pubDate',
  'date',
  'published',
  'publishedOn',
  'datePublished',
  'posted',
  'postDate',
  'created',
  'createdAt',
  'dateCreated',
  'creationDate',
]
const UPDATED = [
  'updated_at',
  'updated',
  'updatedDate',
  'updatedOn',
  'lastmod',
  'last_modified_at',
  'lastModified',
  'lastUpdated',
  'last_update',
  'modified',
  'modifiedAt',
  'modifiedDate',
  'dateModified',
  'dateUpdated',
  'modDate',
]

interface Placed {
  file: FileName
  isHidden: boolean
  /** The address of its path, to which other files of the folder link. */
  ownPath: string[]
  site: TextSite
}

/** Returns the address that an article had, and its slug, its dates and all of its old addresses as fields. */
export function toAddress(given: Given, { file: name, isHidden, ownPath, site }: Placed) {
  const written = given.date(...PUBLISHED)
  const published_at = toMoment(written ?? name.date)
  const days = listDays(written, name.date)
  const [slug, title] = [given.text('slug'), given.text('title')]
  const categories = listLabels(given, name, ['categories', 'category'])
  const addresses = toAddresses(given, { name, days, categories, slug, title }, site)
  return {
    page: addresses.page,
    fields: {
      slug: toKnownSlug(slug?.replace(/^.*\/(?=.)/, '') ?? addresses.slug ?? name.slug),
      published_at,
      updated_at: toMoment(given.date(...UPDATED)),
      draft: isHidden || isExpired(given),
      aliases: [...new Set([...addresses.aliases, ...ownPath])],
    },
  }
}

/** Returns labels. Jekyll, whose files have a date in their names, separates those of one text by spaces. */
export function listLabels(given: Given, file: FileName, keys: [many: string, one: string]): string[] {
  const labels = given.list(...keys)
  const isOfJekyll = file.stem !== file.slug && typeof given.any(keys[0]) === 'string' && labels.length === 1
  return isOfJekyll ? labels.flatMap((label) => label.split(/\s+/)) : labels
}

/** Returns the days that addresses may have: that of the file name, and that of the date as it is written. */
const listDays = (...written: unknown[]) => [
  ...new Set(
    written.flatMap((date) => {
      const moment = toMoment(date)
      const [day] =
        /^\d{4}-\d{1,2}-\d{1,2}/.exec(readTrimmed(date)) ?? /^\d{4}-\d\d-\d\d/.exec(moment ?? '') ?? []
      return day ?? []
    }),
  ),
]

function toAddresses(given: Given, parts: AddressParts, { base, permalinks }: TextSite) {
  const written = given.text('permalink', 'url', 'path')
  const withBase = (paths: string[]) => (base ? [...paths, ...paths.map((path) => base + path)] : paths)
  const others = given.list('aliases', 'alias', 'redirect_from')
  const join = (own: string[], made: string[]) => {
    const all = [...others, ...made]
    return [...all, ...listBeside(others, own).slice(0, Math.max(0, MOST_ADDRESSES - all.length))]
  }
  if (written !== undefined && !isPattern(written)) {
    const whole = toWholePath(written)
    return { slug: toLastPart(written), page: whole, aliases: join([whole], withBase([whole])) }
  }
  const patterns = written === undefined ? permalinks : [written]
  const filled = patterns.flatMap((pattern) => fillPermalink(pattern, parts))
  const isOwn = written !== undefined && filled.length > 0
  const made = withBase([...filled, ...(isOwn ? [] : [...listWhole(parts), ...toDefaultAddresses(parts)])])
  const most = Math.max(0, MOST_ADDRESSES - others.length)
  return { page: made[0], aliases: join([...filled, ...toOwnAddresses(parts)], made.slice(0, most)) }
}

/** Returns the addresses that a slug with a slash at its beginning is in Gatsby and in Docusaurus. */
function listWhole({ name, slug }: AddressParts): string[] {
  if (!slug?.startsWith('/')) return []
  return name.numbered || name.folders[0] === 'docs' ? [slug, `/docs${slug}`] : [slug]
}

const ROOTED = /^\/|^\w+:/

/** Returns the addresses of aliases as Hugo reads them: one without a slash at its beginning stands beside its page. */
function listBeside(aliases: string[], own: string[]): string[] {
  const paths = own.filter((address) => address.startsWith('/'))
  const folders = [...new Set(paths.map((path) => posix.join(path, '..')))]
  const relative = aliases.filter((alias) => !ROOTED.test(alias))
  return relative.flatMap((alias) => folders.map((folder) => posix.join(folder, alias)))
}

// Zola writes it without the slash.
const toWholePath = (path: string) => (ROOTED.test(path) ? path : `/${path}`)

const MOST_ADDRESSES = 90 // a record has up to 100

// The number of a post in a URL is no slug.
const toLastPart = (permalink: string) =>
  toOldPath(permalink)?.split('/').at(-1)?.replace(/^\?.*/, '') || undefined

/** Returns true for an article that was public until a date. */
export function isExpired(given: Given): boolean {
  const end = toMoment(given.date('expiryDate', 'expires', 'expireDate', 'unpublishDate', 'expirationDate'))
  return end !== undefined && Date.parse(end) < Date.now()
}
