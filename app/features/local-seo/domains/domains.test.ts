import { beforeAll, describe, expect, test, vi } from 'vitest'
import { addSite, queryStore, signUp, type TestServer } from '../../../../tests/support/server.ts'
import { shareServer } from '../../../../tests/support/shared-server.ts'

const DOMAIN = 'roofs.localhost'

let server: TestServer
let cookie: string

beforeAll(async () => {
  server = await shareServer()
  await addSite(server, 'Harbour')
  await signUp(server) // the site's owner
  ;({ cookie } = await signUp(server))
})

const save = (settings: Record<string, string>, as = cookie) =>
  server.ask('/seo-settings', { form: settings, headers: { cookie: as } })

// The check of a domain that was just saved would overwrite the values of this test.
const UNCHECKED = `select user_id from seo_settings where site_domain <> '' and domain_checked_at is null`

const ask = (path: string) => server.ask(path, { host: DOMAIN })

/** Inserts a page as a run makes it. */
const writePage = (slug: string, ofCity: string, ofService: string) =>
  queryStore(
    server,
    `with drop as (insert into page_drops (id, tags) values (gen_random_uuid(), '{landing-pages}')), account as (select id from users order by created_at desc limit 1),
      city as (
        insert into cities (id, user_id, name, state, slug) select gen_random_uuid(), id, '${ofCity}', 'Ohio', '${slug}-c' from account returning id
      ),
      service as (
        insert into services (id, user_id, name, slug) select gen_random_uuid(), id, '${ofService}', '${slug}-s' from account returning id
      )
    insert into generated_pages (id, user_id, slug, is_published, meta_title, content, city_id, service_id, schema_markup)
      select gen_random_uuid(), account.id, '${slug}', true, '${ofService} in ${ofCity}', '<p>Slates.</p>', city.id, service.id,
        '{"@type":"Service","url":"${server.url}/${slug}"}'
      from account, city, service`,
  )

describe('an account’s own domain', () => {
  test('is unknown until it is saved, and then shows the account’s landing pages', async () => {
    expect((await ask('/')).status).toBe(421)
    expect((await save({ siteDomain: DOMAIN, businessName: 'Harbour Roofs' })).status).toBe(200)
    await ask('/')
    expect((await ask('/')).headers['x-cache'], 'its empty home page').toBe('hit')
    await writePage('roof-repair-dayton-ohio', 'Dayton', 'Roof repair')
    const { status, body } = await ask('/roof-repair-dayton-ohio')
    expect(status).toBe(200)
    expect(body).toContain('<p>Slates.</p>')
    expect(body).toContain('Harbour Roofs')
    expect(body, 'it is not known to lead here').toContain(
      `<link rel="canonical" href="${server.url}/roof-repair-dayton-ohio"/>`,
    )
  })

  test('is one of the hosts for which a proxy may get a certificate', async () => {
    const known = async (domain: string) => {
      const answer = await server.ask(`/known-host?domain=${domain}`, { host: 'proxy.internal' })
      return [answer.status, answer.body]
    }
    for (const domain of ['localhost', 'harbour.localhost', DOMAIN, DOMAIN.toUpperCase()])
      expect(await known(domain), domain).toEqual([200, 'known\n'])
    for (const domain of ['', 'slates.localhost', `www.${DOMAIN}`, `${DOMAIN}.`, '127.0.0.1', '%00', '%'])
      expect(await known(domain), domain).toEqual([404, 'unknown\n'])
    expect((await server.ask('/known-host')).status).toBe(404)
  })

  test('has a home page that links to each landing page', async () => {
    await vi.waitFor(async () => expect((await ask('/')).body).toContain('Ohio'), 5000)
    const { body } = await ask('/')
    expect(body).toMatch(/<h1[^>]*>Harbour Roofs<\/h1>/)
    expect(body).toMatch(/<h2[^>]*>Ohio<\/h2><ul[^>]*><li><a href="\/roof-repair-dayton-ohio">Dayton<\/a>/)
    expect(body).toContain('<a href="/roof-repair-dayton-ohio">Roof repair</a>')
    expect((await ask('/?page=9')).status).toBe(404)
  })

  test('has a home page that links to new landing pages too', async () => {
    await writePage('gutters-akron-ohio', 'Akron', 'Gutters')
    await vi.waitFor(async () => expect((await ask('/')).body).toContain('/gutters-akron-ohio'), 5000)
  })

  test('has social images', async () => {
    const { body } = await ask('/roof-repair-dayton-ohio')
    const picture = /property="og:image" content="([^"]+)"/.exec(body)?.[1] ?? ''
    const answer = await ask(picture.slice(new URL(picture).origin.length))
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
  })

  test('has no pages of the blog or of other accounts, and redirects them to the main site', async () => {
    for (const path of ['/category/science', '/search', '/feed.xml', '/publisher', '/auth'])
      expect(await ask(path)).toMatchObject({ status: 302, headers: { location: server.url + path } })
    await queryStore(
      server,
      `insert into generated_pages (id, user_id, slug, is_published, meta_title, content)
        select gen_random_uuid(), id, 'another', true, 'Another', 'x' from users order by created_at limit 1`,
    )
    expect((await server.ask('/another')).status).toBe(200)
    expect((await ask('/another')).status).toBe(404)
  })

  test('has a sitemap of its own once it leads here, and the main sitemap leaves those pages out', async () => {
    const main = async () => (await server.ask('/sitemaps/pages-1.xml')).body
    expect(await main()).toContain(`${server.url}/roof-repair-dayton-ohio`)
    expect((await ask('/sitemap.xml')).body).not.toContain('<loc>')
    await vi.waitFor(async () => expect(await queryStore(server, UNCHECKED)).toEqual([]), 30_000)
    await queryStore(
      server,
      `with seen as (update seo_settings set domain_seen_at = now())
       insert into page_drops (id, tags) values (gen_random_uuid(), '{landing-pages,sites}')`,
    )
    const home = `http://${DOMAIN}:${server.port}`
    await vi.waitFor(async () => expect(await main()).not.toContain('dayton'), 5000)
    expect((await ask('/sitemap.xml')).body).toContain(`<loc>${home}/sitemaps/pages-1.xml</loc>`)
    expect((await ask('/sitemaps/pages-1.xml')).body).toContain(`<loc>${home}/roof-repair-dayton-ohio</loc>`)
    expect((await ask('/robots.txt')).body).toContain(`Sitemap: ${home}/sitemap.xml`)
    await queryStore(server, `insert into page_drops (id, tags) values (gen_random_uuid(), '{*}')`)
    await vi.waitFor(
      async () =>
        expect((await ask('/roof-repair-dayton-ohio')).body).toContain(
          `<link rel="canonical" href="${home}/roof-repair-dayton-ohio"/>`,
        ),
      5000,
    )
    expect((await ask('/roof-repair-dayton-ohio')).body).toContain(`"url":"${home}/roof-repair-dayton-ohio"`)
  })

  test('is refused to other accounts, and so is the host of a site', async () => {
    const other = await signUp(server)
    for (const siteDomain of [DOMAIN, 'harbour.localhost']) {
      const { status, body } = await save({ siteDomain, businessName: 'Theirs' }, other.cookie)
      expect(status).toBe(409)
      expect(body).toContain('This domain is in use here already')
      expect(body, 'what was typed is kept').toContain('value="Theirs"')
    }
  })

  test('is released when another domain is saved', async () => {
    await save({ siteDomain: 'slates.localhost', businessName: 'Harbour Roofs' })
    expect((await ask('/')).status).toBe(421)
    expect((await server.ask('/', { host: 'slates.localhost' })).status).toBe(200)
  })
})

test('the main site proves that it is here, a hosted site does not', async () => {
  const path = '/.well-known/broadsheet'
  const main = await server.ask(path)
  expect(main).toMatchObject({ status: 200, body: expect.stringMatching(/^[\w-]{43}\n$/) as string })
  expect((await server.ask(path, { host: 'slates.localhost' })).body).not.toBe(main.body)
  expect((await server.ask(path, { host: 'harbour.localhost' })).status).toBe(404)
})
