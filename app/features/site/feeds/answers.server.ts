import { pageHeaders } from '../../../platform/web/request-context.server.ts'

interface FileAnswer {
  /** The media type without its encoding, which is always UTF-8. */
  type: string
  /** The page tags of the file's sources. A file without tags is generated for each request. */
  tags: string[]
  headers?: Record<string, string>
}

/** Returns a response with a text file, cached until a write invalidates one of its tags. */
export function answerFile(text: string, { type, tags, headers }: FileAnswer): Response {
  return new Response(text, {
    headers: { ...pageHeaders(tags).headers, ...headers, 'content-type': `${type}; charset=utf-8` },
  })
}

/** Returns the permanent redirect to a file of another list, cached until a write invalidates one of its tags. */
export const redirectFile = (list: { path: string; tags: string[] }, file: string) =>
  new Response(null, {
    status: 301,
    headers: { ...pageHeaders(list.tags).headers, location: `${list.path}/${file}` },
  })

/** Returns a 404 response in plain text. */
export const answerNoFile = () =>
  new Response('Not found.\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
