import { posix } from 'node:path'
import { decodePath } from '../../articles/articles.ts'

/** A picture that lies in a folder or an archive. */
export interface PictureFile {
  path: string
  /** Its size; another picture of the same name nearly always has another one. */
  bytes: number
  /** The name of its archive; undefined in a folder. */
  archive?: string | undefined
}

/** The pictures of a folder or an archive. */
export interface PictureIndex {
  paths: Map<string, PictureFile>
  /** The same by their paths in small letters: some systems do not tell capitals apart. */
  small: Map<string, PictureFile>
  /** The same by their names without folders, in small letters. */
  names: Map<string, PictureFile[]>
  /** Those that themes of Hugo show as the cover of a page bundle, by its folder. */
  leading: Map<string, PictureFile>
  /** True if they were chosen without their folders, so that names alone count. */
  isLoose: boolean
}

// Some of these kinds are no uploads here. They are known, so that the reason can be named.
/** The endings of pictures. */
export const PICTURE = /\.(?:jpe?g|jfif|png|gif|webp|avif|svg|bmp|tiff?|heic)$/i

const LEADING = /(?:^|\/)(?:feature|cover)[^/]*\.(?:jpe?g|png|gif|webp|avif)$/i

/** Where pictures lie. */
export interface PicturePlace {
  /** The name of their archive. */
  archive?: string | undefined
  isLoose?: boolean
}

/** Returns the pictures among the files of a folder or an archive, or among those that were chosen one by one. */
export function indexPictures(
  files: { name: string; bytes?: number | undefined }[],
  { archive, isLoose = false }: PicturePlace = {},
): PictureIndex {
  const pictures = files
    .filter(({ name }) => PICTURE.test(name))
    .map(({ name, bytes = 0 }): PictureFile => ({
      path: name,
      bytes,
      ...(archive !== undefined && { archive }),
    }))
  // The first one of several counts.
  const toMap = (key: (path: string) => string) =>
    new Map(pictures.toReversed().map((picture) => [key(picture.path), picture]))
  return {
    paths: toMap(compose),
    small: toMap(toSmall),
    names: Map.groupBy(pictures, ({ path }) => toSmall(posix.basename(path))),
    isLoose,
    leading: new Map(
      pictures
        .filter(({ path }) => LEADING.test(path))
        .toReversed()
        .map((picture) => [posix.dirname(picture.path), picture]),
    ),
  }
}

// macOS writes é as two characters in names of files, and texts have one.
const compose = (path: string) => path.normalize('NFC')
const toSmall = (path: string) => compose(path).toLowerCase()

/**
 * Returns the picture that a text of a folder names. `address` is relative to its file or to its site; `textPath` is the
 * path of the file. Only files of the folder are found, whatever the address says.
 */
export function findPictureFile(
  address: string,
  textPath: string,
  index: PictureIndex,
): PictureFile | undefined {
  const written = compose(toFilePath(address))
  if (!index.names.has(toSmall(posix.basename(written)))) return undefined
  const candidates = listCandidates(written, compose(textPath))
  for (const find of [index.paths, index.small] as const)
    for (const path of candidates) {
      const found = find.get(find === index.small ? path.toLowerCase() : path)
      if (found) return found
    }
  return findAlone(written, index)
}

/** Returns an address without its query and its escapes. Windows writes its folders with `\`. */
const toFilePath = (address: string) => decodePath(address.replace(/[?#].*$/s, '')).replaceAll('\\', '/')

// The folders that generators publish as the root of a site, or read pictures from.
const ROOTS = [
  '',
  'static',
  'public',
  'assets',
  'source',
  'src',
  'src/assets',
  'src/public',
  'content',
  'images',
  '.vuepress/public',
  '.vitepress/public',
]
const MOST_FOLDERS = 12

function listCandidates(written: string, textPath: string): string[] {
  const folder = posix.dirname(textPath)
  const [, fromRoot] = /^(?:[~@]?\/|@)(.*)$/s.exec(written) ?? []
  const ofRoot = posix.normalize((fromRoot ?? written).replace(/^(?:\.{0,2}\/)+/, ''))
  // A page whose address ends with a line shows pictures from there, and Hexo keeps them in a folder of this name.
  const besides =
    fromRoot === undefined ? [folder, textPath.replace(/\.\w+$/, '')].map((base) => [base, written]) : []
  const above = listFolders(folder).flatMap((base) => ROOTS.map((root) => joinClean(base, root, ofRoot)))
  return [...besides.map((parts) => posix.join(...parts)), ...above]
}

// They are normal already: to join a long path 150 times would take long.
const joinClean = (...parts: string[]) => parts.filter((part) => part !== '' && part !== '.').join('/')

/** Returns a folder and those around it, the nearest first. */
function listFolders(folder: string): string[] {
  const steps = folder.split('/').slice(0, MOST_FOLDERS)
  return [...steps.map((_, index) => steps.slice(0, steps.length - index).join('/')), '']
}

const MOST_NAMESAKES = 100

/** Returns the only picture whose path ends as an address does. Notes name pictures without their folders. */
function findAlone(written: string, { names, isLoose }: PictureIndex): PictureFile | undefined {
  const parts = toSmall(written).split('/').filter(Boolean)
  const namesakes = names.get(parts.at(-1) ?? '') ?? []
  if (namesakes.length > MOST_NAMESAKES) return undefined
  const shortest = isLoose || parts.length === 1 ? 1 : 2
  for (let from = 0; from <= parts.length - shortest; from += 1) {
    const end = `/${parts.slice(from).join('/')}`
    const found = namesakes.filter(({ path }) => `/${toSmall(path)}`.endsWith(end))
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
  }
  return undefined
}

const BUNDLE = /(?:^|\/)index\.\w+$/i

/** Returns the picture of a page bundle that themes of Hugo show as its cover, by its name. */
export const findLeading = (textPath: string, { leading }: PictureIndex): PictureFile | undefined =>
  BUNDLE.test(textPath) ? leading.get(posix.dirname(textPath)) : undefined
