import { toProblem } from '../../shared/problem.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { FieldError } from './api.ts'
import { type ApiRefusal, apiRefusals } from './messages.ts'

/** Returns a reason as a problem names it for programs. */
export const toCode = (reason: string) => reason.replaceAll('-', '_')

/** Returns the problem of a reason of the API itself. */
export function refuseApi(
  reason: ApiRefusal,
  members: { errors?: FieldError[]; [member: string]: unknown } = {},
): Response {
  const { status, message } = apiRefusals[reason]
  return toProblem(status, { code: toCode(reason), message, ...members })
}

const STATUSES: Record<string, number> = {
  'tag-unknown': 404,
  'author-unknown': 404,
  'not-found': 404,
  'not-fresh': 403,
  'tag-taken': 409,
  'host-taken': 409,
  'address-taken': 409,
  'path-taken': 409,
  'url-taken': 409,
  paused: 409,
  'one-secret': 409,
  'in-use': 409,
  'under-way': 409,
  unknown: 404,
  running: 409,
  taken: 409,
  changed: 409,
  'not-pending': 409,
  'nothing-to-undo': 409,
  'last-owner': 409,
  'invitation-gone': 404,
  'member-gone': 404,
  'article-not-found': 404,
  'not-there': 404,
  gone: 404,
  'changed-meanwhile': 409,
  'draft-changed': 409,
  'draft-gone': 404,
  'published-elsewhere': 409,
  'article-not-live': 409,
  'article-changed': 409,
  'already-done': 409,
  'changed-since': 409,
  'too-many-saves': 429,
  'too-often': 429,
}

/** What a problem tells besides; `expected` is the version that the request names. */
interface Members {
  expected?: string | undefined
  [member: string]: unknown
}

/** Returns the problem of a refusal by a command, with the sentence of the desk. */
export function refuseAs(
  refused: Refusal<string> & { waitS?: number | undefined },
  said: string | { title: string; description?: string },
  members: Members = {},
): Response {
  const { reason, waitS } = refused
  const message = typeof said === 'string' ? said : (said.description ?? said.title)
  const status = toStatus(refused, members)
  const headers: Record<string, string> =
    status === 429 ? { 'retry-after': String(Math.ceil(waitS ?? 60)) } : {}
  return toProblem(status, { code: toCode(reason), message, ...members }, headers)
}

// Only a request that names a version can fail on it (RFC 9110, 15.5.13).
function toStatus(
  { reason, waitS }: Refusal<string> & { waitS?: number | undefined },
  { expected }: Members,
): number {
  if (waitS !== undefined) return 429
  return expected === undefined ? (STATUSES[reason] ?? 422) : 412
}

/** Returns the problem of a refusal by a command, with the status and the sentence of the desk. */
export const refuseWith = (
  { reason, waitS }: Refusal<string> & { waitS?: number | undefined },
  { status, message }: { status: number; message: string },
): Response =>
  toProblem(
    status,
    { code: toCode(reason), message },
    status === 429 ? { 'retry-after': String(Math.ceil(waitS ?? 60)) } : {},
  )
