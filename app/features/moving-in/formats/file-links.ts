import { posix } from 'node:path'
import { readFileName } from './file-names.ts'

/** The old addresses of other files of a folder, by what a text calls them. */
export type FileLinks = Partial<Record<string, string>>

/** The texts of a folder. */
export interface FileIndex {
  /** Their addresses by their paths. */
  addresses: Map<string, string>
  /** Their paths by their names without endings, in small letters: notes are called so. */
  names: Map<string, string>
  /** All addresses. */
  known: Set<string>
}

const ENDING = /\.(?:mdx?|markdown|mdown|mkdn?|html?)$/i

/** Returns the texts of a folder by their paths and names. */
export function indexFiles(paths: string[]): FileIndex {
  const addresses = new Map(paths.map((path) => [path, toPathAddress(path)]))
  const names = new Map(
    paths.toReversed().flatMap((path) => {
      const whole = path.replace(ENDING, '').toLowerCase()
      return [[whole, path] as const, [posix.basename(whole), path] as const]
    }),
  )
  return { addresses, names, known: new Set(addresses.values()) }
}

/** Returns the address that a generator gives to a file by its path alone. */
export function toPathAddress(path: string): string {
  const { lang, folders, slug } = readFileName(path)
  return `/${[lang, ...folders, slug].filter(Boolean).join('/')}`
}

const WRITTEN = /\[\[([^\]|\n#]+)|\]\(\s*(<[^<>\n]+>|[^\s()<>]+)/g

/** Returns the addresses of the files that a text links to. */
export function listFileLinks(text: string, path: string, index: FileIndex): FileLinks {
  const links: FileLinks = {}
  for (const [, note, written = ''] of text.matchAll(WRITTEN)) {
    const target = note === undefined ? toLinkText(written).target : note.replace(/\\$/, '').trim()
    const address = note === undefined ? findFile(target, path, index) : findNote(target, path, index)
    if (address !== undefined) links[target] = encodeURI(address).replace(/[?#]/g, encodeURIComponent)
  }
  return links
}

/** Returns the target of a link as it is written, without its anchor. */
export function toLinkText(written: string): { target: string; anchor: string } {
  const [, target = '', anchor = ''] = /^([^#]*)(#.*)?$/s.exec(written.replace(/^<(.*)>$/, '$1')) ?? []
  return { target, anchor }
}

function findNote(name: string, path: string, { addresses, names }: FileIndex): string | undefined {
  const wanted = name.replace(ENDING, '').toLowerCase()
  const beside = posix.join(posix.dirname(path), wanted).toLowerCase()
  return [names.get(beside), names.get(wanted)].map((found) => found && addresses.get(found)).find(Boolean)
}

const OUTSIDE = /^(?:[a-z][\w+.-]*:|\/\/|$)/i

function findFile(target: string, path: string, index: FileIndex): string | undefined {
  if (OUTSIDE.test(target)) return undefined
  const written = decode(target)
  if (ENDING.test(written)) return findByPath(written, path, index)
  if (written.startsWith('/')) return undefined
  // A browser resolves it from the page, whose address ends with a line in most generators; a writer, from the file.
  const page = `${toPathAddress(path)}/`
  return [page, posix.dirname(page) + '/']
    .map((base) => posix.join(base, written).replace(/\/$/, ''))
    .find((address) => index.known.has(address))
}

function findByPath(written: string, path: string, { addresses, names }: FileIndex): string | undefined {
  const isOfRoot = written.startsWith('/')
  const whole = isOfRoot ? written.slice(1) : posix.join(posix.dirname(path), written)
  const other = names.get(whole.replace(ENDING, '').toLowerCase())
  return addresses.get(whole) ?? (other === undefined ? undefined : addresses.get(other))
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
