import { beforeAll, describe, expect, test, vi } from 'vitest'
import { importRecords } from '../../../tests/support/import.ts'
import { takePicture } from '../../../tests/support/pictures.ts'
import { queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

const HOST = 'quay.localhost'
const LOOK = { tagline: '', accent: '#b92a14', paperLight: '#fbf9f4', paperDark: '#14120e' }
const ORANGE = { ...LOOK, accent: '#ff9900' }

let server: TestServer
let owner: string
let stranger: string
let siteId: string

beforeAll(async () => {
  server = await shareServer()
  owner = (await signUp(server)).cookie
  stranger = (await signUp(server)).cookie
  const article = {
    title: 'The lead',
    content: 'Text.',
    author: 'Ines',
    published_at: '2025-03-09T12:00:00Z',
  }
  await importRecords(server, [article])
  siteId = await addHosted(owner, HOST)
  await vi.waitFor(async () => expect((await read('/', HOST)).status).toBe(200))
})

async function addHosted(cookie: string, url = 'other.localhost'): Promise<string> {
  const form = { intent: 'add', name: 'Quay', url, copyPolicy: 'canonical' }
  const added = await server.ask('/manage-sites/new?kind=hosted', { form, headers: { cookie } })
  return /\/manage-sites\/([0-9a-f-]{36})/.exec(added.body)?.[1] ?? ''
}

const read = (path: string, host = 'localhost') => server.ask(path, { host })
const send = (id: string, form: Record<string, string>, cookie = owner) =>
  server.ask(`/manage-sites/${id}`, { form, headers: { cookie } })
const save = (id: string, form: Record<string, string>) => send(id, { intent: 'save-face', ...form })
const preview = (path: string, look: Record<string, string>) =>
  server.ask(`/manage-sites/${path}&${new URLSearchParams(look)}`, { headers: { cookie: owner } })
const sheetOf = (body: string) =>
  /<link rel="stylesheet" href="(\/face\/[0-9a-f]{16}\.css)"\/>/.exec(body)?.[1]

const links = (body: string) =>
  [...body.matchAll(/<a href="(\/(?:article|category)\/[^"]+)"/g)].map(([, to]) => to)
const mainOf = (body: string) => body.slice(body.indexOf('<main'), body.indexOf('</main>'))
const partOf = (body: string, from: string, to: string) =>
  body.slice(body.indexOf(from), body.indexOf(to, body.indexOf(from)))
const at = (day: number) => `2025-03-0${day}T12:00:00Z`

describe('the look of a site', () => {
  test('is on its pages at once, in a sheet of its own, and on no page of another site', async () => {
    const [before, policy] = [await read('/'), (await read('/', HOST)).headers['content-security-policy']]
    const look = { ...LOOK, tagline: 'Ships </style><script>', accent: '#0b5f8a', paperLight: '#fff1e5' }
    expect((await save(siteId, look)).body).toContain('Look saved')
    const home = await read('/', HOST)
    expect(home.body).toContain('<p class="tagline">Ships &lt;/style&gt;&lt;script&gt;</p>')
    expect(home.headers['content-security-policy']).toBe(policy)
    const path = sheetOf(home.body) ?? ''
    const sheet = await read(path, HOST)
    expect(sheet.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(sheet.body).toContain('--color-accent:light-dark(#0b5f8a,#')
    expect(sheet.body).not.toContain('Ships')
    for (const page of ['/search', '/category/travel', '/nowhere'])
      expect(sheetOf((await read(page, HOST)).body)).toBe(path)
    expect((await read('/feed.xml', HOST)).body).toContain('Ships &lt;/style&gt;')
    const after = await read('/')
    expect(after.headers['x-cache']).toBe('hit')
    expect(after.bytes.equals(before.bytes)).toBe(true)
    expect((await read(path)).status).toBe(404)
  })

  test('has another sheet after a change; pages from before get the current one, which is not cached', async () => {
    const old = sheetOf((await read('/', HOST)).body) ?? ''
    await save(siteId, { ...LOOK, accent: '#7a0295' })
    const path = sheetOf((await read('/', HOST)).body)
    expect(path).not.toBe(old)
    for (let round = 1; round <= 2; round += 1) {
      const late = await read(old, HOST)
      expect(late.body).toContain('#7a0295')
      expect(late.headers).toMatchObject({ 'x-cache': 'miss' })
      expect(late.headers['cache-control']).not.toContain('immutable')
    }
  })

  test('is put back with one press', async () => {
    await save(siteId, LOOK)
    expect(sheetOf((await read('/', HOST)).body)).toBeUndefined()
    const screen = await server.ask(`/manage-sites/${siteId}`, { headers: { cookie: owner } })
    const version = /name="version" value="(\d+)"/.exec(screen.body)?.[1] ?? ''
    expect((await send(siteId, { intent: 'undo-face', version })).body).toContain('Look put back')
    expect(sheetOf((await read('/', HOST)).body)).toBeDefined()
    expect((await send(siteId, { intent: 'undo-face', version })).status).toBe(409)
    await save(siteId, LOOK)
  })

  test('is not saved by a form that was opened before another change, and what was typed stays', async () => {
    const screen = await server.ask(`/manage-sites/${siteId}`, { headers: { cookie: owner } })
    const version = /name="version" value="(\d+)"/.exec(screen.body)?.[1] ?? ''
    await save(siteId, { ...LOOK, version, footerText: 'Of another tab' })
    const late = await save(siteId, { ...LOOK, version, tagline: 'Typed before' })
    expect(late.status).toBe(409)
    for (const part of ['The look was changed since.', 'value="Typed before"', `value="${version}"`])
      expect(late.body).toContain(part)
    expect((await read('/', HOST)).body).toContain('Of another tab')
    await save(siteId, LOOK)
  })

  test('is refused if it cannot be read, with the nearest colour, which one press takes', async () => {
    const refused = await save(siteId, { ...ORANGE, tagline: 'Kept as typed' })
    expect(refused.status).toBe(400)
    const nearest = /The nearest one that can is (#[0-9a-f]{6})\./.exec(refused.body)?.[1] ?? ''
    expect(refused.body).toContain('Kept as typed')
    expect(refused.body).toContain('Save with the nearest colours')
    expect(sheetOf((await read('/', HOST)).body)).toBeUndefined()
    expect((await send(siteId, { intent: 'take-nearest', ...ORANGE })).body).toContain('Look saved')
    const sheet = await read(sheetOf((await read('/', HOST)).body) ?? '', HOST)
    expect(sheet.body).toContain(`--color-accent:light-dark(${nearest},`)
  })
})

describe('the fonts, covers and images of a look', () => {
  test('are on its pages: another pairing loads its own files and not the usual ones', async () => {
    await save(siteId, { ...LOOK, type: 'magazine' })
    const { body } = await read('/', HOST)
    expect(body).toMatch(/<link rel="stylesheet" href="\/assets\/magazine-[\w-]+\.css"\/>/)
    const preloads = [...body.matchAll(/rel="preload" href="\/assets\/([a-z\d-]+?)-[\w-]{8}\.woff2"/g)]
    expect(preloads.map(([, name]) => name)).toEqual([
      'playfair-display-600',
      'source-sans-3',
      'source-serif-4',
    ])
    await save(siteId, { ...LOOK, type: 'comic' })
    expect((await read('/', HOST)).body).not.toContain('magazine')
  })

  test('paint drawn covers alike, also in social images, whose address changes', async () => {
    const cover = '/covers/travel-0a1b2c3d.svg'
    const image = async () =>
      /property="og:image" content="([^"]+)"/.exec((await read('/search', HOST)).body)?.[1]
    const [usual, address] = [(await read(cover, HOST)).body, await image()]
    await save(siteId, { ...LOOK, covers: 'sea' })
    expect((await read(cover, HOST)).body).not.toBe(usual)
    expect((await read(cover)).body).toBe(usual)
    expect(await image()).not.toBe(address)
  })

  test('have a logo from the library, which is used there and named in the structured data', async () => {
    const file = await takePicture({ width: 600, height: 120, format: 'png', shade: 3 })
    const sent = await server.ask('/uploads', { body: file, headers: { cookie: owner } })
    const { path } = JSON.parse(sent.body) as { path: string }
    expect((await save(siteId, { ...LOOK, logoLight: path, icon: path })).body).toContain('Look saved')
    const { body } = await read('/', HOST)
    const small = path.replace('600x120', '480x96')
    expect(body).toContain(`<img src="${small}" alt="Quay" width="600" height="120"/>`)
    expect(body).toContain(`<link rel="icon" href="${small}" type="image/webp"/>`)
    expect(body).toContain(`"logo":"http://${HOST}:${server.port}${small}"`)
    const id = path.slice('/uploads/'.length, '/uploads/'.length + 36)
    const picture = await server.ask(`/pictures/${id}`, { headers: { cookie: owner } })
    expect(picture.body).toContain('Look of a site')
    await server.ask(`/pictures/${id}`, { form: { intent: 'delete' }, headers: { cookie: owner } })
    expect((await read(small, HOST)).status).toBe(200)
    // Another account cannot take it, and a path that nobody has is refused.
    for (const [cookie, wrong] of [
      [stranger, path],
      [owner, path.replace('600x120', '601x120')],
    ] as const) {
      const own = cookie === owner ? siteId : await addHosted(cookie)
      const refused = await send(own, { intent: 'save-face', ...LOOK, logoLight: wrong }, cookie)
      expect(refused.body).toContain('is not in your library any more')
    }
  })

  test.each([
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'Only JPEG',
    ],
    ['a text', 'hello', 'Only JPEG'],
    ['a damaged image', Buffer.from('89504e470d0a1a0a00000000', 'hex'), 'damaged or incomplete'],
  ])('refuse %s with a sentence, and keep what was typed', async (_what, content, sentence) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ intent: 'save-face', ...LOOK, tagline: 'Kept' }))
      form.set(name, value)
    form.set('logoLightFile', new File([content], 'logo.png', { type: 'image/png' }))
    const multipart = new Response(form)
    const refused = await server.ask(`/manage-sites/${siteId}`, {
      body: Buffer.from(await multipart.arrayBuffer()),
      headers: { cookie: owner, 'content-type': multipart.headers.get('content-type') ?? '' },
    })
    expect(refused.status).toBe(400)
    expect(refused.body).toContain(sentence)
    expect(refused.body).toContain('value="Kept"')
  })
})

describe('the menu and the footer of a look', () => {
  test('replace the usual links, also in the menu of a phone', async () => {
    const look = {
      ...LOOK,
      menu: 'Boats | /category/boats\nShop | https://shop.example/',
      footer: 'Imprint | /imprint',
    }
    await save(siteId, { ...look, footerText: 'Printed <b>on paper' })
    const { body } = await read('/', HOST)
    const [header = '', rest = ''] = body.split('</header>')
    expect(header.match(/<a href="\/category\/boats">Boats<\/a>/g)).toHaveLength(3)
    expect(header).not.toContain('/category/technology')
    expect(rest).toContain('<a href="/imprint">Imprint</a>')
    expect(rest).toContain('Printed &lt;b&gt;on paper')
    expect(rest).not.toContain('>About<')
    await save(siteId, LOOK)
    expect((await read('/', HOST)).body).toContain('>About<')
  })

  test('are refused with the line of a wrong link', async () => {
    const look = { ...LOOK, footer: 'Imprint | /imprint\nBad | javascript:alert(1)' }
    const refused = await save(siteId, look)
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('Line 2 is no link.')
    expect((await send(siteId, { intent: 'take-nearest', ...look })).status).toBe(400)
  })
})

describe('the categories of a site', () => {
  test('have the names, the order, the tags and the descriptions of their owner, on its pages alone', async () => {
    const text = { content: 'Text.', author: 'Ines', published_at: '2025-03-01T12:00:00Z' }
    await importRecords(server, [
      { ...text, title: 'Rockets', tags: ['Space'] },
      { ...text, title: 'Moon', tags: ['nasa'] },
    ])
    const look = { ...LOOK, name: 'Broadsheet' }
    const lines = 'NASA | nasa, space | All about <rockets>\niPhone'
    const wrong = await save(MAIN_SITE_ID, { ...look, categories: 'NASA\nnasa' })
    expect(wrong.body).toContain('Line 2 is no category')
    await save(MAIN_SITE_ID, { ...look, categories: lines })
    const home = await read('/')
    const tiles = home.body.slice(home.body.indexOf('categories-title'))
    expect([...tiles.matchAll(/<a href="\/category\/([^"]+)">([^<]+)/g)].map(([, ...one]) => one)).toEqual([
      ['nasa', 'NASA'],
      ['iphone', 'iPhone'],
    ])
    expect(home.body.split('</header>')[0]).toContain('<a href="/category/iphone">iPhone</a>')
    const list = await read('/category/nasa')
    for (const part of [
      '>NASA</h1>',
      'All about &lt;rockets&gt;',
      'Rockets',
      'Moon',
      '<title>NASA | Broadsheet',
    ])
      expect(list.body).toContain(part)
    expect((await read('/category/iphone')).status).toBe(200)
    expect((await read('/category/nasa/feed.xml')).body).toContain('<title>Rockets</title>')
    expect((await read('/sitemaps/lists.xml')).body).toContain('/category/nasa</loc>')
    expect((await read('/category/nasa', HOST)).status).toBe(404)
    // A change of an article with another of its tags is on the page at once.
    expect((await read('/category/nasa')).headers['x-cache']).toBe('hit')
    await importRecords(server, [{ ...text, title: 'Orbit', tags: ['SPACE'] }])
    const three = (await read('/category/nasa')).body
    expect(three).toContain('Orbit')
    expect(three).toContain('Browse 3 articles in the NASA category')
    await queryStore(server, `delete from blog_posts where title in ('Rockets', 'Moon', 'Orbit')`)
    await save(MAIN_SITE_ID, look)
    expect((await read('/category/iphone')).status).toBe(404)
  })
})

describe('the front page', () => {
  const CHOICE = {
    ...LOOK,
    name: 'Broadsheet',
    layout: 'headlines',
    lead: '/article/low-water',
    sections: 'The sea <b> | sea\nOur choice | /article/the-lead',
    news: '/article/low-water',
    topics: 'NASA, nothing, travel',
  }
  beforeAll(async () => {
    const text = { content: 'Text.', author: 'Ines' }
    await importRecords(server, [
      { ...text, title: 'Low water', tags: ['NASA'], published_at: at(1) },
      { ...text, title: 'Harbour', tags: ['Sea'], published_at: at(2) },
    ])
  })

  test('is seen before it is saved, edited at once, and put back with one press, to the byte', async () => {
    const before = await read('/')
    expect((await preview(`${MAIN_SITE_ID}/preview?page=home`, CHOICE)).body).toContain('Our choice')
    expect((await read('/')).bytes.equals(before.bytes)).toBe(true)
    const other = await read('/', HOST)
    expect((await save(MAIN_SITE_ID, CHOICE)).body).toContain('Look saved')
    const body = mainOf((await read('/')).body)
    expect(links(partOf(body, 'news-strip', '</aside>'))).toEqual(Array(2).fill('/article/low-water'))
    expect(partOf(body, '<h2', '</h2>')).toContain('Low water')
    expect(links(partOf(body, 'trending-title', '</section>'))).toEqual([
      '/category/nasa',
      '/category/travel',
    ])
    expect(body).toContain('<a href="/category/sea">The sea &lt;b&gt;</a>')
    expect(links(partOf(body, '<h2 id="section-2"', '</section>'))).toContain('/article/the-lead')
    expect(body).not.toContain('id="latest"') // each article stands above it already
    expect((await read('/', HOST)).headers['x-cache']).toBe(other.headers['x-cache'] && 'hit')
    const screen = await server.ask(`/manage-sites/${MAIN_SITE_ID}`, { headers: { cookie: owner } })
    expect(screen.body).toContain('The sea &lt;b&gt; | sea\nOur choice | /article/the-lead</textarea>')
    const version = /name="version" value="(\d+)"/.exec(screen.body)?.[1] ?? ''
    await send(MAIN_SITE_ID, { intent: 'undo-face', version })
    expect((await read('/')).bytes.equals(before.bytes)).toBe(true)
  })

  test('goes on without an article that readers cannot open, and follows a renamed tag', async () => {
    await save(MAIN_SITE_ID, CHOICE)
    await queryStore(
      server,
      `update blog_posts set published_at = null, site_id = null where slug = 'low-water'`,
    )
    await queryStore(server, `update blog_posts set tags = '{Ocean}' where slug = 'harbour'`)
    await queryStore(
      server,
      `insert into tags (user_id, tag_key, moved_to) select id, 'sea', 'ocean' from users limit 1`,
    )
    await save(MAIN_SITE_ID, { ...CHOICE, tagline: 'Drops the page' })
    const body = mainOf((await read('/')).body)
    expect(body).not.toContain('Low water')
    expect(partOf(body, '<h2', '</h2>')).toContain('The lead')
    expect(body).toContain('<a href="/category/ocean">The sea')
    const screen = await server.ask(`/manage-sites/${MAIN_SITE_ID}`, { headers: { cookie: owner } })
    expect(screen.body).toMatch(/Not on this site now: \/article\/[0-9a-f-]{36}/)
    await save(MAIN_SITE_ID, { ...LOOK, name: 'Broadsheet' })
  })

  test('is refused with a sentence, and what was typed stays', async () => {
    const refused = await save(MAIN_SITE_ID, { ...CHOICE, lead: '/article/nothing' })
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('No article of this site is at /article/nothing.')
    expect(refused.body).toContain('value="NASA, nothing, travel"')
    expect((await save(MAIN_SITE_ID, { ...CHOICE, news: 'Low water' })).body).toContain(
      'Line 1 names no article',
    )
  })
})

test('a site without articles shows readers its name, and the hint to write to its people alone', async () => {
  const { body } = await read('/', HOST)
  expect(body).toContain('No articles yet.')
  expect(body).toContain('>Quay</p>')
  expect(body).not.toMatch(/data-first-steps|\/publisher|Write/)
  const screen = await server.ask(`/manage-sites/${siteId}`, { headers: { cookie: owner } })
  expect(screen.body).toContain('Write the first one')
  const full = await server.ask(`/manage-sites/${MAIN_SITE_ID}`, { headers: { cookie: owner } })
  expect(full.body).not.toContain('Write the first one')
})

describe('the preview', () => {
  test('shows a look that is not saved, without scripts, and stores nothing', async () => {
    const look = { ...LOOK, tagline: 'Only here', accent: '#7a0295' }
    const frame = await preview(`${MAIN_SITE_ID}/preview?page=article`, look)
    expect(frame.headers['content-security-policy']).toContain('sandbox')
    expect(frame.body).toContain('The lead')
    expect(frame.body).not.toContain('<script')
    expect((await preview(`${siteId}/preview?page=home`, look)).body).toContain('Only here')
    const sheet = /href="(\/manage-sites\/[^"]+preview-sheet[^"]*)"/.exec(frame.body)?.[1]
    const css = await server.ask((sheet ?? '').replaceAll('&amp;', '&'), { headers: { cookie: owner } })
    expect(css.headers['content-type']).toBe('text/css; charset=utf-8')
    expect(css.body).toContain('#7a0295')
    expect((await read('/', HOST)).body).not.toContain('Only here')
  })

  test('works without scripts: the address of the screen has the look of its form', async () => {
    const query = new URLSearchParams({ preview: '1', ...ORANGE, tagline: 'From the address' })
    const { body } = await server.ask(`/manage-sites/${siteId}?${query}`, { headers: { cookie: owner } })
    expect(body).toContain('value="From the address"')
    expect(body).toContain('The nearest one that can is')
  })
})

describe('the main site', () => {
  test('has its look and its name from its owner', async () => {
    const look = { ...LOOK, paperLight: '#fff1e5', name: 'The Tide' }
    expect((await save(MAIN_SITE_ID, { ...look, name: ' ' })).body).toContain('Please give it a name.')
    expect((await save(MAIN_SITE_ID, look)).body).toContain('Look saved')
    const home = await read('/')
    expect(home.body).toContain('<title>The Tide</title>')
    expect(sheetOf(home.body)).toBeDefined()
    expect((await read('/feed.xml')).body).toContain('<title>The Tide</title>')
    const list = await server.ask('/manage-sites', { headers: { cookie: owner } })
    expect(list.body).toContain('The main site: <!-- -->The Tide')
  })

  test('is closed to other accounts, and so is the site of another one', async () => {
    for (const id of [MAIN_SITE_ID, siteId]) {
      const headers = { cookie: stranger }
      for (const path of ['', '/preview?page=home'])
        expect((await server.ask(`/manage-sites/${id}${path}`, { headers })).status).toBe(404)
      expect((await send(id, { intent: 'save-face', ...LOOK, name: 'Mine' }, stranger)).status).toBe(404)
    }
    const stored = await queryStore<{ name: string }>(server, `select main_site_name() as name`)
    expect(stored).toEqual([{ name: 'The Tide' }])
  })

  test('has its new name on the own domain of its owner, too', async () => {
    const [form, domain] = [{ siteName: 'The Tide', siteDomain: 'tide.example' }, 'tide.example']
    await server.ask('/seo-settings', { form, headers: { cookie: owner } })
    await vi.waitFor(async () => expect((await read('/', domain)).body).toContain('<title>The Tide</title>'))
    expect((await read('/', domain)).headers['x-cache']).toBe('hit')
    expect((await save(MAIN_SITE_ID, { ...LOOK, name: 'The Ebb' })).body).toContain('Look saved')
    expect((await read('/', domain)).body).toContain('<title>The Ebb</title>')
  })
})
