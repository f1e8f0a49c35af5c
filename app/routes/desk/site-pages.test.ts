import { beforeAll, describe, expect, test, vi } from 'vitest'
import { queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

const HOST = 'pier.localhost'
const ABOUT = {
  pagePath: '/about',
  pageTitle: 'About the pier',
  pageContent: 'We *print* boats. [Us](https://x.example)',
}

let server: TestServer
let owner: string
let stranger: string
let siteId: string

beforeAll(async () => {
  server = await shareServer()
  owner = (await signUp(server)).cookie
  stranger = (await signUp(server)).cookie
  const form = { intent: 'add', name: 'Pier', url: HOST, copyPolicy: 'canonical' }
  const added = await server.ask('/manage-sites/new?kind=hosted', { form, headers: { cookie: owner } })
  siteId = /\/manage-sites\/([0-9a-f-]{36})/.exec(added.body)?.[1] ?? ''
  await vi.waitFor(async () => expect((await read('/')).status).toBe(200))
})

const read = (path: string, host = HOST) => server.ask(path, { host })
const add = (form: Record<string, string>, id = siteId, cookie = owner) =>
  server.ask(`/manage-sites/${id}`, { form: { intent: 'add-page', ...form }, headers: { cookie } })
const edit = async (articleId: string, change: Record<string, string>) => {
  const { body } = await server.ask(`/articles/${articleId}`, { headers: { cookie: owner } })
  const version = /name="version" value="([^"]*)"/.exec(body)?.[1] ?? ''
  const boxes = [...body.matchAll(/<input[^>]*name="siteIds"[^>]*>/g)].map(([box]) => box)
  const form = {
    intent: 'save',
    version,
    siteIds: boxes.flatMap((box) =>
      box.includes('checked') ? [/value="([^"]+)"/.exec(box)?.[1] ?? ''] : [],
    ),
    title: 'About the pier',
    author: 'Ines',
    content: 'Newer.',
    ...change,
  }
  return server.ask(`/articles/${articleId}`, { form, headers: { cookie: owner } })
}
const articleOf = async (path: string) =>
  (
    await queryStore<{ id: string }>(server, `select article_id as id from site_pages where path = '${path}'`)
  )[0]?.id ?? ''

describe('a page of a site', () => {
  test('stands at its address on its site alone, in the sitemap, and on no list', async () => {
    expect((await read('/about')).status).toBe(404)
    expect((await add(ABOUT)).body).toContain('Page added')
    const page = await read('/about')
    expect(page.status).toBe(200)
    expect(page.body).toContain('<title>About the pier</title>')
    expect(page.body).toContain('We <em>print</em> boats.')
    expect(page.body).toContain(`<link rel="canonical" href="http://${HOST}:${server.port}/about"/>`)
    expect((await read('/about')).headers['x-cache']).toBe('hit')
    expect((await read('/sitemaps/lists.xml')).body).toContain(`http://${HOST}:${server.port}/about</loc>`)
    expect((await read('/about', 'localhost')).status).toBe(404)
    for (const host of [HOST, 'localhost'])
      for (const list of [
        '/',
        '/feed.xml',
        '/feed.json',
        '/search?q=boats',
        '/sitemaps/articles-1.xml',
        '/llms.txt',
      ])
        expect((await read(list, host)).body).not.toContain('About the pier')
  })

  test('is edited, unpublished and published like an article, and readers see it at once', async () => {
    await read('/about')
    const articleId = await articleOf('/about')
    expect((await edit(articleId, { content: 'Rewritten.' })).status).toBe(200)
    expect((await read('/about')).body).toContain('Rewritten.')
    expect((await read('/', 'localhost')).body).not.toContain('About the pier') // what its form ticks is nowhere else
    const form = await server.ask(`/articles/${articleId}`, { headers: { cookie: owner } })
    expect(form.body).toContain('This is a page of Pier')
    expect(form.body).toContain(`href="http://${HOST}:${server.port}/about"`)
    const revisions = await server.ask(`/articles/${articleId}/revisions`, { headers: { cookie: owner } })
    expect(revisions.body).toContain('Revision 2')
    await queryStore(server, `update blog_posts set published_at = null where id = '${articleId}'`)
    await vi.waitFor(async () => expect((await read('/about')).status).toBe(404))
    expect((await read('/sitemaps/lists.xml')).body).not.toContain('/about</loc>')
    const screen = await server.ask(`/manage-sites/${siteId}`, { headers: { cookie: owner } })
    expect(screen.body).toContain('not published')
    await queryStore(server, `update blog_posts set published_at = now() where id = '${articleId}'`)
    await vi.waitFor(async () => expect((await read('/about')).status).toBe(200))
  })

  test.each([
    [{ ...ABOUT }, 409, 'There is a page at this address.'],
    [{ ...ABOUT, pagePath: '/search' }, 400, 'begins like one of the site itself'],
    [{ ...ABOUT, pagePath: '/a b' }, 400, 'small letters, digits'],
    [{ ...ABOUT, pagePath: '/empty', pageContent: ' ' }, 400, 'needs a title and a text'],
  ])('is refused with a sentence, and keeps what was typed: %j', async (form, status, sentence) => {
    const count = `select count(*)::int as count from blog_posts`
    const before = await queryStore(server, count)
    const refused = await add(form)
    expect(refused.status).toBe(status)
    expect(refused.body).toContain(sentence)
    expect(refused.body).toContain('value="About the pier"')
    expect(await queryStore(server, count)).toEqual(before)
  })

  test('of the main site belongs to its owner, and nobody adds one to a site of others', async () => {
    expect((await add({ ...ABOUT, pagePath: '/imprint' }, MAIN_SITE_ID)).body).toContain('Page added')
    expect((await read('/imprint', 'localhost')).status).toBe(200)
    for (const id of [MAIN_SITE_ID, siteId])
      expect((await add({ ...ABOUT, pagePath: '/mine' }, id, stranger)).status).toBe(404)
    expect(await articleOf('/mine')).toBe('')
  })

  test('moves to another address, also of another site, and its old addresses lead there', async () => {
    const articleId = await articleOf('/about')
    const move = (form: Record<string, string>, cookie = owner, id = siteId) =>
      server.ask(`/manage-sites/${id}`, {
        form: { intent: 'move-page', articleId, ...form },
        headers: { cookie },
      })
    expect((await move({ movedPath: '/us' }, stranger)).status).toBe(404)
    expect((await move({ movedPath: '/search' })).body).toContain('begins like one of the site itself')
    await add({ ...ABOUT, pagePath: '/taken' })
    expect((await move({ movedPath: '/taken' })).status).toBe(409)
    expect((await read('/about')).status).toBe(200)
    expect((await move({ movedPath: '/us' })).body).toContain('Page moved')
    expect((await read('/about')).headers.location).toBe('/us')
    await move({ movedPath: '/house', toSiteId: MAIN_SITE_ID })
    expect((await read('/us')).headers.location).toBe(`${server.url}/house`)
    expect((await read('/about')).headers.location).toBe(`${server.url}/house`)
    expect((await read('/house', 'localhost')).status).toBe(200)
    await move({ movedPath: '/about', toSiteId: siteId }, owner, MAIN_SITE_ID)
    expect((await read('/about')).status).toBe(200)
    expect((await read('/us')).headers.location).toBe('/about')
    const form = await server.ask(`/manage-sites/${siteId}?move=${articleId}`, { headers: { cookie: owner } })
    expect(form.body).toContain('New address of')
  })

  test('goes with its article', async () => {
    await queryStore(server, `delete from blog_posts where id = '${await articleOf('/imprint')}'`)
    await queryStore(server, `insert into page_drops (id, tags) values (gen_random_uuid(), '{*}')`)
    await vi.waitFor(async () => expect((await read('/imprint', 'localhost')).status).toBe(404))
  })
})
