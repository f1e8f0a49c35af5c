import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readPng } from '../../../tests/support/png.ts'
import { addSite, ended, runTool, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { byTier } from '../../../tests/support/tier.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'broadsheet-social-'))

async function importArticle(path: string, overrides: Record<string, unknown> = {}, site?: string) {
  const file = join(folder, 'articles.ndjson')
  const article = { title: 'A tide table', content: 'High water.', author: 'Ines', tags: ['Travel'] }
  writeFileSync(file, JSON.stringify({ source: 'tests', path, ...article, ...overrides }))
  const { code, output } = await ended(
    runTool(server, 'tools/import.ts', file, ...(site ? ['--site', site] : [])),
  )
  expect(code, output).toBe(0)
}

/** The address of the picture that a page names, without its host. */
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
  await importArticle('tide')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the picture of a public page', () => {
  test.each(['/', '/article/a-tide-table', '/category/travel', '/author/Ines', '/search', '/search?q=tide'])(
    'is where the page says it is, a PNG in the size that it says: %s',
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

  test('is kept like any public page, and sent as it is to those who could unpack it', async () => {
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

  test('is another one for another title and for another site', async () => {
    await importArticle('moths', { title: 'Counting moths' })
    await importArticle('harbour-tide', {}, 'harbour.localhost')
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

  test('is drawn anew, with a new address, when its article changes', async () => {
    await importArticle('edited', { title: 'Befour', slug: 'edited' })
    const before = await pictureOf('/article/edited')
    const old = await server.ask(before)
    expect((await server.ask(before)).headers['x-cache']).toBe('hit')
    await importArticle('edited', { title: 'Before', slug: 'edited' })
    const after = await vi.waitFor(async () => {
      const address = await pictureOf('/article/edited')
      expect(address).not.toBe(before)
      return address
    }, 10_000)
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
  ])('does not exist for a page that has nothing on it: %s', async (path) =>
    expect((await server.ask(path)).status).toBe(404),
  )

  test.each([
    ['/article/a-tide-table/social.png?page=2', '/article/a-tide-table/social.png'],
    ['/article/%61-tide-table/social.png', '/article/a-tide-table/social.png'],
    ['/category/TRAVEL/social.png', '/category/travel/social.png'],
    ['/author/%49nes/social.png', '/author/Ines/social.png'],
    ['/social.png?page=3', '/social.png'],
  ])('has one address, to which others lead: %s', async (path, address) => {
    const answer = await server.ask(path)
    expect(answer.status).toBe(301)
    expect(answer.headers.location).toBe(address)
  })

  test('is found whatever its address says after the question mark, and drawn once', async () => {
    await server.ask('/article/a-tide-table/social.png')
    const answer = await server.ask('/article/a-tide-table/social.png?v=old&title=Free+money')
    expect(answer.status).toBe(200)
    expect(answer.headers['x-cache']).toBe('hit')
  })

  test('is drawn of any title that an article can have', async () => {
    const titles = [
      '冰川 🍲 ледник <script>alert(1)</script> \u202Egnp.exe',
      'ქართული სათაური',
      'W'.repeat(5000),
    ]
    for (const [index, title] of titles.slice(0, byTier(1, titles.length)).entries()) {
      await importArticle(`odd-${index}`, { title, slug: `odd-${index}` })
      const answer = await server.ask(await pictureOf(`/article/odd-${index}`))
      expect(readPng(answer.bytes), title).toMatchObject({ width: 1200, height: 630 })
    }
  })
})
