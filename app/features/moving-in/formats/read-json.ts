import { parseJson, TooDeepError } from '../../../shared/json.ts'
import { isJsonFeed, readJsonFeed } from './feed.ts'
import { type Found, UnreadableFile } from './formats.ts'
import { isGhostExport, readGhost } from './ghost.ts'
import { sayUnsupportedJson, UnsupportedFile } from './unsupported-files.ts'
import { isWriteas, readWriteas } from './writeas.ts'

/** Returns the articles of a JSON document: an export of Ghost or of Write.as, or a feed. Throws UnreadableFile for another one. */
export function readJson(text: string, name: string): Iterable<Found> {
  const document = parseDocument(text)
  const file = name.slice(name.lastIndexOf('/') + 1)
  if (isGhostExport(document)) return readGhost(document, file)
  if (isWriteas(document)) return readWriteas(document)
  if (isJsonFeed(document)) return readJsonFeed(document, file)
  throw new UnsupportedFile(`${name} ${sayUnsupportedJson(document) ?? NO_JSON}`)
}

const NO_JSON = 'is no whole export that is read: no posts of Ghost or Write.as were found in it.'

function parseDocument(text: string): unknown {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof TooDeepError) throw new UnreadableFile(error.message)
    return undefined
  }
}
