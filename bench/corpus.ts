import { createReadStream, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { type ImportRecord, parseRecord } from '../app/features/moving-in/formats/formats.ts'
import { parseFrontMatter } from '../app/features/moving-in/formats/front-matter.ts'

const MADE = 600

/**
 * Returns the path of the given NDJSON file. Without one it makes a file with 600 articles from the demo's paragraphs.
 */
export function corpusFile(given: string | undefined): string {
  if (given) return given
  const texts = globSync('demo/articles/*.md').map((file) => parseFrontMatter(readFileSync(file, 'utf8')))
  const paragraphs = texts.flatMap(({ content }) => content.trim().split('\n\n'))
  const lines = Array.from({ length: MADE }, (_, number) => {
    const fields = texts[number % texts.length]?.fields
    const content = Array.from(
      { length: 12 },
      (__, index) => paragraphs[(number * 7 + index * 31) % paragraphs.length],
    )
    const publishedAt = new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toISOString()
    return JSON.stringify({
      ...fields,
      source: 'bench',
      path: String(number),
      title: `${String(fields?.title)} ${number}`,
      published_at: publishedAt,
      content: content.join('\n\n'),
    })
  })
  const file = join(mkdtempSync(join(tmpdir(), 'broadsheet-bench-')), 'articles.ndjson')
  writeFileSync(file, lines.join('\n'))
  return file
}

/** Reads the records of an NDJSON file, with or without gzip. Invalid records are left out. */
export async function readCorpus(file: string): Promise<ImportRecord[]> {
  const records: ImportRecord[] = []
  for await (const line of readCorpusLines(file)) {
    const parsed = parseRecord(JSON.parse(line))
    if (parsed.ok) records.push(parsed.record)
  }
  return records
}

/** Reads the lines of a file, with or without gzip. */
export function readCorpusLines(file: string): AsyncIterable<string> {
  const bytes = createReadStream(file)
  return createInterface({ input: file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes })
}
