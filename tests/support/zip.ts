import { makeZip } from 'client-zip'

/** Returns a ZIP archive of files, by their names. */
export async function toZip(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, input]) => ({ name, input }))
  return Buffer.from(await new Response(makeZip(entries)).arrayBuffer())
}
