import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTick } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { refuse, type Refusal } from '../shared/refusal.ts'
import { toStorable } from '../shared/storable.ts'

/** A line of a file below its header. */
interface CsvLine {
  /** The number of its first line in the file, from 1. */
  line: number
  cells: string[]
}

type CsvResult = { ok: true; header: string[]; lines: CsvLine[] } | Refusal<'broken-csv', { line: number }>

/** Returns the text of a CSV file, without white space at its end and without the character 0; undefined if it is not UTF-8. */
export function decodeCsv(bytes: Uint8Array): string | undefined {
  try {
    return toStorable(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).trimEnd()
  } catch {
    return undefined
  }
}

// Spreadsheets write and read it, though no standard has it.
const SEPARATOR_LINE = /^\uFEFF?"?sep=([^\w\s"]|\t)"?(?:[\r\n]|$)/i
const SLICE = 64 * 1024 // characters

/**
 * Parses a CSV text (RFC 4180) whose first line names its columns. A line `sep=` above them may name the delimiter.
 * Otherwise it is the most frequent of comma, semicolon, tab and `|` in the first line that is not empty. A text that is no
 * CSV is refused with the number of the broken line. Lets the event loop run in between, because a large file takes a
 * while.
 */
export async function readCsv(text: string): Promise<CsvResult> {
  const unified = text.replaceAll('\r\n', '\n') // the parser counts CRLF within quotation marks as two lines
  const [named = '', separator] = SEPARATOR_LINE.exec(unified) ?? []
  const plain = unified.slice(named.length)
  const lines: CsvLine[] = []
  const skipped = named === '' ? 0 : 1
  let line = 1 + skipped
  const parser = parse({
    bom: true,
    delimiter: separator ?? findDelimiter(plain),
    relax_column_count: true,
    on_record(cells: string[], { lines: end }) {
      if (cells.some((cell) => cell.trim() !== '')) lines.push({ line, cells })
      line = end + 1 + skipped
      return null // lines are collected here: the stream's output lags behind the line of an error
    },
  })
  try {
    await pipeline(Readable.from(slice(plain)), parser.resume())
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuse('broken-csv', { line })
  }
  const [header, ...rest] = lines
  return { ok: true, header: header?.cells ?? [], lines: rest }
}

async function* slice(text: string) {
  for (let from = 0; from < text.length; from += SLICE) {
    yield text.slice(from, from + SLICE)
    await nextTick()
  }
}

function findDelimiter(text: string): string {
  const header = text.split(/[\r\n]/).find((line) => line.trim() !== '') ?? ''
  const count = (sign: string) => header.split(sign).length
  return [',', ';', '\t', '|'].reduce((most, sign) => (count(sign) > count(most) ? sign : most))
}
