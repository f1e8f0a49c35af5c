import { z } from 'zod'
import { SCOPES } from '../../shared/scopes.ts'
import { capitalise } from '../../shared/text.ts'
import {
  articleChanges,
  articleHead,
  articleItem,
  draftHead,
  draftItem,
  draftTextsBody,
  newArticle,
  publishBody,
  wholeArticle,
  wholeDraft,
} from './article-shapes.ts'
import { listExamples } from './examples.ts'
import { isTextParameter } from './api.ts'
import { type Operation, type OperationName, OPERATIONS } from './operations.ts'
import { TOPICS } from './topics.ts'
import {
  delivery,
  deliveryRetry,
  fieldError,
  newPlan,
  noBody,
  plan,
  planMade,
  planMove,
  problem,
  redirect,
  revision,
  revisionTexts,
  site,
} from './shapes.ts'

// The shapes that have a name of their own. All others stand where they are used.
const NAMED = {
  Article: wholeArticle,
  ArticleHead: articleHead,
  ArticleItem: articleItem,
  ArticleChanges: articleChanges,
  NewArticle: newArticle,
  PublishBody: publishBody,
  Draft: wholeDraft,
  DraftHead: draftHead,
  DraftItem: draftItem,
  DraftTexts: draftTextsBody,
  Revision: revision,
  RevisionTexts: revisionTexts,
  Plan: plan,
  PlanMade: planMade,
  PlanMove: planMove,
  NewPlan: newPlan,
  Delivery: delivery,
  DeliveryRetry: deliveryRetry,
  Redirect: redirect,
  Site: site,
  NoBody: noBody,
  FieldError: fieldError,
  Problem: problem,
}

// The headers of answers that a program reads. Those of the first two are always there.
const HEADERS = {
  ETag: {
    description: 'The version, for `If-Match`, of the article or the draft.',
    required: true,
    schema: { type: 'string', pattern: '^".+"$' },
  },
  Location: {
    description: 'The address of what was made or changed.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Idempotent-Replayed': {
    description: 'True if this is the answer to an earlier request with the same key.',
    schema: { type: 'boolean' },
  },
  'Retry-After': {
    description: 'The seconds after which the request may be sent again.',
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': { description: 'What is wrong with the token.', schema: { type: 'string' } },
  'X-Request-Id': {
    description: 'Names the request in the log of the server.',
    schema: { type: 'string', format: 'uuid' },
  },
}

const COMPONENTS = '#/components/schemas/'
const METHODS_THAT_WRITE = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Returns the description of the API (OpenAPI 3.1), made of the shapes that check its requests. */
export function describeApi(origin: string, year: number) {
  const { schemas, refer } = findShapes()
  const examples = listExamples(year)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, operation] of Object.entries(OPERATIONS) as [OperationName, Operation][]) {
    const described = describe(name, operation, { refer, example: examples[name] })
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Broadsheet',
      version: '1',
      summary: 'A newsroom, for programs.',
      description:
        'Send `Authorization: Bearer` with an access token, or with a token of a server (`bsk_…`). Errors are problem documents (RFC 9457).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: [...new Set(Object.values(OPERATIONS).map(toTopic))].map((name) => ({
      name,
      description: TOPICS[name] ?? name,
    })),
    paths,
    components: {
      schemas,
      headers: HEADERS,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: `Scopes: ${SCOPES.join(', ')}.` },
      },
    },
  }
}

type Refer = (shape: z.ZodType) => object

let shapes: ReturnType<typeof nameShapes> | undefined

// Only another version of the product has other shapes.
const findShapes = () => (shapes ??= nameShapes())

// A shape without a name of its own has that of its operation.
function nameShapes(): { schemas: Record<string, object>; refer: Refer } {
  const registry = z.registry<{ id?: string }>()
  const names = new Map<z.ZodType, string>()
  for (const [id, shape] of Object.entries(NAMED)) {
    registry.add(shape, { id })
    names.set(shape, id)
  }
  for (const [operation, { body, answer }] of Object.entries(OPERATIONS) as [string, Operation][]) {
    const title = capitalise(operation)
    for (const [shape, id] of [
      [body, `${title}Body`],
      [answer, `${title}Answer`],
    ] as const) {
      if (!shape || names.has(shape)) continue
      registry.add(shape, { id })
      names.set(shape, id)
    }
  }
  const made = z.toJSONSchema(registry, { uri: (id) => COMPONENTS + id })
  const schemas = Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  )
  return { schemas, refer: (shape) => ({ $ref: `${COMPONENTS}${names.get(shape)}` }) }
}

/** Returns the description of one operation, and the shapes that it refers to. */
export function describeOperation(name: OperationName, year: number) {
  const { schemas, refer } = findShapes()
  return {
    described: describe(name, OPERATIONS[name], { refer, example: listExamples(year)[name] }),
    schemas,
  }
}

/** Returns the topic of an operation: the first part of its path behind `/v1`. */
export const toTopic = ({ path }: Pick<Operation, 'path'>): string => path.split('/')[2] ?? ''

function describe(
  operationId: OperationName,
  operation: Operation,
  { refer, example }: { refer: Refer; example: object | undefined },
) {
  const { method, summary, scope, body, file, status, answer, sends = [], isStream } = operation
  const content = (shape: z.ZodType, more: object = {}) => ({
    'application/json': { schema: refer(shape), ...more },
  })
  const refused = {
    description: 'Why it was refused.',
    content: { 'application/problem+json': { schema: refer(problem) } },
    headers: referHeaders('Retry-After', 'WWW-Authenticate'),
  }
  const isRepeatable = METHODS_THAT_WRITE.has(method)
  return {
    operationId,
    summary,
    tags: [toTopic(operation)],
    description: `Needs the scope \`${scope}\`.`,
    security: [{ token: [scope] }],
    parameters: listParameters(operation),
    ...(body && {
      requestBody: {
        required: file !== undefined || !body.safeParse({}).success,
        content: file ? describeFile(file) : content(body, example && { example }),
      },
    }),
    responses: {
      [status]: {
        description: 'Done.',
        headers: referHeaders(...sends, ...(isRepeatable ? (['Idempotent-Replayed'] as const) : [])),
        ...(answer && { content: content(answer) }),
        ...(isStream && { content: { 'text/event-stream': { schema: { type: 'string' } } } }),
      },
      '4XX': refused,
      '5XX': { ...refused, description: 'A failure of the server.' },
    },
  }
}

const describeFile = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

// Every answer has the id of its request.
const referHeaders = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(
    [...names, 'X-Request-Id'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

function toParameterShape(name: string) {
  if (name === 'number') return { type: 'integer', minimum: 1 }
  if (name === 'position') return { type: 'integer', minimum: 0 }
  return { type: 'string', ...(!isTextParameter(name) && { format: 'uuid' }) }
}

function listParameters({ method, path, query, ifMatch, isStream }: Operation) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: toParameterShape(name),
  }))
  const inQuery = Object.entries(query.shape).map(([name, shape]) => {
    const { $schema: _, description, ...schema } = z.toJSONSchema(shape as z.ZodType)
    return {
      name,
      in: 'query',
      required: !(shape as z.ZodType).safeParse(undefined).success,
      ...(description && { description }),
      schema,
    }
  })
  const match = {
    name: 'If-Match',
    in: 'header',
    required: ifMatch === 'required',
    schema: { type: 'string' },
  }
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A request with it may be repeated for 24 hours, and is carried out once.',
    schema: { type: 'string', maxLength: 255 },
  }
  const lastEvent = {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The id of the last event that arrived. The stream continues after it.',
    schema: { type: 'string' },
  }
  return [
    ...inPath,
    ...inQuery,
    ...(ifMatch ? [match] : []),
    ...(isStream ? [lastEvent] : []),
    ...(METHODS_THAT_WRITE.has(method) ? [key] : []),
  ]
}
