import { z } from 'zod'
import { SCOPES } from '../../shared/scopes.ts'
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
import { type Operation, type OperationName, OPERATIONS } from './operations.ts'
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

const COMPONENTS = '#/components/schemas/'
const METHODS_THAT_WRITE = new Set(['POST', 'PATCH', 'DELETE'])

/** Returns the description of the API (OpenAPI 3.1), made of the shapes that check its requests. */
export function describeApi(origin: string, year: number) {
  const { schemas, refer } = nameShapes()
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
      summary: 'The articles of a newsroom, for programs.',
      description:
        'Send `Authorization: Bearer` with an access token, or with a token of a server (`bsk_…`). Errors are problem documents (RFC 9457).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: [...new Set(Object.values(OPERATIONS).map(toTag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: `Scopes: ${SCOPES.join(', ')}.` },
      },
    },
  }
}

type Refer = (shape: z.ZodType) => object

// Pages of a list have no name. Their entries are references all the same.
function nameShapes(): { schemas: Record<string, object>; refer: Refer } {
  const registry = z.registry<{ id?: string }>()
  const names = new Map<z.ZodType, string>()
  for (const [id, shape] of Object.entries(NAMED)) {
    registry.add(shape, { id })
    names.set(shape, id)
  }
  for (const { answer } of Object.values(OPERATIONS) as Operation[]) {
    if (!answer || names.has(answer)) continue
    const id = `Page${names.size}`
    registry.add(answer, { id })
    names.set(answer, id)
  }
  const made = z.toJSONSchema(registry, { uri: (id) => COMPONENTS + id })
  const schemas = Object.fromEntries(
    Object.entries(made.schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  )
  return { schemas, refer: (shape) => ({ $ref: `${COMPONENTS}${names.get(shape)}` }) }
}

const toTag = ({ path }: Pick<Operation, 'path'>): string => path.split('/')[2] ?? ''

function describe(
  operationId: OperationName,
  operation: Operation,
  { refer, example }: { refer: Refer; example: object | undefined },
) {
  const { summary, scope, body, status, answer } = operation
  const content = (shape: z.ZodType, more: object = {}) => ({
    'application/json': { schema: refer(shape), ...more },
  })
  const refused = {
    description: 'Why it was refused.',
    content: { 'application/problem+json': { schema: refer(problem) } },
  }
  return {
    operationId,
    summary,
    tags: [toTag(operation)],
    description: `Needs the scope \`${scope}\`.`,
    security: [{ token: [scope] }],
    parameters: listParameters(operation),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: content(body, example && { example }),
      },
    }),
    responses: {
      [status]: {
        description: 'Done.',
        ...(answer && { content: content(answer), headers: ANSWER_HEADERS }),
      },
      '4XX': refused,
      '5XX': { ...refused, description: 'A failure of the server.' },
    },
  }
}

const ANSWER_HEADERS = {
  ETag: { description: 'The version, for `If-Match`, of an article or a draft.', schema: { type: 'string' } },
}

function listParameters({ method, path, query, ifMatch }: Operation) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'number' ? { type: 'integer', minimum: 1 } : { type: 'string', format: 'uuid' },
  }))
  const inQuery = Object.entries(query.shape).map(([name, shape]) => {
    const { $schema: _, description, ...schema } = z.toJSONSchema(shape as z.ZodType)
    return { name, in: 'query', required: false, ...(description && { description }), schema }
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
  return [
    ...inPath,
    ...inQuery,
    ...(ifMatch ? [match] : []),
    ...(METHODS_THAT_WRITE.has(method) ? [key] : []),
  ]
}
