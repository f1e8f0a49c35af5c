import { beforeAll, expect, test } from 'vitest'
import { takePicture } from '../../../tests/support/pictures.ts'
import { type Publisher, signUpPublisher } from '../../../tests/support/publisher.ts'
import { addSite, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

let server: TestServer
let publisher: Publisher

beforeAll(async () => {
  server = await shareServer()
  await addSite(server, 'Harbour')
  publisher = await signUpPublisher(server, { content: 'At noon.', author: 'Theo Quay, Ines', tags: '' })
  await publisher.publish({ title: 'Low water' })
})

async function save(fields: Record<string, string | Blob>) {
  const form = new FormData()
  const all = { intent: 'save', author: 'Theo Quay', biography: '', links: '', ...fields }
  for (const [name, value] of Object.entries(all)) form.set(name, value)
  const request = new Request(server.url, { method: 'POST', body: form })
  return server.ask('/authors', {
    body: Buffer.from(await request.arrayBuffer()),
    headers: { cookie: publisher.cookie, 'content-type': request.headers.get('content-type') ?? '' },
  })
}

const picture = async () =>
  new Blob([new Uint8Array(await takePicture({ width: 60, height: 40, format: 'png' }))], {
    type: 'image/png',
  })

test('a profile is on the page of the author on every site immediately, and its parts can be removed', async () => {
  expect((await server.ask('/author/Theo%20Quay')).body).toContain('>TQ<')
  const saved = await save({
    biography: 'Sails <b>boats</b>.',
    links: 'example.com/theo',
    picture: await picture(),
  })
  expect(saved.body).toContain('Profile saved')
  for (const host of ['localhost', 'harbour.localhost']) {
    const { body } = await server.ask('/author/Theo%20Quay', { host })
    expect(body).toContain('Sails &lt;b&gt;boats&lt;/b&gt;.')
    expect(body).toContain('href="https://example.com/theo" rel="me noopener"')
    expect(body).toMatch(/<img src="\/uploads\/[\da-f-]{36}-60x40\.webp"/)
    expect(body).toMatch(/"sameAs":\["https:\/\/example\.com\/theo"\]/)
    expect(body).toMatch(/"image":"http:\/\/[^"]*\/uploads\//)
    expect(body).not.toContain('>TQ<')
  }
  expect((await server.ask('/author/Ines')).body).not.toContain('Sails')
  await save({ biography: 'Sails.' })
  expect((await server.ask('/author/Theo%20Quay')).body).toContain('/uploads/')
  await save({ removePicture: 'on' })
  const { body } = await server.ask('/author/Theo%20Quay')
  expect(body).toContain('>TQ<')
  expect(body).not.toContain('Sails')
})

test('refused values are still in the form, with the reason', async () => {
  const wrong = await save({ biography: 'Sails.', links: 'javascript:alert(1)' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toContain('Each line has to be the address of a web page')
  expect(wrong.body).toContain('Sails.</textarea>')
  const noPicture = await save({ biography: 'Sails.', picture: new Blob(['no picture']) })
  expect(noPicture.status).toBe(415)
  expect(noPicture.body).toContain('Only JPEG, PNG, WebP, AVIF and GIF pictures can be used.')
  expect(noPicture.body).toContain('Sails.</textarea>')
  expect((await save({ author: 'Nobody' })).body).toContain('No article of yours has this author any more.')
  const cut = await server.ask('/authors', {
    body: Buffer.from('--x\r\nConte'),
    headers: { cookie: publisher.cookie, 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect([cut.status, cut.body.includes('The form did not arrive as a whole.')]).toEqual([400, true])
})
