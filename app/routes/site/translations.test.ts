import { beforeAll, describe, expect, test, vi } from 'vitest'
import { queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

const HOST = 'hafen.localhost'

let server: TestServer
let cookie: string
let siteId: string

beforeAll(async () => {
  server = await shareServer()
  cookie = (await signUp(server)).cookie
  const form = { intent: 'add', name: 'Hafen', url: HOST, copyPolicy: 'canonical' }
  const added = await server.ask('/manage-sites/new?kind=hosted', { form, headers: { cookie } })
  siteId = /\/manage-sites\/([0-9a-f-]{36})/.exec(added.body)?.[1] ?? ''
  await publish({ title: 'Tides', siteIds: '00000000-0000-7000-8000-000000000000' })
  await publish({ title: 'Gezeiten', lang: 'de', translationOf: 'Tides', siteIds: siteId })
  await vi.waitFor(async () => expect((await read('/article/gezeiten', HOST)).status).toBe(200))
})

const publish = (form: Record<string, string>) =>
  server.ask('/publisher', {
    form: { draftId: crypto.randomUUID(), content: 'Words.', author: 'Ines', ...form },
    headers: { cookie },
  })
const read = (path: string, host = 'localhost') => server.ask(path, { host })
const toOrigin = (host: string) => `http://${host}:${server.port}`

describe('the translations of an article', () => {
  test('are named on each page, over sites, for search engines and for readers', async () => {
    const english = `${server.url}/article/tides`
    const german = `${toOrigin(HOST)}/article/gezeiten`
    for (const { body } of [await read('/article/tides'), await read('/article/gezeiten', HOST)]) {
      expect(body).toContain(`<link rel="alternate" hrefLang="en" href="${english}"/>`)
      expect(body).toContain(`<link rel="alternate" hrefLang="de" href="${german}"/>`)
      expect(body).toContain(`<link rel="alternate" hrefLang="x-default" href="${english}"/>`)
    }
    expect((await read('/article/tides')).body).toMatch(
      new RegExp(`<a class="link" href="${german}" lang="de" hrefLang="de" rel="alternate">Deutsch</a>`),
    )
    const sitemap = (await read('/sitemaps/articles-1.xml')).body
    expect(sitemap).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"')
    expect(sitemap).toContain(`<xhtml:link rel="alternate" hreflang="de" href="${german}"/>`)
  })

  test('leave the pages and the sitemaps of the others as soon as readers do not see them', async () => {
    const paths = ['/article/tides', '/sitemaps/articles-1.xml']
    for (const path of paths) expect((await read(path)).body).toContain('hafen.localhost')
    await queryStore(server, `update blog_posts set published_at = null where slug = 'gezeiten'`)
    for (const path of paths)
      await vi.waitFor(async () => expect((await read(path)).body).not.toContain('hafen.localhost'))
  })

  test('are in the form of an article, with their languages', async () => {
    const [row] = await queryStore<{ id: string }>(server, `select id from blog_posts where slug = 'tides'`)
    const { body } = await server.ask(`/articles/${row?.id}`, { headers: { cookie } })
    expect(body).toMatch(/aria-label="Its translations">.*Gezeiten.*German/s)
  })
})
