import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

/** A line of a file that is no header: what stands in it, in the order of the columns. */
export interface CsvLine {
  /** From 1, of its beginning. */
  line: number
  cells: string[]
}

export type ReadCsv = { ok: true; header: string[]; lines: CsvLine[] } | { ok: false; brokenAt: number }

const SLICE = 64 * 1024 // characters

/**
 * Reads a CSV text (RFC 4180) whose first line names its columns. Fields are divided by whichever of comma, semicolon
 * and tab the first line that is not empty has most of. Refused with the line where it is no CSV. Others are served in
 * between: a large file takes a while.
 */
export async function readCsv(text: string): Promise<ReadCsv> {
  const plain = text.replaceAll('\r\n', '\n') // inside quotation marks the parser would count them as two lines
  const lines: CsvLine[] = []
  let line = 1
  const parser = parse({
    bom: true,
    delimiter: findDelimiter(plain),
    relax_column_count: true,
    on_record(cells: string[], { lines: end }) {
      if (cells.some((cell) => cell.trim() !== '')) lines.push({ line, cells })
      line = end + 1
      return null // they are kept here: what is read from the parser lags behind where it stumbles
    },
  })
  try {
    await pipeline(Readable.from(slice(plain)), parser.resume())
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { ok: false, brokenAt: line }
  }
  const [header, ...rest] = lines
  return { ok: true, header: header?.cells ?? [], lines: rest }
}

async function* slice(text: string) {
  for (let from = 0; from < text.length; from += SLICE) {
    yield text.slice(from, from + SLICE)
    await nextTurn()
  }
}

function findDelimiter(text: string): string {
  const header = text.split(/[\r\n]/).find((line) => line.trim() !== '') ?? ''
  const count = (sign: string) => header.split(sign).length
  return [',', ';', '\t'].reduce((most, sign) => (count(sign) > count(most) ? sign : most))
}
