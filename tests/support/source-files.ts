import type { Found, SourceFile } from '../../app/features/moving-in/formats/formats.ts'
import {
  readArticles,
  readFolder,
  type ReadOptions,
} from '../../app/features/moving-in/formats/queries.server.ts'

const MB = 1024 * 1024

/** Options for reading small files in tests. */
export const READ_OPTIONS: ReadOptions = {
  limits: { files: 100, archiveBytes: 2 * MB, unpackedBytes: 2 * MB, wholeBytes: MB, pageBytes: MB },
  identify: (path) => ({ source: 'blog', path }),
  accountId: null,
}

/** Returns a file with some content, as the import reads it. */
export const toFile = (name: string, content: string | Uint8Array, encoding?: string): SourceFile => ({
  name,
  encoding,
  async *open() {
    yield await Promise.resolve(typeof content === 'string' ? Buffer.from(content) : content)
  },
})

/** Returns all items. */
export async function readAll(articles: AsyncIterable<Found>): Promise<Found[]> {
  const all: Found[] = []
  for await (const found of articles) all.push(found)
  return all
}

/** Reads a file with some content. */
export const readOne = (name: string, content: string | Uint8Array, encoding?: string): Promise<Found[]> =>
  readAll(readArticles(toFile(name, content, encoding), READ_OPTIONS))

/** Reads the files of a folder, by their names. */
export const readFiles = (files: Record<string, string | Uint8Array>): Promise<Found[]> =>
  readAll(
    readFolder(
      Object.entries(files).map(([name, content]) => toFile(name, content)),
      READ_OPTIONS,
    ),
  )

/** Returns the fields of an article; none for other items. */
export const fieldsOf = (found: Found | undefined): Record<string, unknown> =>
  found && 'fields' in found ? found.fields : {}

/** Returns the kinds of things that did not come in, with their counts. */
export const listLost = (found: Found[]): Record<string, number> =>
  Object.fromEntries(found.flatMap((each) => ('leftOut' in each ? [[each.leftOut, each.count ?? 1]] : [])))

/** Returns an export of WordPress with items, each by its elements; a list of elements is XML as it is. */
export function toWxr(items: Record<string, string>[], head = ''): string {
  const all = {
    title: 'Tides',
    'wp:post_type': 'post',
    'wp:status': 'publish',
    'wp:post_date_gmt': '2023-04-05 08:00:00',
  }
  const xml = items.map((item, index) =>
    Object.entries({ ...all, 'wp:post_id': `${index + 1}`, ...item })
      .map(([name, text]) => (name.startsWith('+') ? text : `<${name}><![CDATA[${text}]]></${name}>`))
      .join('\n'),
  )
  return `<?xml version="1.0"?>\n<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link><language>en-US</language>
    ${head}${xml.map((item) => `<item>${item}</item>`).join('\n')}</channel></rss>`
}
