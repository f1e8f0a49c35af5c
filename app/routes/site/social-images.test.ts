import { beforeAll, describe, expect, test } from 'vitest'
import { readPng } from '../../../tests/support/png.ts'
import { type Publisher, signUpPublisher } from '../../../tests/support/publisher.ts'
import { addSite, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { byTier } from '../../../tests/support/tier.ts'

let server: TestServer
let publisher: Publisher

/** Returns the URL of a page's social image, without its host. */
async function pictureOf(path: string, host?: string): Promise<string> {
  const { body } = await server.ask(path, { host })
  const urls = ['og:image', 'twitter:image'].map(
    (name) => new RegExp(`(?:name|property)="${name}" content="([^"]+)"`).exec(body)?.[1] ?? '',
  )
  expect(urls[0]).toMatch(/^http:\/\/.*\/social\.png\?v=[0-9a-z]+$/)
  expect(urls[1]).toBe(urls[0])
  const { pathname, search, hostname } = new URL(urls[0] ?? '')
  expect(hostname).toBe(host ?? 'localhost')
  return pathname + search
}

beforeAll(async () => {
  server = await shareServer()
  await addSite(server, 'Harbour')
  const fields = { title: 'A tide table', content: 'High water.', author: 'Ines', tags: 'Travel' }
  publisher = await signUpPublisher(server, fields)
  await publisher.publish()
})

describe('the social image of a public page', () => {
  test.each(['/', '/article/a-tide-table', '/category/travel', '/author/Ines', '/search', '/search?q=tide'])(
    'is a PNG at the URL and in the size that the page names: %s',
    async (page) => {
      const answer = await server.ask(await pictureOf(page))
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('image/png')
      expect(readPng(answer.bytes)).toMatchObject({ width: 1200, height: 630 })
      const { body } = await server.ask(page)
      expect(body).toContain('property="og:image:width" content="1200"')
      expect(body).toContain('property="og:image:height" content="630"')
      expect(body).toContain('name="twitter:card" content="summary_large_image"')
    },
  )

  test('is cached like any public page, and never compressed', async () => {
    const path = await pictureOf('/article/a-tide-table')
    const first = await server.ask(path, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(first.headers['cache-control']).toBe(
      (await server.ask('/article/a-tide-table')).headers['cache-control'],
    )
    expect(first.headers['content-encoding']).toBeUndefined()
    const again = await server.ask(path, { headers: { 'if-none-match': first.headers.etag ?? '' } })
    expect(again.status).toBe(304)
    expect(again.headers['x-cache']).toBe('hit')
  })

  test('differs between titles and between sites', async () => {
    await publisher.publish({ title: 'Counting moths' })
    const pictures = [
      await server.ask(await pictureOf('/article/a-tide-table')),
      await server.ask(await pictureOf('/article/counting-moths')),
      await server.ask(await pictureOf('/article/a-tide-table', 'harbour.localhost'), {
        host: 'harbour.localhost',
      }),
      await server.ask(await pictureOf('/')),
      await server.ask(await pictureOf('/', 'harbour.localhost'), { host: 'harbour.localhost' }),
    ]
    expect(new Set(pictures.map(({ headers }) => headers.etag)).size).toBe(pictures.length)
  })

  test('is drawn again, with a new URL, when its article changes', async () => {
    await publisher.publish({ title: 'Befour' })
    const before = await pictureOf('/article/befour')
    const old = await server.ask(before)
    expect((await server.ask(before)).headers['x-cache']).toBe('hit')
    await publisher.editNewest({ title: 'Before', slug: 'befour' })
    const after = await pictureOf('/article/befour')
    expect(after).not.toBe(before)
    const drawn = await server.ask(after)
    expect(drawn.headers['x-cache']).toBe('miss')
    expect(drawn.headers.etag).not.toBe(old.headers.etag)
  })

  test.each([
    '/article/no-such-article/social.png',
    '/category/no-such-category/social.png',
    '/author/Nobody/social.png',
    '/author/tide/social.png',
    '/anything/social.png',
  ])('does not exist for an empty page: %s', async (path) =>
    expect((await server.ask(path)).status).toBe(404),
  )

  test.each([
    ['/article/a-tide-table/social.png?page=2', '/article/a-tide-table/social.png'],
    ['/article/%61-tide-table/social.png', '/article/a-tide-table/social.png'],
    ['/category/TRAVEL/social.png', '/category/travel/social.png'],
    ['/author/%49nes/social.png', '/author/Ines/social.png'],
    ['/social.png?page=3', '/social.png'],
  ])('has one URL, to which other spellings redirect: %s', async (path, address) => {
    const answer = await server.ask(path)
    expect(answer.status).toBe(301)
    expect(answer.headers.location).toBe(address)
  })

  test('is found with any query in its URL, and drawn once', async () => {
    await server.ask('/article/a-tide-table/social.png')
    const answer = await server.ask('/article/a-tide-table/social.png?v=old&title=Free+money')
    expect(answer.status).toBe(200)
    expect(answer.headers['x-cache']).toBe('hit')
  })

  test('is drawn for unusual titles', async () => {
    const titles = [
      '冰川 🍲 ледник <script>alert(1)</script> \u202Egnp.exe',
      'ქართული სათაური',
      'W'.repeat(300),
    ]
    for (const title of titles.slice(0, byTier(1, titles.length))) {
      const { body } = await publisher.publish({ title })
      const [, path = ''] = /href="http:\/\/[^"]*(\/article\/[^"]+)"/.exec(body) ?? []
      const answer = await server.ask(await pictureOf(path))
      expect(readPng(answer.bytes), title).toMatchObject({ width: 1200, height: 630 })
    }
  })
})
