/**
 * Returns an error response of the HTTP API (RFC 9457, application/problem+json). `message` is for people, `code` for
 * programs; other members of `problem` are added as they are.
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

/** Returns the response to a request with a method that the URL does not allow. */
export const methodNotAllowed = (allow: string): Response =>
  toProblem(405, { code: 'method_not_allowed', message: `This address takes ${allow}.` }, { allow })
