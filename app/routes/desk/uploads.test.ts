import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { takePicture } from '../../../tests/support/pictures.ts'
import { addSite, queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let cookie: string

beforeAll(async () => {
  server = await shareServer({ isLimited: true })
  await addSite(server, 'Harbour')
  ;({ cookie } = await signUp(server))
})

const upload = (body: Buffer | string, headers: Record<string, string> = {}) =>
  server.ask('/uploads', { body, headers: { cookie, ...headers } })

async function uploadPicture(shade: number): Promise<string> {
  const answer = await upload(await takePicture({ width: 1200, height: 800, format: 'png', shade }))
  expect(answer.status).toBe(201)
  return (JSON.parse(answer.body) as { path: string }).path
}

test('a picture is served at its URL on every host, to all visitors, permanently', async () => {
  const path = await uploadPicture(1)
  expect(path).toMatch(/^\/uploads\/[\da-f-]{36}-1200x800\.webp$/)
  for (const host of ['localhost', 'harbour.localhost']) {
    for (const name of [path, path.replace('1200x800', '480x320')]) {
      const { status, headers, bytes } = await server.ask(name, { host })
      expect(status).toBe(200)
      expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      expect(headers['set-cookie']).toBeUndefined()
    }
  }
  for (const wrong of ['1200x801', '1600x1067', '1x1']) {
    const answer = await server.ask(path.replace('1200x800', wrong))
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).not.toContain('immutable')
  }
})

test('an article shows a picture in its sizes, also on a site with a copy; feeds have absolute URLs', async () => {
  const path = await uploadPicture(2)
  const [site] = await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'hosted'`)
  const form = { draftId: uuidv7(), title: 'With a boat', content: `![Boat](${path})`, author: 'Ines' }
  const published = await server.ask('/publisher', {
    headers: { cookie },
    form: { ...form, siteIds: [MAIN_SITE_ID, site?.id ?? ''] },
  })
  expect(published.status).toBe(200)
  const small = path.replace('1200x800', '480x320')
  for (const host of ['localhost', 'harbour.localhost']) {
    const { body } = await server.ask('/article/with-a-boat', { host })
    expect(body).toContain(`srcset="${small} 480w, `)
    expect(body).toContain(`width="1200" height="800" src="${path}" alt="Boat"`)
    const origin = `http://${host}:${server.port}`
    const feed = await server.ask('/feed.json', { host })
    expect(feed.body).toContain(`srcset=\\"${origin}${small} 480w, ${origin}`)
    expect(feed.body).toContain(`src=\\"${origin}${path}\\"`)
  }
})

test('a file that is no picture, or too large, is refused with a sentence', async () => {
  const text = await upload('<svg xmlns="http://www.w3.org/2000/svg"/>', { 'content-type': 'image/png' })
  expect(text.status).toBe(415)
  expect(JSON.parse(text.body)).toMatchObject({
    code: 'not_a_picture',
    message: 'Only JPEG, PNG, WebP, AVIF and GIF pictures can be used.',
  })
  const large = await upload('', { 'content-length': String(10 * 1024 * 1024 + 1) })
  expect(large.status).toBe(413)
  expect(large.body).toContain('10 MB')
})

test('only the upload of a picture may be that large', async () => {
  const headers = { cookie, 'content-length': String(2 * 1024 * 1024) }
  expect((await server.ask('/publisher', { method: 'POST', headers })).body).toContain('larger than 1 MB')
})

test('no visitor without a session adds a picture, and no page of another site', async () => {
  const picture = await takePicture({ width: 60, height: 40, format: 'png', shade: 3 })
  expect((await upload(picture, { cookie: '' })).headers.location).toMatch(/^\/auth\?next=/)
  expect((await upload(picture, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

test('an account can ask how much space it uses, and its uploads are limited', async () => {
  const room = await server.ask('/uploads', { headers: { cookie } })
  expect(JSON.parse(room.body)).toMatchObject({
    taken: { pictures: expect.any(Number) },
    limit: { pictures: 10_000 },
  })
  await queryStore(server, `update rate_limits set count = 300 where key like 'upload/%'`)
  const answer = await upload('x')
  expect(answer.status).toBe(429)
  expect(answer.body).toMatch(/many pictures in a short time. Try again in \d+ minutes/)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('the second page of the library leads to the others', async () => {
  await queryStore(
    server,
    `insert into uploads (id, user_id, hash, width, height, bytes)
       select gen_random_uuid(), users.id, 'made ' || n, 1200, 800, 0 from users, generate_series(1, 97) n`,
  )
  const { body } = await server.ask('/pictures?page=2', { headers: { cookie } })
  expect(body).toContain('href="/pictures" aria-label="Page 1"')
  expect(body).toContain('href="/pictures?page=3" aria-label="Page 3"')
})
