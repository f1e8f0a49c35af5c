// Writes client/operations.ts: the types of the API's requests and answers, for the client.
import { readFileSync, writeFileSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'
import { describeApi } from '../app/features/api/description.ts'

const FILE = 'client/operations.ts'

/** The parts of a JSON schema that the shapes of the API have. */
interface Schema {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  type?: string | string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}

interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
}

type Content = Record<string, { schema: Schema }>

interface Described {
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}

/** Returns the text of the types for the present description. */
export async function toClientTypes(): Promise<string> {
  const { paths, components } = describeApi('http://localhost', new Date().getUTCFullYear())
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `${name}: ${toType(schema)}`)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) =>
      toOperation(`${method.toUpperCase()} ${path}`, described as Described),
    ),
  )
  const text = `// Written by \`npm run client-types\` from the description of the API: do not edit.
    /** The shapes of requests and answers by name. */
    export interface Schemas { ${schemas.join('\n')} }

    /** What each operation takes and answers, by its method and path. */
    export interface Operations { ${operations.join('\n')} }`
  const config = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig
  const { code, errors } = await format(FILE, text, config)
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return code
}

function toOperation(key: string, { summary, description, ...described }: Described): string {
  const { parameters, requestBody, responses } = described
  const request = ['path', 'query'].map((place) => toPart(place, parameters)).filter((part) => part !== '')
  if (requestBody) request.push(toBody(requestBody))
  const match = parameters.find(({ name }) => name === 'If-Match')
  if (match) request.push(`ifMatch${match.required ? '' : '?'}: string`)
  return `${toComment(`${summary} ${description}`)}'${key}': {
    request: { ${request.join('\n')} }
    answer: ${toAnswer(responses)} }`
}

// A query is always sent as text, so a number may be given as a number.
function toPart(place: string, parameters: Parameter[]): string {
  const parts = parameters.filter((each) => each.in === place)
  if (parts.length === 0) return ''
  const isOptional = parts.every(({ required }) => !required)
  const lines = parts.map(
    ({ name, required, description, schema }) =>
      `${toComment(description)}${name}${required ? '' : '?'}: ${schema.enum || place === 'path' ? toType(schema) : 'string | number'}`,
  )
  return `${place}${isOptional ? '?' : ''}: { ${lines.join('\n')} }`
}

function toBody({ required, content }: { required: boolean; content: Content }): string {
  const { 'application/json': json, ...files } = content
  if (json) return `body${required ? '' : '?'}: ${toType(json.schema)}`
  const types = Object.keys(files).map(toLiteral)
  return `/** The file itself. */
    file: Blob | ArrayBuffer | Uint8Array<ArrayBuffer>
    contentType: ${types.join(' | ')}`
}

function toAnswer(responses: Described['responses']): string {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const { 'application/json': json, 'text/event-stream': stream } = good?.content ?? {}
  if (json) return toType(json.schema)
  return stream ? 'AsyncIterable<{ id: string; data: string }>' : 'undefined'
}

function toType(schema: Schema): string {
  const { $ref, enum: values, anyOf, items } = schema
  if ($ref !== undefined) return `Schemas[${toLiteral($ref.split('/').at(-1))}]`
  if ('const' in schema) return toLiteral(schema.const)
  if (values) return values.map(toLiteral).join(' | ')
  if (anyOf) return anyOf.map(toType).join(' | ')
  if (items) return `(${toType(items)})[]`
  return schema.type === 'object' ? toObject(schema) : toPlain(schema)
}

function toObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${toComment(schema.description)}${name}${required.includes(name) ? '' : '?'}: ${toType(schema)}`,
  )
  if (additionalProperties === false)
    return lines.length > 0 ? `{ ${lines.join('\n')} }` : 'Record<string, never>'
  const isClosed = additionalProperties === undefined || (lines.length > 0 && isUnknown(additionalProperties))
  if (isClosed) return `{ ${lines.join('\n')} }`
  return `Record<string, ${typeof additionalProperties === 'object' ? toType(additionalProperties) : 'unknown'}>`
}

const isUnknown = (schema: boolean | Schema) => schema === true || Object.keys(schema).length === 0

const PLAIN: Record<string, string> = { integer: 'number' }

function toPlain({ type = 'unknown' }: Schema): string {
  return [type]
    .flat()
    .map((each) => PLAIN[each] ?? each)
    .join(' | ')
}

const toLiteral = (value: unknown): string => JSON.stringify(value)

const toComment = (text: string | undefined): string => (text ? `/** ${text} */\n` : '')

if (import.meta.main) writeFileSync(FILE, await toClientTypes())
