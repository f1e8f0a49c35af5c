import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Busboy } from '@fastify/busboy'

/** A file that arrives with a form. */
interface FilePart {
  name: string
  /** Its bytes, as they arrive. Throws if the browser goes away before its end. */
  pieces: AsyncIterable<Uint8Array>
}

// A form has one file and a few short fields.
const LIMITS = { files: 1, fields: 10, fieldSize: 1000, parts: 12 }

/**
 * Returns the first file of a form (multipart/form-data) while it arrives. The file is never in memory as a whole.
 * Undefined for a form without a file, and for one that cannot be read.
 */
export function findFilePart(request: Request): Promise<FilePart | undefined> {
  const { body, headers } = request
  const type = headers.get('content-type') ?? ''
  if (!body || !/^multipart\/form-data *;.*boundary=./i.test(type)) return Promise.resolve(undefined)
  const source = Readable.fromWeb(body as NodeReadableStream)
  const form = new Busboy({ headers: { 'content-type': type }, limits: LIMITS })
  return new Promise((resolve) => {
    let arriving: Readable | undefined
    // Each stream may fail more than once, and an error without a listener would end the process.
    const fail = (error: unknown) => {
      resolve(undefined)
      if (!arriving?.readableEnded)
        arriving?.destroy(error instanceof Error ? error : new Error(String(error)))
    }
    for (const stream of [source, form]) stream.on('error', fail)
    form.once('file', (_field, file, name) => {
      arriving = file
      file.on('error', () => {})
      // The reader may stop early. The rest must arrive, so that the browser reads the answer.
      file.once('close', () => {
        source.unpipe(form)
        source.resume()
      })
      resolve({ name: name ?? '', pieces: file })
    })
    form.once('finish', () => resolve(undefined))
    source.pipe(form)
  })
}
