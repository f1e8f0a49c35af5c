import { pageHeaders } from '../../platform/request-context.server.ts'

interface FileAnswer {
  /** Media type without its encoding, which is always UTF-8. */
  type: string
  /** Names of what the file was made from; without any it is made anew for each request. */
  tags: string[]
  headers?: Record<string, string>
}

/** Answers with a text file. */
export function answerFile(text: string, { type, tags, headers }: FileAnswer): Response {
  return new Response(text, {
    headers: { ...pageHeaders(tags).headers, ...headers, 'content-type': `${type}; charset=utf-8` },
  })
}

/** Answers that there is no such file. */
export const answerNoFile = () =>
  new Response('Not found.\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
