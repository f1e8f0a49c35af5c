import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { FilePart } from '../../platform/file-parts.server.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Operator } from '../accounts/accounts.ts'
import { findImport } from '../moving-in/imports/queries.server.ts'
import { answerFound } from './answer.server.ts'
import { refuseWith } from './refuse.ts'
import { toApiImport } from './convert-import.ts'
import type { OperationName } from './operations.ts'

/** Yields the file that is the body of a request, whose bytes are read as they arrive. */
export async function* openFile(name: string, body: ReadableStream<Uint8Array>): AsyncGenerator<FilePart> {
  yield { name, pieces: Readable.fromWeb(body as NodeReadableStream<Uint8Array>) }
}

type Say<Refused> = (refused: Refused) => { problem: string; status: number }

/** Returns the import of the account as a step of it has left it, or why there was no step. */
export async function answerImport<Refused extends Refusal<string>>(
  operator: Operator,
  name: OperationName,
  ...[done, say]: [{ ok: true } | Refused, Say<Refused>]
): Promise<Response> {
  if (!done.ok) {
    const { problem: message, status } = say(done)
    return refuseWith(done, { message, status })
  }
  const current = await findImport(operator, 'UTC')
  return answerFound(name, current && toApiImport(current))
}
