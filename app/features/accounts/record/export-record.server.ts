import { writeAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../accounts.ts'
import { note } from './commands.server.ts'
import { listRecord } from './queries.server.ts'
import type { RecordFilter, RecordLine } from './record.ts'

const COLUMNS = ['at', 'who', 'act', 'about', 'address'] as const

/**
 * Returns the matching lines of an account's record as a stream of JSON or CSV (RFC 4180), newest first. The export is a
 * line of the record, too.
 */
export async function exportRecord(
  operator: Operator,
  filter: RecordFilter,
  isJson: boolean,
): Promise<ReadableStream<Uint8Array>> {
  await writeAs(operator, (trx) => note(trx, operator, ['record-exported']))
  const parts = isJson ? toJson(operator, filter) : toCsv(operator, filter)
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => void parts.return(undefined),
  })
}

async function* toJson(operator: Operator, filter: RecordFilter): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const lines of listRecord(operator, filter))
    for (const line of lines) {
      yield `${separator}${JSON.stringify(pick(line))}`
      separator = ',\n'
    }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function* toCsv(operator: Operator, filter: RecordFilter): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`
  for await (const lines of listRecord(operator, filter))
    yield lines.map((line) => `${Object.values(pick(line)).map(toCell).join(',')}\r\n`).join('')
}

const pick = (line: RecordLine) => ({ ...line, id: undefined, at: line.at.toISOString() })

// A program for tables would calculate a text that begins like a formula.
function toCell(value: string | null | undefined): string {
  const text = value ?? ''
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
