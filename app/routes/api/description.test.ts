// @seconds 3
import { beforeAll, expect, test } from 'vitest'
import { type ApiAnswer, createApi, signInProgram } from '../../../tests/support/api.ts'
import { requireDescribed } from '../../../tests/support/described-answers.ts'
import { signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { type Operation, type OperationName, OPERATIONS } from '../../features/api/operations.ts'
import { ROUTES } from '../../platform/web/route-table.ts'

interface Described {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, { operationId: string; requestBody?: { content: Content } }>>
  components: Record<string, Record<string, object>>
}
type Content = Record<string, { example?: object }>

let server: TestServer
let call: ReturnType<typeof createApi>
let described: Described

beforeAll(async () => {
  server = await shareServer()
  const { email } = await signUp(server, 'ines@example.com')
  call = createApi(server, await signInProgram(server, email))
  described = JSON.parse((await server.ask('/openapi.json')).body) as Described
})

test('the description has every operation, and every address of the API has one', () => {
  expect(described).toMatchObject({ openapi: '3.1.1', servers: [{ url: server.url }] })
  const listed = Object.values(described.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(listed.toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
  const addresses = Object.values(ROUTES).flatMap(({ path }) =>
    path.startsWith('/v1/') && !path.endsWith('*') ? [path.replaceAll(/:(\w+)/g, '{$1}')] : [],
  )
  expect(addresses.toSorted()).toEqual(Object.keys(described.paths).toSorted())
})

test('an answer that the description does not have fails its test', () => {
  const asked = { method: 'GET', path: '/v1/sites' }
  const good = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"entries":[],"next":null}',
  }
  const requireIt = (answer: Partial<typeof good>) => () => requireDescribed(asked, { ...good, ...answer })
  expect(requireIt({})).not.toThrow()
  expect(requireIt({ status: 202 })).toThrow('no such status')
  expect(requireIt({ headers: { 'content-type': 'text/html' } })).toThrow('no type')
  expect(requireIt({ body: '{"entries":[{}],"next":null}' })).toThrow('must have required property')
  expect(requireIt({ body: '{"entries":[],"next":null,"more":1}' })).toThrow('additional properties')
})

test('a header of an answer that the description does not have fails its test', () => {
  const asked = { method: 'POST', path: '/v1/cities', body: '{"name":"Akron","state":"Ohio"}' }
  const id = '019a0000-0000-7000-8000-00000000dead'
  const city = { id, slug: 'akron-ohio', name: 'Akron', state: 'Ohio', population: null, notes: '' }
  const good = {
    'content-type': 'application/json',
    'access-control-expose-headers': 'ETag, Location, Retry-After',
    location: `/v1/cities/${id}`,
  }
  const requireIt = (headers: Record<string, string | undefined>) => () =>
    requireDescribed(
      { ...asked, headers: { 'content-type': 'application/json' } },
      { status: 201, headers: { ...good, ...headers }, body: JSON.stringify(city) },
    )
  expect(requireIt({})).not.toThrow()
  expect(requireIt({ location: undefined })).toThrow('location: It is missing.')
  expect(requireIt({ etag: '"1"' })).toThrow('no header "etag"')
  expect(requireIt({ 'retry-after': '1' })).toThrow('no header "retry-after"')
  expect(requireIt({ 'x-unread': '1' })).not.toThrow()
  const refused = (headers: Record<string, string>) => () =>
    requireDescribed(asked, {
      status: 429,
      headers: { ...good, 'content-type': 'application/problem+json', ...headers, location: undefined },
      body: '{"type":"about:blank","title":"Wait.","status":429,"code":"too_often","message":"Wait."}',
    })
  expect(refused({ 'retry-after': '60' })).not.toThrow()
  expect(refused({ 'retry-after': 'soon' })).toThrow('retry-after: data must be integer')
})

test('an accepted request that the description does not have fails its test', () => {
  const id = '019a0000-0000-7000-8000-00000000dead'
  const good = { method: 'PATCH', path: `/v1/articles/${id}`, headers: { 'if-match': '*' }, body: '{}' }
  const answer = { status: 200, headers: { etag: '"1"', location: '/v1' }, body: '' }
  const requireIt = (more: { path?: string; headers?: Record<string, string>; body?: string }) => () =>
    requireDescribed(
      { ...good, ...more, headers: { ...JSON_TYPE, ...(more.headers ?? good.headers) } },
      answer,
    )
  // The request is looked at first, and the answer is wrong: it has no body.
  expect(requireIt({})).toThrow('no type')
  expect(requireIt({ headers: {} })).toThrow('If-Match: It is missing.')
  expect(requireIt({ headers: { ...good.headers, 'last-event-id': '1' } })).toThrow(
    'no last-event-id in its header',
  )
  expect(requireIt({ path: `${good.path}?colour=red` })).toThrow('no colour in its query')
  expect(requireIt({ path: `${good.path}?merge=yes` })).toThrow('merge: data must be equal to one of')
  expect(requireIt({ body: '{"colour":"red"}' })).toThrow('must NOT have additional properties')
  expect(requireIt({ headers: { ...good.headers, 'content-type': 'text/plain' } })).toThrow(
    'no type "text/plain"',
  )
})

const JSON_TYPE = { 'content-type': 'application/json' }

test('every reference in the description leads to a shape', () => {
  const references = [...JSON.stringify(described).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)]
  expect(references.length).toBeGreaterThan(50)
  for (const [, kind = '', name = ''] of references)
    expect(Object.keys(described.components[kind] ?? {})).toContain(name)
})

const idOf = ({ body }: ApiAnswer) => body.id as string

test('each example does what its operation says', async () => {
  const done = new Set<OperationName>()
  const run = async (name: OperationName, params: Record<string, string> = {}): Promise<ApiAnswer> => {
    const { method, path, ifMatch }: Operation = OPERATIONS[name]
    const json =
      described.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example
    const headers = ifMatch === 'required' && { 'if-match': '*' }
    const answer = await call(name, { params, json, ...(headers && { headers }) })
    expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    done.add(name)
    return answer
  }
  const articleId = idOf(await run('createArticle'))
  await run('changeArticle', { articleId })
  await run('retryDeliveries', { articleId })
  const planId = idOf(await run('createPlan', { articleId }))
  await run('movePlan', { articleId, planId })
  await call('unpublishArticle', { params: { articleId } })
  await run('publishArticle', { articleId })
  const draftId = idOf(await run('createDraft'))
  await run('changeDraft', { draftId })
  await call('changeDraft', { params: { draftId }, json: { author: 'Ines' }, headers: { 'if-match': '*' } })
  await run('shareDraft', { draftId })
  await run('publishDraft', { draftId })
  await run('changeTag', { tag: 'Travel' })
  await run('changeAuthor', { author: 'Ines Halloran' })
  const siteId = ((await run('addSite')).body as { site: { id: string } }).site.id
  for (const name of ['changeSite', 'changeFace'] as const) await run(name, { siteId })
  const page = await run('addPage', { siteId })
  await run('movePage', { siteId, articleId: page.body.articleId as string })
  const webhookId = ((await run('addWebhook')).body as { webhook: { id: string } }).webhook.id
  await run('changeWebhook', { webhookId })
  const alone = ['changeAltRule', 'addCity', 'addService', 'generateLandingPages'] as const
  for (const name of [...alone, 'changeSettings', 'invitePerson', 'renameAccount'] as const) await run(name)
  const withExample = Object.values(described.paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId, requestBody }) =>
      requestBody?.content['application/json']?.example ? [operationId] : [],
    ),
  )
  expect([...done].toSorted()).toEqual(withExample.toSorted())
})
