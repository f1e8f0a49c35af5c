import { parseJson } from '../../../shared/json.ts'
import { isJsonFeed } from './feed.ts'
import type { SourceFile } from './formats.ts'
import { isGhostExport } from './ghost.ts'
import { isMovableType } from './movable-type.ts'
import { readPieces } from './read-text.server.ts'
import { toRecord } from './source-fields.ts'
import { sayUnsupported, sayUnsupportedJson, UnsupportedFile } from './unsupported-files.ts'
import { isWriteas, isWriteasTable } from './writeas.ts'

/** The endings of Markdown files. */
export const MARKDOWN = /\.(md|mdx|markdown|mdown|mkd|mkdn)$/i

/** What a file is, by its content. */
export type Kind =
  | 'markdown'
  | 'medium'
  | 'wordpress'
  | 'blogger'
  | 'feed'
  | 'movable-type'
  | 'writeas-table'
  | 'json'
  | 'ndjson'

const HEAD_CHARACTERS = 64 * 1024

/** Returns what a file is. Throws UnsupportedFile for a kind that is not read, and UnreadableFile for one that is too large. */
export async function recognise(file: SourceFile, unpackedBytes: number): Promise<Kind> {
  const name = file.name.replace(/\.gz$/i, '')
  if (MARKDOWN.test(name)) return 'markdown'
  if (/\.(ndjson|jsonl)$/i.test(name)) return 'ndjson'
  const head = (await readStart(file, unpackedBytes)).replace(/^\uFEFF/, '').trimStart()
  const kind = findKind(head)
  if (kind === undefined) throw new UnsupportedFile(sayUnsupported(file.name, head))
  return kind
}

function findKind(head: string): Kind | undefined {
  const [firstLine = ''] = head.split('\n', 1)
  if (/^[{[]/.test(head)) return isRecords(head, firstLine) ? 'ndjson' : 'json'
  if (/^(?:---|\+\+\+)\s/.test(head)) return 'markdown'
  if (isMovableType(head)) return 'movable-type'
  if (isWriteasTable(firstLine)) return 'writeas-table'
  return findXmlKind(head) ?? (/\sclass="h-entry"/.test(head) ? 'medium' : undefined)
}

const ROOT = /<(rss|rdf:RDF|feed)(?=[\s>])([^<>]*)>/i
const BLOGGER =
  /schemas\.google\.com\/blogger\/(?:2018|2008\/kind#)|<id>tag:blogger\.com,1999:blog-\d+\.archive</

// PHP may write a notice before the XML of WordPress.
function findXmlKind(head: string): Kind | undefined {
  const [, root = '', attributes = ''] = ROOT.exec(head) ?? []
  if (root === '') return undefined
  if (root.toLowerCase() === 'feed') return BLOGGER.test(head) ? 'blogger' : 'feed'
  return /\sxmlns:wp=/.test(attributes) || head.includes('<wp:') ? 'wordpress' : 'feed'
}

const isRecords = (head: string, firstLine: string) =>
  head.startsWith('{') && (isWholeRecord(firstLine) || /\{\s*"(source|path)"\s*:/.test(head.slice(0, 40)))

const OF_RECORD = ['source', 'path', 'title', 'content']

function isWholeRecord(line: string): boolean {
  try {
    const document = parseJson(line)
    const kinds = [isGhostExport, isWriteas, isJsonFeed, sayUnsupportedJson]
    return OF_RECORD.some((key) => key in toRecord(document)) && !kinds.some((is) => is(document))
  } catch {
    return false
  }
}

async function readStart(file: SourceFile, most: number): Promise<string> {
  for await (const piece of readPieces(file, most)) return piece.slice(0, HEAD_CHARACTERS)
  return ''
}

/** Returns XML from its beginning on: PHP may write a notice before it. The lines keep their numbers. */
export async function* fromXml(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let isBegun = false
  let held = ''
  for await (const piece of pieces) {
    held += piece
    const at = isBegun ? 0 : held.search(/<\?xml|<rss|<feed|<rdf:RDF|<!--/)
    if (at === -1 && held.length < HEAD_CHARACTERS) continue
    yield isBegun || at === -1 ? held : held.slice(0, at).replace(/[^\n]+/g, '') + held.slice(at)
    isBegun = true
    held = ''
  }
  yield held
}
