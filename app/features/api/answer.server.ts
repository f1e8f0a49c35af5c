import { createHash } from 'node:crypto'
import { createContext, type LoaderFunctionArgs } from 'react-router'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import type { z } from 'zod'
import { log } from '../../platform/log.server.ts'
import { isNotAllowed, requireRight } from '../../platform/own-rows.server.ts'
import { innerRequestContext } from '../../platform/web/request-context.server.ts'
import { methodNotAllowed, toProblem } from '../../shared/problem.ts'
import { toSiteIds } from '../../shared/rights.ts'
import { isStorable } from '../../shared/storable.ts'
import type { Operator } from '../accounts/accounts.ts'
import type { Session } from '../accounts/sign-in/queries.server.ts'
import { type FieldError, isTextParameter } from './api.ts'
import { toLimit } from './convert.ts'
import { endHold, holdKey } from './commands.server.ts'
import { type ApiRefusal, keyRefusals, notAllowedByRole, wrongCursor } from './messages.ts'
import { type Operation, type OperationName, OPERATIONS } from './operations.ts'
import { standsElsewhere, toShortHash } from './queries.server.ts'
import { check, type Checked, readBody, readQuery } from './read-request.ts'
import { refuseApi, toCode } from './refuse.ts'

/** The session of the request, in which a token of a server is never fresh. The layout of the routes sets it. */
export const callerContext = createContext<Session>()

type Shape<Name extends OperationName, Part extends 'query' | 'body'> = (typeof OPERATIONS)[Name] extends {
  [P in Part]: infer Found extends z.ZodType
}
  ? z.output<Found>
  : Record<string, never>

/** A request that passed all checks. */
export interface Asked<Name extends OperationName> {
  operator: Operator
  session: Session
  request: Request
  /** The file that is its body; empty for JSON. */
  bytes: ArrayBuffer
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
    const isTrial = args.context.get(innerRequestContext)?.isTrial === true
    const work = isTrial ? allowTrial(OPERATIONS[name]) : (works[name] as Work<OperationName>)
    return allowed(() => answer(name, args, work))
  }

// The person who accepts a proposal may reach more sites than the token that made it.
const allowTrial =
  ({ scope }: Operation) =>
  async ({ operator, params, body }: Asked<OperationName>) => {
    const reached = operator.member ? toSiteIds(operator.member) : null
    if (!reached) return new Response(null, { status: 204 })
    const isElsewhere = listSiteIds({ ...params, ...body }).some((id) => !reached.includes(id))
    const articleId = scope === 'articles:publish' ? (params.articleId ?? params.draftId) : undefined
    const isRefused = isElsewhere || (articleId !== undefined && (await standsElsewhere(operator, articleId)))
    return isRefused ? refuseRole() : new Response(null, { status: 204 })
  }

const listSiteIds = ({ siteId, siteIds }: { siteId?: unknown; siteIds?: unknown }): string[] =>
  [siteId, siteIds].flat().filter((id) => typeof id === 'string')

const refuseRole = () => toProblem(403, { code: 'not_allowed', message: notAllowedByRole })

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
  const session = context.get(callerContext)
  const { operator } = session
  const { body: shape, file, isLarge, once }: Operation = OPERATIONS[name]
  const refused = refuseCaller(session, OPERATIONS[name])
  if (refused) return refused
  const read = readHead(OPERATIONS[name], { request, params, address })
  if (read instanceof Response) return read
  const run = (more: { body: unknown; bytes?: ArrayBuffer; workId: string }) =>
    work({ operator, session, request, bytes: NO_BYTES, ...read, ...more } as Asked<Name>)
  if (!shape) return run({ body: {}, workId: uuidv7() })
  const bytes = isLarge ? NO_BYTES : await request.arrayBuffer()
  const body = file ? NO_JSON : andThen(readBody(bytes), (value) => check(value, shape))
  if (!body.ok) return refuseBody(body)
  const runOnce = (workId: string) => run({ body: body.value, bytes, workId })
  const key = request.headers.get('idempotency-key')
  if (key === null) return runOnce(toWorkId(context))
  // A token of other sites or rights may not see the answer, nor the person in another role.
  const head = [request.method, address.pathname, address.search, read.ifMatch, operator.member]
  return answerOnce(operator, { key, hash: toRequestHash(head, bytes), once }, runOnce)
}

const toWorkId = (context: LoaderFunctionArgs['context']): string =>
  context.get(innerRequestContext)?.workId ?? uuidv7()

function refuseCaller(
  { scopes, directScopes, operator }: Session,
  { method, scope, right }: Operation,
): Response | undefined {
  if (scopes?.includes(scope) === false) return refuseApi('insufficient-scope', { scope })
  // The token of an agent writes with its direct scopes alone, and proposes the rest (decision 75).
  if (method !== 'GET' && directScopes?.includes(scope) === false) return refuseApi('proposals-only')
  if (right) requireRight(operator, right)
  return undefined
}

const toRequestHash = (head: unknown[], bytes: ArrayBuffer) =>
  createHash('sha256').update(JSON.stringify(head)).update(Buffer.from(bytes)).digest('base64url')

const refuseBody = (refused: { reason: ApiRefusal; errors?: FieldError[] }) => {
  const { reason, errors } = refused
  return refuseApi(reason, errors ? { errors } : {})
}

const NO_BYTES = new ArrayBuffer(0)
const NO_JSON = { ok: true as const, value: {} }

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

const TEXT_LIMIT = 300

function isParameter([name, value]: [string, string]): boolean {
  if (name === 'number') return /^[1-9]\d{0,5}$/.test(value)
  if (name === 'position') return /^\d{1,6}$/.test(value)
  if (isTextParameter(name)) return isStorable(value) && value.length <= TEXT_LIMIT
  return name === '*' || isUuid(value)
}

const andThen = <A, B, No extends { ok: false }>(
  first: { ok: true; value: A } | No,
  next: (value: A) => Checked<B>,
): Checked<B> | No => (first.ok ? next(first.value) : first)

// A refusal has done nothing, so its key may be used again. After an error nobody knows; the next request with the key does
// the work with the same id.
async function answerOnce(
  operator: Operator,
  { once, ...keyed }: { key: string; hash: string; once: Operation['once'] },
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
  const response = await run(held.workId).catch(async (error: unknown) => {
    await endHold(operator, key, isNotAllowed(error) ? 'forget' : 'open').catch(() => {})
    throw error
  })
  await keepAnswer(operator, { key, once }, response)
  return response
}

// The work is done, also if its answer cannot be kept: an owner may have given the own role away.
async function keepAnswer(
  operator: Operator,
  { key, once }: { key: string; once: Operation['once'] },
  response: Response,
): Promise<void> {
  const body = response.ok ? withoutSecret(await response.clone().text(), once) : ''
  const kept = { status: response.status, headers: Object.fromEntries(response.headers), body }
  await endHold(operator, key, response.ok ? kept : toOutcome(response)).catch((error: unknown) =>
    log.warn({ err: error }, 'api.answer_not_kept'),
  )
}

const withoutSecret = (body: string, once: Operation['once']) =>
  once ? JSON.stringify({ ...(JSON.parse(body) as object), [once]: null }) : body

const toOutcome = ({ status }: Response) => (status < 500 ? 'forget' : 'open')

// A command refuses what the role of the person does not include.
async function allowed(run: () => Promise<Response>): Promise<Response> {
  try {
    return await run()
  } catch (error) {
    if (!isNotAllowed(error)) throw error
    return refuseRole()
  }
}

/** Returns the good answer of an operation, or the problem that there is nothing. */
export const answerFound = (name: OperationName, content: unknown, headers?: Record<string, string>) =>
  content === undefined ? refuseApi('not-found') : answerWith(name, content, headers)

interface ListQuery<Entry> {
  limit?: string | undefined
  cursor?: string | undefined
  /** Returns what tells an entry from all others, and stays the same while they come and go. */
  toKey: (entry: Entry) => string
}

/** Answers with one page of a list that is in memory. */
export function answerList<Entry>(
  name: OperationName,
  all: Entry[],
  { toKey, cursor, ...query }: ListQuery<Entry>,
): Response {
  const marks = all.map((entry) => toShortHash(toKey(entry)))
  const start = cursor === undefined ? 0 : findStart(marks, cursor)
  if (start === undefined) return refuseApi('invalid-request', { errors: [wrongCursor] })
  const end = start + toLimit(query)
  const next = end < all.length ? `${marks[end - 1]}.${marks[end]}` : null
  return answerWith(name, { entries: all.slice(start, end), next })
}

// A cursor names the last entry of its page and the one behind it: a program may delete what it has read.
function findStart(marks: string[], cursor: string): number | undefined {
  const [last = '', following = ''] = cursor.split('.')
  const at = marks.indexOf(last)
  const start = at < 0 ? marks.indexOf(following) : at + 1
  return start < 0 ? undefined : start
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
