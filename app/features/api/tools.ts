import { z } from 'zod'
import type { Scope } from '../../shared/scopes.ts'
import type { FieldError } from './api.ts'
import type { ListedProposal, Proposal, ToolRequest } from './proposals.ts'
import type { Operation } from './operation.ts'
import { type OperationName, OPERATIONS } from './operations.ts'
import { check, type Checked } from './read-request.ts'

/** Characters of an answer that an agent gets at once. */
export const ANSWER_CHARACTERS = 20_000
/** The most characters of what an agent says about a proposal. */
const WHY_LIMIT = 1000

/** The argument of a tool that reads on in a long answer. */
export const readOffset = z
  .int()
  .min(0)
  .optional()
  .meta({ description: 'Characters of the answer to leave out.' })

/** A tool of an agent: one operation of the API. */
export interface Tool {
  name: OperationName
  operation: Operation
  /** True if it changes something. */
  writes: boolean
  /** The shape of its arguments. */
  shape: z.ZodObject
}

const SECRETS = new Set(['password', 'key', 'credentials', 'secret'])

const entries = Object.entries(OPERATIONS) as [OperationName, Operation][]

/** All tools, made of the table of operations. */
export const TOOLS: Tool[] = entries.flatMap(([name, operation]) =>
  isForPeople(operation)
    ? []
    : [{ name, operation, writes: operation.method !== 'GET', shape: toShape(operation) }],
)

/** Returns the tools that a token with these scopes has; null for all scopes. */
export const listTools = (scopes: Scope[] | null): Tool[] =>
  TOOLS.filter(({ operation }) => !scopes || scopes.includes(operation.scope))

// Neither files nor streams are for words. A proposal would keep a password, and the person who accepts one would not see
// what is shown once.
function isForPeople({ file, isStream, once, body }: Operation): boolean {
  const takesSecret = Object.keys(body?.shape ?? {}).some((name) => SECRETS.has(name))
  return Boolean(file ?? isStream ?? once) || takesSecret
}

function toShape({ method, path, query, body, ifMatch }: Operation): z.ZodObject {
  const isWrite = method !== 'GET'
  const inPath = listPathNames(path).map((name) => [name, toParameter(name)])
  const version = z.string().meta({ description: '`etag` of the answer that the change was made from.' })
  return z.strictObject({
    ...Object.fromEntries(inPath),
    ...query.shape,
    ...(ifMatch && { ifMatch: ifMatch === 'required' ? version : version.optional() }),
    ...(body && Object.keys(body.shape).length > 0 && { body: toOptional(body) }),
    ...(isWrite
      ? { why: z.string().max(WHY_LIMIT).optional().meta({ description: 'For the person who decides.' }) }
      : { offset: readOffset }),
  })
}

function toParameter(name: string): z.ZodType {
  if (name.endsWith('Id')) return z.uuid()
  return name === 'number' || name === 'position' ? z.int().min(0) : z.string().min(1).max(300)
}

// A body without a needed field may be left out.
function toOptional(body: z.ZodObject): z.ZodType {
  return body.safeParse({}).success ? body.optional() : body
}

function listPathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** Returns the arguments of a tool as a request to the API, or what is wrong with them. */
export function toToolRequest(
  { operation, shape }: Pick<Tool, 'operation' | 'shape'>,
  given: unknown,
): Checked<ToolRequest & { why: string; offset: number }> {
  const checked = check<Record<string, unknown>>(given ?? {}, shape)
  if (!checked.ok) return checked
  const args = checked.value
  const search = new URLSearchParams(
    Object.keys(operation.query.shape).flatMap((name) =>
      args[name] === undefined ? [] : [[name, toParameterText(args[name])]],
    ),
  )
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(toParameterText(args[name])),
  )
  return {
    ok: true,
    value: {
      method: operation.method,
      path: search.size > 0 ? `${path}?${search}` : path,
      ifMatch: typeof args.ifMatch === 'string' ? args.ifMatch : null,
      // As it was sent: a default of the shape is the API's to give.
      body: operation.body ? ((given as { body?: Record<string, unknown> } | undefined)?.body ?? {}) : null,
      why: typeof args.why === 'string' ? args.why : '',
      offset: typeof args.offset === 'number' ? args.offset : 0,
    },
  }
}

// The shapes let only texts and numbers through.
const toParameterText = (value: unknown) => (typeof value === 'number' ? String(value) : (value as string))

/** Returns the path of what a request is about: the longest one above it that can be read; undefined for a new thing. */
export function findSubjectPath(operation: Operation, path: string): string | undefined {
  const [readable] = Object.values(OPERATIONS as Record<string, Operation>)
    .filter((each) => each.method === 'GET' && each.path.endsWith('}') && isAbove(each.path, operation.path))
    .toSorted((one, other) => other.path.length - one.path.length)
  const parts = readable?.path.split('/').length ?? 0
  return readable && path.replace(/\?.*/s, '').split('/').slice(0, parts).join('/')
}

/** Returns the path of the list that has what a request changes; undefined if there is none. */
export function findListPath(operation: Operation, path: string): string | undefined {
  const list = operation.path.replace(/\/\{\w+\}$/, '')
  const isList = Object.values(OPERATIONS as Record<string, Operation>).some(
    (each) => each.method === 'GET' && each.path === list && each.path !== operation.path,
  )
  return isList ? path.replace(/\?.*/s, '').split('/').slice(0, -1).join('/') : undefined
}

const isAbove = (upper: string, path: string) => path === upper || path.startsWith(`${upper}/`)

/** One field of a proposal: what it is now, and what it would be. */
export interface ProposedField {
  name: string
  before: string
  after: string
}

/**
 * Returns what a proposal names in its address, and the fields of its body that differ from the present state. A field is
 * compared only with the thing itself, and not with what it belongs to.
 */
export function listProposed(
  { operation: name, request }: Pick<Proposal, 'operation' | 'request'>,
  present: Record<string, unknown> | undefined,
): ProposedField[] {
  const operation = TOOLS.find((tool) => tool.name === name)?.operation
  const subject = operation && findSubjectPath(operation, request.path)
  const isItself = subject === undefined || subject === request.path.split('?')[0]
  const now = isItself ? present : undefined
  const changed = Object.entries(request.body ?? {}).filter(([field, after]) => !isSame(now?.[field], after))
  return [
    ...listNamed(operation, request).map(([field, after]) => ({ name: field, before: '', after })),
    ...changed.map(([field, after]) => ({ name: field, before: toText(now?.[field]), after: toText(after) })),
  ]
}

function listNamed(operation: Operation | undefined, { path, ifMatch }: ToolRequest): [string, string][] {
  if (!operation) return [['address', showInvisible(path)]]
  const [address = '', query = ''] = path.split('?')
  const parts = address.split('/')
  const inPath = operation.path
    .split('/')
    .flatMap((part, index) =>
      part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(parts[index] ?? '')] as const] : [],
    )
  const version = ifMatch ?? (operation.ifMatch === 'allowed' ? '*' : '') // without one, any is accepted
  const anyVersion = version.trim() === '*' ? [['ifMatch', '*'] as const] : []
  const named = [...inPath, ...new URLSearchParams(query), ...anyVersion]
  return named.map(([name, value]) => [name, showInvisible(value)])
}

const isSame = (one: unknown, other: unknown) =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)

function toText(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return showInvisible(value)
  const isPlain = Array.isArray(value) && value.every((each) => typeof each === 'string')
  return showInvisible(isPlain ? value.join(', ') : JSON.stringify(value, null, 2))
}

const INVISIBLE =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]|(?![\t\n\r])\p{Cc}/gu

/** Returns a text in which characters that hide, or that turn the order of others, are named. */
export const showInvisible = (text: string): string =>
  text.replace(
    INVISIBLE,
    (found) => `[U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )

/** Returns a proposal with what its operation does, in words. */
export const toShown = <Row extends ListedProposal>(proposal: Row) => ({
  ...proposal,
  agent: showInvisible(proposal.agent),
  person: showInvisible(proposal.person),
  summary: TOOLS.find(({ name }) => name === proposal.operation)?.operation.summary ?? proposal.operation,
})

/** Returns wrong arguments in words. */
export const sayErrors = (errors: FieldError[]): string =>
  errors.map(({ field, message }) => `${field}: ${message}`).join('\n')
