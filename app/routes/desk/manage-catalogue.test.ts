import { beforeAll, expect, test } from 'vitest'
import { queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

let server: TestServer
let cookie: string

beforeAll(async () => {
  server = await shareServer({ isLimited: true })
  cookie = (await signUp(server)).cookie
})

const read = (path: string) => server.ask(path, { headers: { cookie } })
const send = (path: string, form: Record<string, string>) => server.ask(path, { headers: { cookie }, form })

/** Adds a city in a state. Returns its id and the path of its form. */
async function add(name: string, state = 'Ohio'): Promise<{ id: string; path: string }> {
  const { headers } = await send('/manage-cities', { intent: 'add', name, state })
  const id = new URL(headers.location ?? '', server.url).searchParams.get('added') ?? ''
  return { id, path: `/manage-cities/${id}` }
}

const hasTick = (body: string) => /<input[^>]*name="keepsSlug"[^>]*checked/.test(body)

test('a search may contain the character that no store holds', async () => {
  const run = `insert into runs (id, user_id, kind, input, state, total, finished_at)
    select gen_random_uuid(), id, 'backlinks', '{"mode": "try"}', 'done', 0, now() from users`
  await queryStore(server, run)
  for (const path of ['/manage-cities', '/backlink-fixer'])
    expect((await read(`${path}?q=%00a`)).status).toBe(200)
})

test('the question before a deletion says which earlier deletion can no longer be undone', async () => {
  const [akron, lima] = [await add('Akron'), await add('Lima')]
  const ask = `/manage-cities?ask=delete&id=${lima.id}`
  expect((await read(ask)).body).not.toContain('no longer be put back')
  await send('/manage-cities', { intent: 'delete', ids: akron.id })
  expect((await read(ask)).body).toContain(
    'What was deleted before (Akron, Ohio) can then no longer be put back.',
  )
})

test('deleting all matches is refused if there are more matches than were shown', async () => {
  await add('Reno', 'Nevada')
  const path = '/manage-cities?q=nevada'
  expect((await read(`${path}&ask=delete-all`)).body).toContain('name="all" value="1"')
  await add('Elko', 'Nevada')
  const refused = await send(path, { intent: 'delete', all: '1' })
  expect(refused.status).toBe(409)
  expect(refused.body).toContain('this would delete 2 cities by now. Nothing was deleted.')
  expect((await read(`${path}&ask=delete-all`)).body).toContain('name="all" value="2"')
  expect((await send(path, { intent: 'delete', all: '2' })).status).toBe(302)
})

test('a slug that was kept stays kept at the next change, and a refusal keeps the checkbox', async () => {
  const { path } = await add('Dayton')
  const fields = { intent: 'save', name: 'Dayton Heights', state: 'Ohio' }
  expect(hasTick((await read(path)).body)).toBe(false)
  expect(hasTick((await send(path, { ...fields, population: 'x', keepsSlug: 'on' })).body)).toBe(true)
  expect(hasTick((await send(path, { ...fields, keepsSlug: 'on' })).body)).toBe(true)
  expect(hasTick((await send(path, { ...fields, population: 'x' })).body)).toBe(false)
})

test('saving a deleted city says that it is deleted', async () => {
  const { id, path } = await add('Toledo')
  await send('/manage-cities', { intent: 'delete', ids: id })
  const { status, body } = await send(path, { intent: 'save', name: 'Toledo', state: 'Ohio' })
  expect(status).toBe(404)
  expect(body).toContain('Failed to save city')
  expect(body).toContain('It is not there any more')
})

test('an import makes the changes that it showed, and reports them', async () => {
  const path = '/manage-cities/import'
  const keep = (pasted: string) => send(path, { intent: 'read', pasted })
  const readId = async () => /name="readingId" value="([^"]+)"/.exec((await read(path)).body)?.[1] ?? ''
  await add('Canton')
  await keep('name,state\nMentor,Ohio')
  const readingId = await readId()
  await keep('name,state,population\nCanton,Ohio,70872')
  const refused = await send(path, { intent: 'import', readingId, updates: '1' })
  expect(refused.status).toBe(409)
  expect(refused.body).toContain('it was imported, discarded or replaced meanwhile')
  expect(refused.body).toContain('Update 1 city')
  const { headers } = await send(path, { intent: 'import', readingId: await readId(), updates: '1' })
  const { body } = await read(headers.location ?? '')
  expect(body).toContain('<strong>1 city updated</strong>')
  expect(body).not.toContain('0 cities added')
})

test('changes of whole lists are limited, and changes of single entries are not', async () => {
  await send('/manage-cities', { intent: 'restore' })
  await queryStore(server, `update rate_limits set count = 120 where key like 'catalogue-changes/%'`)
  const { id } = await add('Parma')
  const changes = [
    ['/manage-cities', { intent: 'delete', all: '1' }],
    ['/manage-cities', { intent: 'restore' }],
    ['/manage-cities/import', { intent: 'import', readingId: '' }],
  ] as const
  for (const [path, form] of changes) {
    const { status, body } = await send(path, form)
    expect(status).toBe(429)
    expect(body).toContain('You have changed whole lists many times in a short time.')
  }
  expect((await send('/manage-cities', { intent: 'delete', ids: id })).status).toBe(302)
})
