import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describeApi } from '../../app/features/api/description.ts'

const description = describeApi('http://localhost', new Date().getUTCFullYear())
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(description, 'api')

interface Described {
  content?: Record<string, { schema: { $ref?: string } }>
}

// Those with the fewest parameters first: `/v1/sites/test` is no site.
const addresses = Object.entries(description.paths)
  .map(([path, methods]) => ({
    methods: methods as Record<string, { responses: Record<string, Described> }>,
    parameters: path.split('{').length,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((one, other) => one.parameters - other.parameters)

/**
 * Throws if the description of the API does not have an answer: its status, its type, or its body. An address or a method
 * that the description does not have is left alone.
 */
export function requireDescribed(
  { method, path }: { method: string; path: string },
  {
    status,
    headers,
    body,
  }: { status: number; headers: { 'content-type'?: string | undefined }; body: string },
): void {
  const at = path.replace(/\?.*/s, '')
  const operation = addresses.find(({ pattern }) => pattern.test(at))?.methods[method.toLowerCase()]
  if (!operation) return
  const response = operation.responses[status < 400 ? status : `${Math.floor(status / 100)}XX`]
  const fault = response ? findFault(response, headers['content-type'] ?? '', body) : 'It has no such status.'
  if (fault !== undefined)
    throw new Error(`The description does not have this answer of ${method} ${path}: ${status}. ${fault}`)
}

function findFault({ content }: Described, type: string, body: string): string | undefined {
  if (!content) return body === '' ? undefined : 'It has no body.'
  const described = content[type]
  if (!described) return `It has no type "${type}".`
  const { $ref } = described.schema
  const isFine = !$ref || ajv.validate({ $ref: `api${$ref}` }, JSON.parse(body))
  return isFine ? undefined : ajv.errorsText()
}
