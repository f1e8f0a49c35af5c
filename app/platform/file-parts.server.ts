import { PassThrough, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Busboy } from '@fastify/busboy'

/** A file that arrives with a form. */
export interface FilePart {
  /** Its name; with its path if a folder was sent. */
  name: string
  /** Its bytes, as they arrive. Throws if the browser goes away before its end. */
  pieces: AsyncIterable<Uint8Array>
}

const FEW = 10 // fields besides the files
const FIELD_LENGTH = 1000 // in bytes

/** The number of files that a form may have, and where its fields go. */
interface Taken {
  most: number
  /** Gets the fields of the form by their names; it has all of them when the last file was read. */
  fields?: Map<string, string>
}

/**
 * Returns the files of a form (multipart/form-data) one after the other while they arrive, up to `most` of them. Each
 * must be read before the next. No file is in memory as a whole. Nothing for a form without files. Throws if the form
 * cannot be read.
 */
export function readFileParts(request: Request, { most, fields }: Taken): AsyncIterable<FilePart> {
  const { body, headers } = request
  const parts = new PassThrough({ objectMode: true })
  const type = headers.get('content-type') ?? ''
  if (!body || !/^multipart\/form-data *;.*boundary=./i.test(type)) return parts.end()
  const source = Readable.fromWeb(body as NodeReadableStream)
  const limits = { files: most, fields: FEW, fieldSize: FIELD_LENGTH, parts: most + FEW }
  const form = new Busboy({ headers: { 'content-type': type }, limits, preservePath: true })
  const arriving = new Set<Readable>()
  // Each stream may fail more than once, and an error without a listener would end the process.
  const fail = (error: unknown) => {
    const reason = error instanceof Error ? error : new Error(String(error))
    for (const file of arriving) file.destroy(reason)
    parts.destroy(reason)
  }
  for (const stream of [source, form]) stream.on('error', fail)
  parts.on('error', () => {})
  form.on('file', (_field, file, name) => {
    arriving.add(file)
    file.on('error', () => {})
    file.once('close', () => arriving.delete(file))
    parts.write({ name: name ?? '', pieces: file } satisfies FilePart)
  })
  form.on('field', (name, value) => fields?.set(name, value))
  form.once('finish', () => parts.end())
  // The reader may stop early. The rest must arrive, so that the browser reads the answer.
  parts.once('close', () => {
    source.unpipe(form)
    source.resume()
  })
  source.pipe(form)
  return parts
}
