/** Returns the form of a request of OAuth; an empty one for another body. */
export const readOAuthForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData())

/** Returns an answer of OAuth, which no cache may keep (RFC 6749, 5.1). */
export const answerOAuth = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { ...headers, 'cache-control': 'no-store' } })
