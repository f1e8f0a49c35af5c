import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'
import { type Found, readRecord } from '../app/features/exchange/exchange.ts'
import { isGhostExport, readGhost } from '../app/features/exchange/ghost.ts'
import { readMarkdownFile } from '../app/features/exchange/markdown-file.ts'
import { readWordpress } from '../app/features/exchange/wordpress.ts'
import { splitLines } from '../app/shared/lines.ts'
import { UsageError } from './command-line.ts'

const MARKDOWN = /\.(md|markdown)$/i
const HEAD_BYTES = 4096

export interface ReadOptions {
  /** What Markdown files are known by; their folder unless given. */
  source?: string
  /** WordPress post types to read although they are no articles. */
  types: string[]
}

/** Every article in a file or a folder, of whichever kind it is. Throws UsageError for a file that is of none. */
export async function* readArticles(file: string, options: ReadOptions): AsyncGenerator<Found> {
  if ((await stat(file)).isDirectory()) return yield* readFolder(file, options)
  switch (await recognise(file)) {
    case 'markdown':
      return yield await readMarkdown(file, dirname(file), options)
    case 'wordpress':
      return yield* readWordpress(() => readPieces(file), { file: basename(file), types: options.types })
    case 'json':
      return yield* readJson(file)
    case 'ndjson':
      return yield* readLines(file)
    case undefined:
      throw new UsageError(`${file} is neither Markdown, NDJSON, a WordPress nor a Ghost export.`)
  }
}

type Kind = 'markdown' | 'wordpress' | 'json' | 'ndjson'

async function recognise(file: string): Promise<Kind | undefined> {
  const name = file.replace(/\.gz$/i, '')
  if (MARKDOWN.test(name)) return 'markdown'
  if (/\.(ndjson|jsonl)$/i.test(name)) return 'ndjson'
  const head = (await readHead(file)).replace(/^\uFEFF/, '').trimStart()
  if (/^(<\?xml|<rss|<!--)/i.test(head)) return 'wordpress'
  if (/^(---|\+\+\+)\s/.test(head)) return 'markdown'
  if (!head.startsWith('{')) return undefined
  return isWholeRecord(head.split('\n', 1)[0] ?? '') || /\{\s*"(source|path)"\s*:/.test(head.slice(0, 40))
    ? 'ndjson'
    : 'json'
}

function isWholeRecord(line: string): boolean {
  try {
    return !isGhostExport(JSON.parse(line))
  } catch {
    return false
  }
}

async function readHead(file: string): Promise<string> {
  for await (const piece of readPieces(file)) return piece.slice(0, HEAD_BYTES)
  return ''
}

async function* readFolder(folder: string, options: ReadOptions): AsyncGenerator<Found> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && MARKDOWN.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|\/)(\.|node_modules\/)/.test(relative(folder, file)))
  if (files.length === 0) throw new UsageError(`There is no Markdown file in ${folder}.`)
  for (const file of files.toSorted()) yield await readMarkdown(file, folder, options)
}

/**
 * Without a source that was told, a file is known by where it lies, so that it is the same article however the command
 * named it; with one, by its path within the folder, which may then move.
 */
async function readMarkdown(file: string, folder: string, { source }: ReadOptions): Promise<Found> {
  const bytes = await readFile(file)
  const path = source ? relative(folder, file) : basename(file)
  const found = readMarkdownFile(bytes.toString('utf8'), { source: source ?? dirname(resolve(file)), path })
  return { ...found, place: relative(folder, file) }
}

async function* readJson(file: string): AsyncGenerator<Found> {
  const bytes = await readFile(file)
  const document = parseJson((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  if (!isGhostExport(document))
    throw new UsageError(`${file} is no whole Ghost export: no posts were found in it.`)
  yield* readGhost(document, basename(file))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

async function* readLines(file: string): AsyncGenerator<Found> {
  let number = 0
  for await (const line of splitLines(readPieces(file))) {
    number += 1
    if (line.trim() !== '') yield readLine(line, `line ${number}`)
  }
}

function readLine(line: string, place: string): Found {
  try {
    return { place, fields: readRecord(JSON.parse(line)) }
  } catch (error) {
    return { place, problem: error instanceof Error ? error.message : String(error) }
  }
}

async function* readPieces(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file)
  const stream = file.toLowerCase().endsWith('.gz') ? pipeline(bytes, createGunzip(), () => {}) : bytes
  yield* stream.setEncoding('utf8') as AsyncIterable<string>
}
