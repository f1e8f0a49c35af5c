import { beforeAll, expect, test } from 'vitest'
import { type Publisher, signUpPublisher } from '../../../tests/support/publisher.ts'
import { addSite, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

let server: TestServer
let headers: { cookie: string }
let publisher: Publisher

beforeAll(async () => {
  server = await shareServer()
  await addSite(server, 'Harbour')
  publisher = await signUpPublisher(server, { content: 'At noon.', author: 'Ines', tags: 'Sea, Ports' })
  headers = { cookie: publisher.cookie }
  for (const title of ['Low water', 'High water']) await publisher.publish({ title })
})

const save = (key: string, name: string, description = '') =>
  server.ask('/tags', { form: { intent: 'save', key, name, description }, headers })

test('a renamed tag is at its new URL on every site, and each old URL redirects there', async () => {
  const before = await server.ask('/category/sea')
  expect(before.status).toBe(200)
  const answer = await save('sea', 'Open sea')
  expect(answer.body).toContain('Tag renamed in 2 articles')
  for (const host of ['localhost', 'harbour.localhost']) {
    const moved = await server.ask('/category/Sea?page=2', { host })
    expect([moved.status, moved.headers.location]).toEqual([301, '/category/open%20sea'])
    expect((await server.ask('/category/open%20sea', { host })).body).toContain('Low water')
  }
  for (const file of ['feed.xml', 'feed.atom', 'feed.json', 'articles.json']) {
    const moved = await server.ask(`/category/sea/${file}`)
    expect([moved.status, moved.headers.location]).toEqual([301, `/category/open%20sea/${file}`])
  }
  const runId = /name="runId" value="([\da-f-]{36})"/.exec(answer.body)?.[1] ?? ''
  await server.ask('/tags', { form: { intent: 'undo', runId }, headers })
  expect((await server.ask('/category/sea')).body).toContain('Low water')
  expect((await server.ask('/category/sea/feed.xml')).status).toBe(200)
  expect((await server.ask('/category/open%20sea')).status).toBe(404)
})

test('a description is on the page of the tag immediately, as text', async () => {
  expect((await server.ask('/category/ports')).body).not.toContain('Where ships')
  expect((await save('ports', 'Ports', 'Where ships <b>land</b>.')).body).toContain('Tag saved')
  const { body } = await server.ask('/category/ports')
  expect(body).toContain('Where ships &lt;b&gt;land&lt;/b&gt;.')
  expect(body).toContain('"description":"Where ships')
  await save('ports', 'Ports')
  expect((await server.ask('/category/ports')).body).not.toContain('Where ships')
})

test('a name that another tag has asks before the two are merged', async () => {
  const asked = await save('ports', 'sea', 'Where ships land.')
  expect(asked.status).toBe(400)
  expect(asked.body).toMatch(/Merge “Ports” with “Sea”\?/)
  expect(asked.body).toContain('name="mergeWith" value="sea"')
  expect((await server.ask('/category/ports')).status).toBe(200)
})

test('what was refused is still in the form', async () => {
  const answer = await save('ports', 'Ports, Piers', 'Where ships land.')
  expect(answer.status).toBe(400)
  expect(answer.body).toContain('A tag has 1 to 50 characters and no comma.')
  expect(answer.body).toContain('value="Ports, Piers"')
  expect(answer.body).toContain('Where ships land.</textarea>')
  expect((await save('none', 'Some')).body).toContain('No article of yours has this tag any more.')
  const gone = await server.ask('/tags?tag=none', { headers })
  expect(gone.body).toContain('No article of yours has this tag any more.')
})
