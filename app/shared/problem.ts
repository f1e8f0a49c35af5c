/**
 * An error of the HTTP API (RFC 9457, application/problem+json): `message` is the sentence for people, `code` for
 * programs; whatever else is given stands beside them.
 */
export function toProblem(
  status: number,
  problem: { code: string; message: string; [member: string]: unknown },
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { type: 'about:blank', title: problem.message, status, ...problem },
    { status, headers: { ...headers, 'content-type': 'application/problem+json' } },
  )
}

/** Answers a request whose method an address does not know. */
export const methodNotAllowed = (allow: string): Response =>
  toProblem(405, { code: 'method_not_allowed', message: `This address takes ${allow}.` }, { allow })
