import { createHash } from 'node:crypto'
import { createContext, type LoaderFunctionArgs } from 'react-router'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import type { z } from 'zod'
import { isNotAllowed } from '../../platform/own-rows.server.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { methodNotAllowed, toProblem } from '../../shared/problem.ts'
import type { Scope } from '../../shared/scopes.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { FieldError } from './api.ts'
import { endHold, holdKey } from './commands.server.ts'
import { type ApiRefusal, apiRefusals, keyRefusals, notAllowedByRole } from './messages.ts'
import { type Operation, type OperationName, OPERATIONS } from './operations.ts'
import { check, type Checked, readBody, readQuery } from './read-request.ts'

/** The person who asks, the account, and the scopes of the token, if it has any. The layout of the routes sets it. */
export const callerContext = createContext<{ operator: Operator; scopes: Scope[] | null }>()

type Shape<Name extends OperationName, Part extends 'query' | 'body'> = (typeof OPERATIONS)[Name] extends {
  [P in Part]: infer Found extends z.ZodType
}
  ? z.output<Found>
  : Record<string, never>

/** A request that passed all checks. */
export interface Asked<Name extends OperationName> {
  operator: Operator
  /** The parts of the path. Ids are ids. */
  params: Record<string, string>
  query: Shape<Name, 'query'>
  body: Shape<Name, 'body'>
  /** Undefined if the request names no version. */
  ifMatch: string | undefined
  /** The id of what the request makes. A request that is sent again with its key has the same. */
  workId: string
}

type Work<Name extends OperationName> = (asked: Asked<Name>) => Promise<Response>

/** Returns the loader of an operation that only reads. */
export const answerRead =
  <Name extends OperationName>(name: Name, work: Work<Name>) =>
  (args: LoaderFunctionArgs): Promise<Response> =>
    allowed(() => answer(name, args, work))

/** Returns the action of the operations that one address has, one for each method. */
export const answerWrites =
  (works: { [Name in OperationName]?: Work<Name> }) =>
  (args: LoaderFunctionArgs): Promise<Response> => {
    const names = Object.keys(works) as OperationName[]
    const name = names.find((each) => OPERATIONS[each].method === args.request.method)
    if (!name)
      return Promise.resolve(methodNotAllowed(names.map((each) => OPERATIONS[each].method).join(', ')))
    return allowed(() => answer(name, args, works[name] as Work<OperationName>))
  }

/** Returns the answer to a write at an address that can only be read. */
export const answerNoWrites = () => methodNotAllowed('GET')

/** Returns the answer to a read at an address that only does something. */
export const answerNoReads = () => methodNotAllowed('POST')

async function answer<Name extends OperationName>(
  name: Name,
  { request, params, context, url }: LoaderFunctionArgs & { url?: URL },
  work: Work<Name>,
): Promise<Response> {
  const address = url ?? new URL(request.url)
  const { operator, scopes } = context.get(callerContext)
  if (scopes && !scopes.includes(OPERATIONS[name].scope))
    return refuseApi('insufficient-scope', { scope: OPERATIONS[name].scope })
  const read = readHead(OPERATIONS[name], { request, params, address })
  if (read instanceof Response) return read
  const run = (more: { body: unknown; workId: string }) => work({ operator, ...read, ...more } as Asked<Name>)
  const { body: shape }: Operation = OPERATIONS[name]
  if (!shape) return run({ body: {}, workId: uuidv7() })
  const bytes = await request.arrayBuffer()
  const body = andThen(readBody(bytes), (value) => check(value, shape))
  if (!body.ok) return refuseApi(body.reason, 'errors' in body ? { errors: body.errors } : {})
  const key = request.headers.get('idempotency-key')
  const once = (workId: string) => run({ body: body.value, workId })
  if (key === null) return once(uuidv7())
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, address.pathname, address.search, read.ifMatch]))
    .update(Buffer.from(bytes))
    .digest('base64url')
  return answerOnce(operator, { key, hash }, once)
}

// Returns the checked path, query and precondition of a request, or the problem.
function readHead(
  operation: Operation,
  { request, params, address }: { request: Request; params: LoaderFunctionArgs['params']; address: URL },
) {
  const ids = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, value ?? '']))
  if (!Object.entries(ids).every(isParameter)) return refuseApi('not-found')
  const query = andThen(readQuery(address.searchParams), (value) => check(value, operation.query))
  if (!query.ok) return refuseApi(query.reason, { errors: query.errors })
  const ifMatch = request.headers.get('if-match') ?? undefined
  if (operation.ifMatch === 'required' && ifMatch === undefined) return refuseApi('precondition-required')
  return { params: ids, query: query.value, ifMatch }
}

const isParameter = ([name, value]: [string, string]) =>
  name === 'number' ? /^[1-9]\d{0,5}$/.test(value) : name === '*' || isUuid(value)

const andThen = <A, B, No extends { ok: false }>(
  first: { ok: true; value: A } | No,
  next: (value: A) => Checked<B>,
): Checked<B> | No => (first.ok ? next(first.value) : first)

// A refusal has done nothing, so its key may be used again. After an error nobody knows; the next request with the key does
// the work with the same id.
async function answerOnce(
  operator: Operator,
  keyed: { key: string; hash: string },
  run: (workId: string) => Promise<Response>,
): Promise<Response> {
  const held = await holdKey(operator, keyed)
  if (!held.ok) {
    const { status, message } = keyRefusals[held.reason]
    return toProblem(
      status,
      { code: toCode(held.reason), message },
      status === 422 ? {} : { 'retry-after': '1' },
    )
  }
  if ('answer' in held) {
    const { status, headers, body } = held.answer
    return new Response(body || null, { status, headers: { ...headers, 'idempotent-replayed': 'true' } })
  }
  const { key } = keyed
  try {
    const response = await run(held.workId)
    const body = response.ok ? await response.clone().text() : ''
    const kept = { status: response.status, headers: Object.fromEntries(response.headers), body }
    await endHold(operator, key, response.ok ? kept : toOutcome(response))
    return response
  } catch (error) {
    await endHold(operator, key, isNotAllowed(error) ? 'forget' : 'open').catch(() => {})
    throw error
  }
}

const toOutcome = ({ status }: Response) => (status < 500 ? 'forget' : 'open')

// A command refuses what the role of the person does not include.
async function allowed(run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!isNotAllowed(error)) throw error
    return toProblem(403, { code: 'not_allowed', message: notAllowedByRole })
  }
}

const toCode = (reason: string) => reason.replaceAll('-', '_')

/** Returns the problem of a reason of the API itself. */
export function refuseApi(
  reason: ApiRefusal,
  members: { errors?: FieldError[]; [member: string]: unknown } = {},
): Response {
  const { status, message } = apiRefusals[reason]
  return toProblem(status, { code: toCode(reason), message, ...members })
}

const STATUSES: Record<string, number> = {
  'article-not-found': 404,
  'not-there': 404,
  gone: 404,
  'changed-meanwhile': 412,
  'draft-changed': 409,
  'published-elsewhere': 409,
  'article-changed': 409,
  'already-done': 409,
  'changed-since': 412,
  'too-many': 429,
  'too-many-saves': 429,
  'too-often': 429,
}

/** Returns the problem of a refusal by a command, with the sentence of the desk. */
export function refuseAs(
  { reason, waitS }: Refusal<string> & { waitS?: number | undefined },
  said: string | { title: string; description?: string },
): Response {
  const message = typeof said === 'string' ? said : (said.description ?? said.title)
  const status = STATUSES[reason] ?? 422
  const headers: Record<string, string> =
    status === 429 ? { 'retry-after': String(Math.ceil(waitS ?? 60)) } : {}
  return toProblem(status, { code: toCode(reason), message }, headers)
}

/** Returns the good answer of an operation. Dates are written as JSON has them. */
export const answerWith = (
  name: OperationName,
  content: unknown,
  headers: Record<string, string> = {},
): Response => {
  const { status } = OPERATIONS[name]
  return status === 204 ? new Response(null, { status }) : Response.json(content, { status, headers })
}
