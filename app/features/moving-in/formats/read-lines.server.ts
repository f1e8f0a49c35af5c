import { parseJson, RECORD_DEPTH, TooDeepError } from '../../../shared/json.ts'
import { splitLines } from '../../../shared/lines.ts'
import { OWN_SOURCE } from '../../articles/articles.ts'
import { type Found, readRecord, toMegabytes, UnreadableFile } from './formats.ts'
import { toPlanned } from './finish.server.ts'

const MOST_LINES = 1_000_000

/** Returns the articles of NDJSON, a line each. Throws UnreadableFile for a line of more than `mostOfLine` characters. */
export async function* readLines(pieces: AsyncIterable<string>, mostOfLine: number): AsyncGenerator<Found> {
  let number = 0
  for await (const line of splitLines(refuseLongLines(pieces, mostOfLine))) {
    number += 1
    if (number > MOST_LINES)
      throw new UnreadableFile('It has more than a million lines. Split it, and import its parts.')
    if (line.trim() !== '') yield readLine(line, `line ${number}`)
  }
}

/** Returns the pieces of a text. Throws UnreadableFile for a line of more than `most` characters, which is in memory as a whole. */
export async function* refuseLongLines(pieces: AsyncIterable<string>, most: number): AsyncGenerator<string> {
  let length = 0
  for await (const piece of pieces) {
    const end = piece.lastIndexOf('\n')
    length = end === -1 ? length + piece.length : piece.length - end
    if (length > most) throw new UnreadableFile(`It has a line of more than ${toMegabytes(most)}.`)
    yield piece
  }
}

function readLine(line: string, place: string): Found {
  try {
    const fields = readRecord(parseJson(line, RECORD_DEPTH))
    return fields.source === OWN_SOURCE ? { place, fields } : toPlanned({ place, fields })
  } catch (error) {
    if (error instanceof TooDeepError) return { place, problem: error.message }
    if (error instanceof SyntaxError) return { place, problem: NO_JSON }
    throw error
  }
}

const NO_JSON = 'This line is not JSON. Write one record on each line, such as {"source": …}.'
