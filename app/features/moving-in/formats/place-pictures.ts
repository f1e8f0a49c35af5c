import { toOldPath } from '../../articles/articles.ts'
import { DRAWN, parseUploadPath } from '../../articles/pictures/pictures.ts'
import type { Found, FoundArticle } from './formats.ts'
import {
  findLeading,
  findPictureFile,
  indexPictures,
  PICTURE,
  type PictureFile,
  type PicturePlace,
} from './picture-files.ts'
import {
  type LostPicture,
  MOST_LISTED,
  type OldLink,
  type RecordPicture,
  type Within,
} from './record-pictures.ts'
import { readField, readRawField } from './source-fields.ts'
import { changeAddresses } from './text-addresses.ts'

/**
 * Returns an article with the pictures that lie in its folder or archive, and with its links to pages of its old site. Other
 * relative addresses get that of the old site. `from` is its address as the user says it, which counts more than that in
 * the file. Pictures that are not there are named.
 */
export function placePictures(found: Found, from: string | undefined): Found {
  if (!('fields' in found)) return found
  const { within: _within, site: _site, page: _page, ...article } = found
  const about = toAbout(found, from)
  const noted = makeNotes()
  const content = changeAddresses(readRawField(found.fields.content), ({ address, isPicture }) =>
    noted.add(address, findFate({ address, isPicture }, about)),
  )
  const cover = readField(found.fields.image_url)
  const coverFate = findCoverFate(cover, about)
  noted.add(cover ?? '', coverFate, null)
  const pictures = noted.listPictures()
  return {
    ...article,
    fields: {
      ...found.fields,
      ...(typeof found.fields.content === 'string' && { content }),
      image_url: coverFate.whole ?? found.fields.image_url,
      ...(pictures.length > 0 && { pictures }),
    },
    ...noted.listOthers(),
  }
}

/** What the addresses of an article are relative to. */
interface About {
  within: Within | undefined
  /** The address of its old site, with a slash at the end. */
  site: string | undefined
  /** The hosts of the old site, without `www`. */
  hosts: Set<string>
  /** The folders of these hosts in which the site lies, without a slash at the end. */
  folders: string[]
  /** The address that the article had. */
  page: string
  /** True if its relative addresses lead to its canonical address (decision 6). */
  hasCanonical: boolean
  isExported: boolean
}

const NOWHERE = 'http://old.invalid/'

function toAbout(
  { fields, within, site: own, page: first, isExported }: FoundArticle,
  from: string | undefined,
): About {
  const urls = [from, own].flatMap((address) => URL.parse(address ?? '') ?? [])
  const site = urls.map(toBase).at(0)
  const [alias = ''] = Array.isArray(fields.aliases) ? (fields.aliases as unknown[]).map(readRawField) : []
  const page = URL.parse((first ?? alias).replace(/^\/+/, './'), site ?? NOWHERE)?.href ?? NOWHERE
  return {
    within,
    site,
    hosts: new Set(urls.map(toHost)),
    folders: urls.map((url) => toBase(url).slice(url.origin.length, -1)).filter(Boolean),
    page: /\.\w+$/.test(page) ? page : page.replace(/\/?$/, '/'),
    hasCanonical: readField(fields.canonical_url) !== undefined,
    isExported: isExported === true,
  }
}

const toBase = ({ origin, pathname }: URL) => origin + pathname.replace(/\/?$/, '/')
const toHost = ({ host }: URL) => host.replace(/^www\./, '')

/** What becomes of an address; nothing if it stays as it is. */
interface Fate {
  /** A picture of the folder. */
  file?: PictureFile
  /** The whole address that takes its place. */
  whole?: string
  /** The old paths of the page that it leads to. */
  paths?: string[]
  lost?: LostPicture['reason']
}

interface Asked {
  address: string
  isPicture: boolean
}

const STAYS = /^(?:$|#|(?!https?:)[a-z][\w+.-]*:)|\{[{%]/i
const WHOLE = /^(?:https?:)?\/\//i
const OTHER_FILE = /\.(?:pdf|docx?|xlsx?|pptx?|odt|epub|zip|csv|mp3|m4a|ogg|wav|mp4|webm|mov)$/i

function findFate({ address, isPicture }: Asked, about: About): Fate {
  const local = isKept(address, about) ? undefined : toLocal(address, about)
  if (local === undefined) return {}
  const path = local.replace(/[?#].*$/s, '')
  const asked = { address, isPicture: isPicture || PICTURE.test(path) }
  const file = asked.isPicture ? findFile(path, about) : undefined
  if (file) return { file }
  if (WHOLE.test(address)) return asked.isPicture ? {} : { paths: listPaths(address, about) }
  if (about.isExported) return toExported(asked, about)
  return about.site === undefined ? toGap(asked, path, about) : toComplete(asked, about)
}

const isKept = (address: string, { isExported }: About) =>
  STAYS.test(address) || (!isExported && parseUploadPath(address) !== undefined)

/** Returns the address of a page or a picture of the old site, relative to it; undefined for that of another site. */
function toLocal(address: string, { hosts }: About): string | undefined {
  if (!WHOLE.test(address)) return address
  const url = URL.parse(address, 'https://old.invalid')
  return url && hosts.has(toHost(url)) ? url.pathname + url.search : undefined
}

function findFile(path: string, { within, folders }: About): PictureFile | undefined {
  if (!within) return undefined
  // WordPress puts the size of a smaller copy at the end of its name.
  const sized = [path, path.replace(/-\d+x\d+(?=\.\w+$)/, '')]
  const paths = sized.flatMap((each) => [each, ...folders.flatMap((folder) => withoutFolder(each, folder))])
  return paths.map((each) => findPictureFile(each, within.path, within.pictures)).find(Boolean)
}

const withoutFolder = (path: string, folder: string): string[] =>
  path.startsWith(`${folder}/`) ? [path.slice(folder.length)] : []

const complete = (address: string, base: string) => URL.parse(address, base)?.href ?? address

// The links of our own export lead to the same articles here. Its pictures are on the site that it comes from.
const toExported = ({ address, isPicture }: Asked, { site }: About): Fate =>
  isPicture && site !== undefined ? { whole: complete(address, site) } : {}

function toComplete({ address, isPicture }: Asked, about: About): Fate {
  const whole = complete(address, about.page)
  return { whole, ...(!isPicture && { paths: listPaths(whole, about) }) }
}

function toGap({ address, isPicture }: Asked, path: string, about: About): Fate {
  if (about.hasCanonical) return {}
  if (isPicture) return { lost: about.within ? 'no-file' : 'no-site' }
  if (OTHER_FILE.test(path)) return { lost: 'no-picture' }
  return { paths: listPaths(complete(address, about.page), about) }
}

function listPaths(address: string, { folders, hasCanonical }: About): string[] {
  const path = hasCanonical ? undefined : toOldPath(address)
  if (path === undefined) return []
  const paths = [path, ...folders.flatMap((folder) => withoutFolder(path, folder))]
  return [...new Set(paths.flatMap((each) => [each, each.replace(/\/index\.\w+$/, '')]))].filter(Boolean)
}

function findCoverFate(cover: string | undefined, about: About): Fate {
  if (cover !== undefined) return cover === DRAWN ? {} : findFate({ address: cover, isPicture: true }, about)
  const { within, isExported } = about
  const file = within && !isExported ? findLeading(within.path, within.pictures) : undefined
  return file ? { file } : {}
}

const LONGEST = 2048

/** Collects what becomes of the addresses of an article. */
function makeNotes() {
  const pictures = new Map<string | null, RecordPicture>()
  const lost = new Map<string, LostPicture>()
  const links = new Map<string, OldLink>()
  return {
    /** Returns the whole address that takes the place of one, if any. */
    add(address: string, { file, whole, paths = [], lost: reason }: Fate, key: string | null = address) {
      if (address.length > LONGEST) return undefined
      if (file) pictures.set(key, { address: key, ...file })
      if (reason) lost.set(address, { address, reason })
      const shown = whole ?? address
      if (paths.length > 0) links.set(shown, { address: shown, paths })
      return whole
    },
    listPictures: () => [...pictures.values()],
    listOthers: () => ({
      ...(lost.size > 0 && { lostPictures: [...lost.values()].slice(0, MOST_LISTED.lost) }),
      ...(links.size > 0 && { links: [...links.values()].slice(0, MOST_LISTED.links) }),
    }),
  }
}

/** Returns the items of a folder, an archive or a file; its articles know the pictures among the files. */
export async function* putWithin(
  items: AsyncIterable<Found>,
  files: { name: string; bytes?: number | undefined }[],
  place: PicturePlace,
): AsyncGenerator<Found> {
  const pictures = indexPictures(files, place)
  // The place of an article is the path of its file, or begins with it.
  for await (const found of items)
    yield 'fields' in found ? { ...found, within: { path: found.place, pictures } } : found
}
