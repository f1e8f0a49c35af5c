/** An error of the HTTP API (RFC 9457, application/problem+json): `message` is the sentence for people, `code` for programs. */
export function toProblem(
  status: number,
  { code, message }: { code: string; message: string },
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { type: 'about:blank', title: message, status, code, message },
    { status, headers: { ...headers, 'content-type': 'application/problem+json' } },
  )
}

/** Answers a request whose method an address does not know. */
export const methodNotAllowed = (allow: string): Response =>
  toProblem(405, { code: 'method_not_allowed', message: `This address takes ${allow}.` }, { allow })
