import type { KeyRefusal } from './api.ts'

/** The sentence for each reason for which the API itself refuses a request, with its status. */
export const apiRefusals = {
  'not-found': { status: 404, message: 'There is nothing of this account at this address.' },
  'invalid-json': { status: 400, message: 'The body is no JSON.' },
  'invalid-utf8': { status: 400, message: 'The body is not UTF-8.' },
  'too-deep': { status: 400, message: 'The body is nested deeper than 32 levels.' },
  'invalid-request': { status: 422, message: 'Some fields of the request are wrong.' },
  'precondition-required': {
    status: 428,
    message: 'Name the version that you change: send its ETag as If-Match.',
  },
  'precondition-failed': {
    status: 412,
    message: 'It was changed since this version. Read it again, or send the change with merge.',
  },
  'base-gone': {
    status: 412,
    message: 'The text of this version is not kept any more, so nothing can be merged. Read it again.',
  },
  conflict: { status: 409, message: 'The same part was changed since. Choose between both texts.' },
  'has-draft': {
    status: 409,
    message: 'This article has a draft that was begun before it was live. Change the draft, and publish it.',
  },
  'no-file': { status: 400, message: 'The body is the file itself, and it is empty.' },
  'not-remote': { status: 422, message: 'This site is hosted here, so there is no connection to test.' },
  'draft-gone': { status: 404, message: 'There is no such draft of yours.' },
  'proposals-only': {
    status: 403,
    message: 'An agent with this token proposes changes at /mcp. A person accepts them.',
  },
  'insufficient-scope': { status: 403, message: 'The scopes of this token do not include this.' },
} as const

/** One of these reasons. */
export type ApiRefusal = keyof typeof apiRefusals

/** Returns true for one of these reasons. */
export const isApiRefusal = (reason: string): reason is ApiRefusal => Object.hasOwn(apiRefusals, reason)

/** The sentence for each reason for which an idempotency key is refused, with its status. */
export const keyRefusals: Record<KeyRefusal, { status: number; message: string }> = {
  'invalid-key': { status: 400, message: 'An Idempotency-Key has 1 to 255 visible ASCII characters.' },
  'other-request': {
    status: 422,
    message: 'This Idempotency-Key was sent with another request, or with other rights.',
  },
  busy: { status: 409, message: 'The first request with this Idempotency-Key is not done yet.' },
  'too-many-keys': {
    status: 429,
    message: 'There were very many idempotency keys today. Please wait a while.',
  },
}

/** What is wrong with a text that no store takes. */
export const unstorable = 'A text has no character 0 and no half of a surrogate pair.'

/** What is wrong with a field that the operation does not have. */
export const unknownField = 'There is no such field.'

/** What is wrong with a field that must not be empty. */
export const fieldMissing = 'This must not be empty.'

/** What is wrong with a name that a query has twice. */
export const givenTwice = 'It is there twice.'

/** Why the sites of an article that readers do not see cannot be changed. */
export const noSitesYet = 'Readers do not see this article. Name its sites when you publish it.'

/** A command refuses what the role of the person does not include. */
export const notAllowedByRole = 'Your role in this account does not allow this.'

/** What is wrong with a cursor that no page had as its next one. */
export const wrongCursor = {
  field: 'cursor',
  message: 'Send `next` of the page before, with the same filters. If what it names is gone, begin again.',
}

/** What is wrong with the path of a picture that is not in the library. */
export const noPicture = 'There is no such picture in the library of the account.'

/** What is wrong with a body that names ids and all entries, or none of both. */
export const chooseOne = 'Send either `ids` or `all`.'
