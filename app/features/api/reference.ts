import { describeOperation, toTopic } from './description.ts'
import { type OperationName, OPERATIONS } from './operations.ts'
import { TOPICS } from './topics.ts'

/** An operation in the list of the reference. */
export interface ReferenceRow {
  name: OperationName
  method: string
  path: string
  summary: string
}

/** The operations on one topic. */
export interface ReferenceTopic {
  topic: string
  about: string
  rows: ReferenceRow[]
}

/** A part of a request: of the path, of the query, a header, or a field of the body. */
export interface ReferencePart {
  name: string
  type: string
  isRequired: boolean
  about: string
}

/** An operation as the reference shows it. */
export interface Reference extends ReferenceRow {
  scope: string
  inPath: ReferencePart[]
  inQuery: ReferencePart[]
  headers: ReferencePart[]
  fields: ReferencePart[]
  /** The types that its body may have; none without a body. */
  types: string[]
  /** A body to begin with; empty for none, and for a file. */
  example: string
  /** The status of its good answer. */
  status: string
  /** The shape of that answer as JSON Schema; empty for none. */
  answer: string
  /** The command that calls it. */
  command: string
}

/** Lists all operations by topic. */
export function listReference(): ReferenceTopic[] {
  const rows = (Object.keys(OPERATIONS) as OperationName[]).map(toRow)
  return [...Map.groupBy(rows, toTopic)].map(([topic, of]) => ({
    topic,
    about: TOPICS[topic] ?? '',
    rows: of,
  }))
}

function toRow(name: OperationName): ReferenceRow {
  const { method, path, summary } = OPERATIONS[name]
  return { name, method, path, summary }
}

/** Returns an operation as the description has it; undefined for a name that there is not. */
export function findReference(name: string, origin: string, year: number): Reference | undefined {
  if (!isOperation(name)) return undefined
  const row = toRow(name)
  const description = describeOperation(name, year)
  const described = description.described as Described
  const schemas = description.schemas as Record<string, Schema>
  const listIn = (place: string) => described.parameters.filter((each) => each.in === place).map(toPart)
  const headers = listIn('header')
  const body = toBody(described, schemas)
  return {
    ...row,
    ...body,
    ...toAnswer(described, schemas),
    scope: OPERATIONS[name].scope,
    inPath: listIn('path'),
    inQuery: listIn('query'),
    headers,
    command: toCommand(row, { ...body, origin, headers }),
  }
}

// A body without fields may be left out.
function toBody(
  { requestBody }: Described,
  schemas: Record<string, Schema>,
): Pick<Reference, 'fields' | 'types' | 'example'> {
  const content = requestBody?.content ?? {}
  const json = content['application/json']
  if (!json) return { fields: [], types: Object.keys(content), example: '' }
  const shape = inline(json.schema, schemas)
  const fields = listFields(shape)
  if (fields.length === 0) return { fields, types: [], example: '' }
  return { fields, types: Object.keys(content), example: toText(json.example ?? toSample(shape)) }
}

// The good answer is the first one.
function toAnswer(
  { responses }: Described,
  schemas: Record<string, Schema>,
): Pick<Reference, 'status' | 'answer'> {
  const [status = '', good] = Object.entries(responses)[0] ?? []
  const shape = good?.content?.['application/json']?.schema
  return { status, answer: shape ? toText(inline(shape, schemas)) : '' }
}

const isOperation = (name: string): name is OperationName => Object.hasOwn(OPERATIONS, name)

interface Schema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

interface Described {
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: object }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

const toText = (value: unknown) => JSON.stringify(value, null, 2)

// No shape holds itself, so each reference can be replaced by its shape.
function inline(schema: Schema, schemas: Record<string, Schema>): Schema {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as Schema
    if ($ref) return replace(schemas[$ref.slice($ref.lastIndexOf('/') + 1)])
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]))
  }
  return replace(schema) as Schema
}

const toPart = ({ name, required, description, schema }: Described['parameters'][number]): ReferencePart => ({
  name,
  type: sayType(schema),
  isRequired: required,
  about: description ?? schema.description ?? '',
})

const listFields = ({ properties = {}, required = [] }: Schema): ReferencePart[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    type: sayType(schema),
    isRequired: required.includes(name),
    about: schema.description ?? '',
  }))

function sayType({ type = 'any', format, enum: values, const: value, anyOf, items }: Schema): string {
  if (anyOf) return anyOf.map(sayType).join(' or ')
  if (values) return values.map((each) => JSON.stringify(each)).join(' or ')
  if (value !== undefined) return JSON.stringify(value)
  if (items) return `list of ${sayType(items)}`
  return format ? `${type} (${format})` : type
}

// The needed fields, each with an empty value or its first choice.
function toSample({ anyOf, enum: values, const: value, ...schema }: Schema): unknown {
  if (anyOf?.[0]) return toSample(anyOf[0])
  if (values) return values[0]
  if (value !== undefined) return value
  if (!schema.properties) return EMPTY[schema.type ?? '']
  const needed = (schema.required ?? []).flatMap((name) => {
    const inner = schema.properties?.[name]
    return inner ? [[name, toSample(inner)] as const] : []
  })
  return Object.fromEntries(needed)
}

const EMPTY: Record<string, unknown> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: {},
}

function toCommand(
  { method, path }: ReferenceRow,
  { origin, example, types, headers }: Pick<Reference, 'example' | 'types' | 'headers'> & { origin: string },
): string {
  const json = example && JSON.stringify(JSON.parse(example)).replaceAll("'", String.raw`'\''`)
  const isFile = types.length > 0 && !example
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${origin}${path}'`,
    '-H "Authorization: Bearer $TOKEN"',
    ...headers.filter(({ isRequired }) => isRequired).map(({ name }) => `-H '${name}: *'`),
    ...(json ? [`-H 'Content-Type: application/json' -d '${json}'`] : []),
    ...(isFile ? [`-H 'Content-Type: ${types[0]}' --data-binary @FILE`] : []),
  ]
  return lines.join(' \\\n  ')
}
