import { parseJson } from '../../../shared/json.ts'
import { escapeHtml } from '../../../shared/text.ts'
import { readField, readTrimmed, toRecords } from './source-fields.ts'

const REUSED = /<!--\s*wp:block\s*\{"ref":(\d+)[^<>]*\}\s*\/-->/g
const MOST_CHARACTERS = 2_000_000 // a block may hold itself, or a thousand others
const DEPTH = 5

/** Returns a text with the reusable blocks that it shows. One that `find` does not know stays as it is. */
export function putBlocks(
  text: string,
  find: (id: string) => string | undefined,
  { depth, room } = { depth: 0, room: { left: MOST_CHARACTERS } },
): string {
  if (depth === DEPTH || !text.includes('wp:block')) return text
  return text.replace(REUSED, (whole, id: string) => {
    const found = find(id)
    if (found === undefined || found.length > room.left) return whole
    room.left -= found.length
    return putBlocks(found, find, { depth: depth + 1, room })
  })
}

const NOTES = /<!--\s*wp:footnotes\b[^<>]*\/-->/

/** Returns a text with its footnotes, which WordPress keeps as JSON beside it. */
export function putNotes(text: string, json: string | undefined): string {
  const notes = NOTES.test(text) ? readNotes(json) : []
  if (notes.length === 0) return text
  const items = notes.map(
    ({ id, content }) => `<li id="${escapeHtml(readTrimmed(id))}">${readTrimmed(content)}</li>`,
  )
  return text.replace(NOTES, () => `<ol>${items.join('')}</ol>`)
}

function readNotes(json: string | undefined): Record<string, unknown>[] {
  if (!readField(json)) return []
  try {
    return toRecords(parseJson(json ?? ''))
  } catch {
    return [] // the block is named as one that is lost
  }
}
