import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describeApi } from '../../app/features/api/description.ts'

const description = describeApi('http://localhost', new Date().getUTCFullYear())
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(description, 'api')

interface Schema {
  $ref?: string
  type?: string
}

type Content = Record<string, { schema: Schema }>

interface DescribedResponse {
  content?: Content
  headers: Record<string, object>
}

interface DescribedOperation {
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, DescribedResponse>
}

// Those with the fewest parameters first: `/v1/sites/test` is no site.
const addresses = Object.entries(description.paths)
  .map(([path, methods]) => ({
    methods: methods as Record<string, DescribedOperation>,
    parameters: path.split('{').length,
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  .toSorted((one, other) => one.parameters - other.parameters)

/** A request as it was sent. */
interface Asked {
  method: string
  /** With the query. */
  path: string
  headers?: Record<string, string>
  body?: string | Buffer | undefined
}

interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/**
 * Throws if the description of the API does not have an answer: its status, its type, its body, or a header that programs
 * read. Throws too if it does not have a request that was accepted. An address or a method that the description does not have
 * is left alone.
 */
export function requireDescribed(asked: Asked, answer: Answered): void {
  const { method, path } = asked
  const { status } = answer
  const url = new URL(path, 'http://localhost')
  const address = addresses.find(({ pattern }) => pattern.test(url.pathname))
  const operation = address?.methods[method.toLowerCase()]
  if (!address || !operation) return
  const inPath = address.pattern.exec(url.pathname)?.groups ?? {}
  const isAccepted = status < 400
  const fault =
    (isAccepted && findRequestFault(operation, { ...asked, url, inPath })) ||
    findAnswerFault(operation.responses[isAccepted ? status : `${Math.floor(status / 100)}XX`], answer)
  if (fault)
    throw new Error(`The description does not have this answer of ${method} ${path}: ${status}. ${fault}`)
}

const findAnswerFault = (
  response: DescribedResponse | undefined,
  { headers, body }: Answered,
): string | undefined =>
  response
    ? (findHeaderFault(response.headers, headers) ??
      findBodyFault(response.content, String(headers['content-type'] ?? ''), body))
    : 'It has no such status.'

function findBodyFault(content: Content | undefined, type: string, body: string): string | undefined {
  if (!content) return body === '' ? undefined : 'It has no body.'
  const described = content[type]
  if (!described) return `It has no type "${type}".`
  return findFault(described.schema, described.schema.$ref ? JSON.parse(body) : body)
}

function findFault(schema: Schema, value: unknown): string | undefined {
  const validate = schema.$ref ? ajv.getSchema(`api${schema.$ref}`) : ajv.compile(schema)
  if (!validate) return `It has no shape ${schema.$ref}.`
  return validate(value) ? undefined : ajv.errorsText(validate.errors)
}

// The server says itself which headers scripts of other sites read. These two it need not name.
const ALSO_READ = ['allow', 'www-authenticate']

function findHeaderFault(
  ofAnswer: DescribedResponse['headers'],
  sent: Answered['headers'],
): string | undefined {
  const exposed = String(sent['access-control-expose-headers'] ?? '').split(/, */)
  const read = [...exposed, ...ALSO_READ].map((name) => name.toLowerCase())
  const known = new Map(Object.keys(ofAnswer).map((name) => [name.toLowerCase(), name]))
  for (const name of read) {
    const value = sent[name]
    const header = findHeader(known.get(name))
    if (value !== undefined && !header) return `It has no header "${name}".`
    const fault = header && findValueFault(header, value)
    if (fault !== undefined) return `${name}: ${fault}`
  }
  return undefined
}

const HEADERS: Record<string, { required?: boolean; schema: Schema }> = description.components.headers
const findHeader = (name: string | undefined) => (name === undefined ? undefined : HEADERS[name])

// A header and a part of an address are texts, also of a number.
function findValueFault(
  { required = false, schema }: { required?: boolean; schema: Schema },
  value: string | string[] | undefined,
): string | undefined {
  if (value === undefined) return required ? 'It is missing.' : undefined
  return findFault(schema, toTyped(schema, String(value)))
}

const toTyped = ({ type }: Schema, text: string): unknown => {
  if (type === 'integer') return /^\d+$/.test(text) ? Number(text) : text
  return type === 'boolean' && text === 'true' ? true : text
}

/** The headers of requests that operations read. The others are those of every request. */
const READ_HEADERS = new Set(['if-match', 'idempotency-key', 'last-event-id'])

const toLowerCase = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function findRequestFault(
  { parameters, requestBody }: DescribedOperation,
  asked: Asked & { url: URL; inPath: Record<string, string> },
): string | undefined {
  const headers = toLowerCase(asked.headers)
  const given = {
    path: Object.fromEntries(
      Object.entries(asked.inPath).map(([name, value]) => [name, decodeURIComponent(value)]),
    ),
    query: Object.fromEntries(asked.url.searchParams),
    header: Object.fromEntries(Object.entries(headers).filter(([name]) => READ_HEADERS.has(name))),
  }
  return (
    findParameterFault(parameters, given) ??
    findSentBodyFault(requestBody, headers['content-type'] ?? '', asked.body)
  )
}

const nameOf = ({ name, in: place }: { name: string; in: string }) =>
  place === 'header' ? name.toLowerCase() : name

function findParameterFault(
  parameters: DescribedOperation['parameters'],
  given: Record<string, Record<string, string>>,
): string | undefined {
  for (const [place, values] of Object.entries(given))
    for (const name of Object.keys(values))
      if (!parameters.some((each) => each.in === place && nameOf(each) === name))
        return `It takes no ${name} in its ${place}.`
  for (const parameter of parameters) {
    const fault = findValueFault(parameter, given[parameter.in]?.[nameOf(parameter)])
    if (fault !== undefined) return `${parameter.name}: ${fault}`
  }
  return undefined
}

function findSentBodyFault(
  requestBody: DescribedOperation['requestBody'],
  type: string,
  body: string | Buffer | undefined,
): string | undefined {
  const isEmpty = body === undefined || body.length === 0
  if (isEmpty) return requestBody?.required ? 'It needs a body.' : undefined
  if (!requestBody) return 'It takes no body.'
  const described = requestBody.content[type]
  if (!described) return `It takes no type "${type}".`
  return described.schema.$ref ? findFault(described.schema, JSON.parse(body.toString())) : undefined
}
