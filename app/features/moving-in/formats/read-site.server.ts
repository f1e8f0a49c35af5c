import { convertPage } from './finish.server.ts'
import { type SourceFile, UnreadableFile } from './formats.ts'
import { readWhole } from './read-text.server.ts'
import { joinParts, listSiteFiles, type SiteParts, type TextSite, toTextSite } from './site-files.ts'

const MOST_BYTES = 500_000

/**
 * Reads the files of a blog's folder that say something of its texts: settings, authors, sections. Returns what is known of a
 * text, by its path. A file that cannot be read says nothing.
 */
export async function readSite(
  files: SourceFile[],
  accountId: string | null,
): Promise<(path: string) => TextSite> {
  const byPath = new Map(files.map((file) => [file.name, file]))
  const read: SiteParts[] = []
  for (const path of listSiteFiles([...byPath.keys()])) {
    const parts = await readParts(byPath.get(path), accountId)
    if (parts) read.push(parts)
  }
  const site = joinParts(read, [...byPath.keys()])
  return (path) => toTextSite(path, site)
}

async function readParts(
  file: SourceFile | undefined,
  accountId: string | null,
): Promise<SiteParts | undefined> {
  if (!file) return undefined
  try {
    const text = await readWhole(file, MOST_BYTES)
    const found = await convertPage({ text, sitePath: file.name }, accountId)
    return 'fields' in found ? (found.fields as unknown as SiteParts) : undefined // as the thread returns it
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined
    throw error
  }
}
