// @seconds 26
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { signUpPublisher } from '../../../tests/support/publisher.ts'
import { addSite, queryStore, signUp, startServer, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { ROUTES } from '../../platform/web/route-table.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let cookie: string
let siteId: string

beforeAll(async () => {
  server = await shareServer()
  await addSite(server, 'Harbour')
  const publisher = await signUpPublisher(server, {})
  cookie = publisher.cookie
  siteId = publisher.siteIds.find((id) => id !== MAIN_SITE_ID) ?? ''
})

const publish = (form: Record<string, string | string[]>, headers: Record<string, string> = { cookie }) =>
  server.ask('/publisher', {
    headers,
    form: {
      draftId: uuidv7(),
      title: 'T',
      content: 'C',
      author: 'A',
      siteIds: [MAIN_SITE_ID, siteId],
      ...form,
    },
  })

describe('the desk is closed without a session', () => {
  test.each(['/publisher', '/Publisher', '/publisher/', '/%70ublisher', '/publisher?x=1'])(
    '%s redirects to the sign-in screen and back',
    async (path) => {
      const answer = await server.ask(path)
      expect(answer.status).toBe(302)
      expect(answer.headers.location).toBe(`/auth?next=${encodeURIComponent(path)}`)
      expect(answer.headers['cache-control']).toBe('private, no-store')
    },
  )

  test.each(['/publisher.data', '/publisher.data?_routes=routes%2Fdesk%2Fpublisher'])(
    '%s returns no data',
    async (path) => {
      const answer = await server.ask(path)
      expect(answer.body).toContain('/auth?next=')
      expect(answer.body).not.toContain('harbour')
    },
  )

  test('publishing is refused and changes nothing', async () => {
    const answer = await publish({ title: 'Uninvited' }, {})
    expect(answer.status).toBe(302)
    expect((await server.ask('/article/uninvited')).status).toBe(404)
  })

  test('a forged cookie opens no screen', async () => {
    expect(
      (await server.ask('/publisher', { headers: { cookie: 'session=invented.signature' } })).status,
    ).toBe(302)
  })

  test('on a hosted site it redirects to the main site', async () => {
    const answer = await server.ask('/publisher', { host: 'harbour.localhost' })
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe(`${server.url}/publisher`)
  })
})

describe('one’s own articles', () => {
  test('are none at first, with a link to write one; then each is listed with its sites', async () => {
    const { cookie: fresh } = await signUp(server)
    const empty = await server.ask('/articles', { headers: { cookie: fresh } })
    expect(empty.body).toContain('No articles yet')
    expect(empty.body).toContain('Write the first one')
    await publish({ title: 'Listed' }, { cookie: fresh })
    const { body } = await server.ask('/articles?page=7', { headers: { cookie: fresh } })
    expect(body).toContain('/article/listed')
    expect(body).toContain('Harbour: live: Listed')
    expect(body).not.toContain('Try again now')
  })

  test('are sent again to a site that does not have them', async () => {
    const { cookie: own } = await signUp(server)
    await publish({ title: 'Lacking' }, { cookie: own })
    await queryStore(
      server,
      `update deliveries set state = 'failed', reason = 'unexpected', delivered_hash = null
       where site_id = '${siteId}' and article_id = (select id from blog_posts where slug = 'lacking' and origin_id is null)`,
    )
    const { body } = await server.ask('/articles', { headers: { cookie: own } })
    expect(body).toContain('Harbour: refused: Lacking')
    const at = new RegExp(`/articles\\?at=[\\da-f-]+\\.${siteId}`).exec(body)?.[0] ?? ''
    const open = await server.ask(at, { headers: { cookie: own } })
    expect(open.body).toContain('Harbour refused it')
    const dot = /value="(redeliver [^"]+)"/.exec(open.body)?.[1] ?? ''
    const answer = await server.ask('/articles', { headers: { cookie: own }, form: { dot } })
    expect(answer.body).toContain('Harbour is up to date')
    expect(answer.body).toContain('Harbour: live: Lacking')
  })

  test.each(['of another account', 'that is not there'])(
    'of an article %s are not sent again',
    async (whose) => {
      await publish({ title: 'Foreign' })
      const [row] = await queryStore<{ id: string }>(
        server,
        `select id from blog_posts where title = 'Foreign' and origin_id is null limit 1`,
      )
      const id = whose === 'of another account' ? (row?.id ?? '') : uuidv7()
      const { cookie: own } = await signUp(server)
      const dot = `redeliver ${id} ${siteId}`
      const answer = await server.ask('/articles', { headers: { cookie: own }, form: { dot } })
      expect(answer.body).toContain('This article is not there any more.')
      expect(answer.body).not.toContain('is up to date')
      const form = { intent: 'redeliver' }
      const edit = await server.ask(`/articles/${id}`, { headers: { cookie: own }, form })
      expect(edit.status).toBe(404)
    },
  )
})

describe('the publish form', () => {
  test('lists the sites with name and address, and no cache stores it', async () => {
    const answer = await server.ask('/publisher', { headers: { cookie } })
    expect(answer.body).toContain('Harbour')
    expect(answer.body).toContain(`http://harbour.localhost:${server.port}`)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    for (const label of [
      'Article Details',
      'Meta Description',
      'Tags (comma-separated)',
      'Keywords (comma-separated)',
      'Canonical URL',
      'Publish Article',
    ]) {
      expect(answer.body).toContain(label)
    }
  })

  test.each([
    [{ title: ' ' }, 'Please fill in all required fields'],
    [{ content: '' }, 'Please fill in all required fields'],
    [{ author: '' }, 'Please fill in all required fields'],
    [{ siteIds: [] as string[] }, 'Please select at least one target site'],
  ])('refuses %o with the sentence of the spec and keeps the typed values', async (wrong, sentence) => {
    const answer = await publish({ keywords: 'kept, as typed', metaDescription: 'Kept too', ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.body).toContain(sentence)
    expect(answer.body).toContain('kept, as typed')
    expect(answer.body).toContain('Kept too')
  })

  test('shows the result with true counts, and is empty again', async () => {
    const answer = await publish({ title: 'Counted', keywords: 'gone after' })
    expect(answer.body).toContain('Post created and published to 2 site(s)')
    expect(answer.body).toContain('All sites published successfully')
    expect(answer.body).toContain(`http://harbour.localhost:${server.port}/article/counted`)
    expect(answer.body).not.toContain('gone after')
  })

  test('shows a sign in place of the one character that no text can hold', async () => {
    await publish({ title: 'Nothing\0ness', content: 'A\0B' })
    expect((await server.ask('/article/nothingness')).body).toContain('<p>A\uFFFDB</p>')
  })

  test('takes only its own fields', async () => {
    await publish({
      title: 'Mine',
      slug: 'yours',
      user_id: uuidv7(),
      published_at: '2001-01-01',
      id: uuidv7(),
    })
    expect((await server.ask('/article/mine')).status).toBe(200)
    expect((await server.ask('/article/yours')).status).toBe(404)
  })

  test('refuses a body over 1 MB', async () => {
    expect((await publish({ content: 'x'.repeat(1_100_000) })).status).toBe(413)
  })

  test('refuses a body without a length', async () => {
    const headers = {
      cookie,
      'transfer-encoding': 'chunked',
      'content-type': 'application/x-www-form-urlencoded',
    }
    expect((await server.ask('/publisher', { method: 'POST', headers })).status).toBe(411)
  })

  test('refuses a write from a page of another site', async () => {
    const evil = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await publish({ title: 'Forged' }, evil)).status).toBe(403)
    expect((await publish({ title: 'Forged' }, { cookie, origin: 'null' })).status).toBe(403)
    expect((await server.ask('/article/forged')).status).toBe(404)
  })
})

const findSwitch = (html: string) => /<input[^>]*role="switch"[^>]*>/.exec(html)?.[0] ?? 'none'

test('the switch of variations works with a provider, and keeps its state after a refusal', async () => {
  const wordy = await startServer({ AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_MODEL: 'any' })
  await addSite(wordy, 'Harbour')
  const headers = { cookie: (await signUp(wordy)).cookie }
  const first = findSwitch((await wordy.ask('/publisher', { headers })).body)
  expect(first).toContain('name="generateVariations"')
  expect(first).not.toMatch(/disabled|checked/)
  const form = { draftId: uuidv7(), title: '', content: 'C', author: 'A', generateVariations: 'on' }
  const refused = await wordy.ask('/publisher', { headers, form })
  expect(refused.status).toBe(400)
  expect(findSwitch(refused.body)).toContain('checked')
  const without = findSwitch((await server.ask('/publisher', { headers: { cookie } })).body)
  expect(without).toContain('disabled')
  await wordy.end()
})

const fetchData = (method: string, path = '/account/export') =>
  server.ask(path, { method, headers: { cookie } })

describe('an account’s data', () => {
  test('are not packed for the page of another site', async () => {
    const headers = { cookie, 'sec-fetch-site': 'cross-site' }
    for (const path of ['/account/export', '/record/export']) {
      const answer = await server.ask(path, { headers })
      expect(answer.status).toBe(403)
      expect(answer.body).toContain('This request came from another site.')
    }
  })

  test('come as one file that no cache stores', async () => {
    const answer = await fetchData('GET')
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining('.zip'),
    })
    expect(answer.bytes.subarray(-22, -18).toString('latin1'), 'the end of an archive').toBe('PK\u0005\u0006')
    const asked = await fetchData('HEAD')
    expect(asked).toMatchObject({ status: 200, body: '' })
    expect(asked.headers['content-type']).toBe('application/zip')
  })

  test('are never held in memory as a whole, as the data of a screen are', async () => {
    expect((await fetchData('GET', '/account/export.data')).status).toBe(404)
  })

  test('end with an error, not with a short file, if they cannot be read to their end', async () => {
    await queryStore(server, 'alter table generated_pages rename to away')
    await expect(fetchData('GET')).rejects.toThrow('aborted')
    await queryStore(server, 'alter table away rename to generated_pages')
    await expect.poll(() => server.output()).toMatch(/"id":"[\da-f-]{36}".*"event":"stream\.failed"/)
    expect((await fetchData('GET')).status).toBe(200)
  })
})

describe('a wrong request to a screen', () => {
  const paths = [
    '/auth',
    '/auth/forgot',
    '/auth/reset',
    '/auth/verify',
    '/publisher',
    '/account',
    '/seo-settings',
    '/manage-sites/new',
  ]
  const bodies = {
    nothing: { status: 415, type: undefined, body: '' },
    text: { status: 415, type: 'text/plain', body: 'intent=sign-in' },
    JSON: { status: 415, type: 'application/json', body: '{"intent":"sign-in"}' },
    'parts without a boundary': { status: 400, type: 'multipart/form-data', body: 'x' },
    'parts that are cut off': { status: 400, type: 'multipart/form-data; boundary=x', body: '--x\r\nConte' },
  }
  test.each(Object.entries(bodies))(
    'is refused with a sentence: %s',
    async (_name, { status, type, body }) => {
      for (const path of paths) {
        const headers = { cookie, ...(type && { 'content-type': type }) }
        const answer = await server.ask(path, { method: 'POST', headers, body })
        expect(answer.status, path).toBe(status)
        expect(answer.body, path).toMatch(/^The (request must be a form|form cannot be read)/)
      }
    },
  )

  test.each(['PUT', 'PATCH', 'DELETE', 'TRACE'])('is refused with the method %s', async (method) => {
    for (const path of paths) {
      const answer = await server.ask(path, { method, headers: { cookie } })
      expect(answer.status, path).toBe(405)
      expect(answer.headers.allow).toBe('GET, HEAD, POST')
    }
  })

  test('with an id that is no UUID is no error of the server', async () => {
    const before = server.output().length
    const form = { intent: 'end-session', sessionId: 'nonsense' }
    expect((await server.ask('/account', { headers: { cookie }, form })).status).toBe(200)
    const ending = { intent: 'end', id: "' or 1=1" }
    expect((await server.ask('/account/tokens', { headers: { cookie }, form: ending })).status).toBe(200)
    expect(server.output().slice(before)).not.toContain('"level":50')
  })
})

test('a landing page below the gate is shown to its account only', async () => {
  const id = uuidv7()
  await queryStore(
    server,
    `insert into generated_pages (id, user_id, slug, is_published, meta_title, content)
     select '${id}', id, 'roofs-cairo', false, 'Roofs in Cairo', '<p>Slates.</p><script>x</script>' from users limit 1`,
  )
  const list = await server.ask('/seo-dashboard/pages', { headers: { cookie } })
  expect(list.body).toContain(`href="/seo-dashboard/pages/${id}"`)
  const { body } = await server.ask(`/seo-dashboard/pages/${id}`, { headers: { cookie } })
  expect(body).toContain('Below the gate, not published')
  expect(body).toContain('<p>Slates.</p>')
  expect(body).not.toContain('<script>x</script>')
  expect((await server.ask('/roofs-cairo')).status).toBe(404)
  for (const other of ['none', uuidv7()])
    expect((await server.ask(`/seo-dashboard/pages/${other}`, { headers: { cookie } })).status).toBe(404)
})

test('the page of an article asks whether its reader owns it, to offer the link to edit it', async () => {
  await publish({ title: 'Whose is it' })
  const [article] = await queryStore<{ id: string }>(
    server,
    `select id from blog_posts where slug = 'whose-is-it' and origin_id is null`,
  )
  const page = await server.ask('/article/whose-is-it')
  expect(page.body).toContain(`href="/articles/${article?.id}" data-edit="${article?.id}" hidden=""`)
  const stranger = await signUp(server)
  const ask = async (headers: Record<string, string>) =>
    (await server.ask(`/auth/session?article=${article?.id}`, { headers })).body
  expect(await ask({ cookie })).toBe('{"signedIn":true,"isOwn":true}')
  expect(await ask({ cookie: stranger.cookie })).toBe('{"signedIn":true,"isOwn":false}')
  expect(await ask({})).toBe('{"signedIn":false}')
})

function expectWayBack(body: string): void {
  expect(body).not.toContain('Unexpected Application Error!')
  const main = body.slice(body.indexOf('<main'))
  expect(main).toMatch(/There is no such|is not there any more/)
  expect(main).toMatch(/<a [^>]*href="\/[a-z]/)
}

const UNKNOWN = '01a1fd26-8c97-77b6-8309-db0e57169c42' // of no row

describe('an address of the desk with an unknown id', () => {
  // The draft and its link are data, previews stand in a frame, and a style sheet depends on its parameters alone.
  const others = new Set(
    ['draft', 'share-link', 'import-preview', 'site-preview', 'site-preview-sheet'].map(
      (name) => `routes/desk/${name}`,
    ),
  )
  const screens = Object.entries(ROUTES).filter(
    ([id, { path }]) => id.startsWith('routes/desk/') && path.includes(':') && !others.has(id),
  )

  test.each(screens.flatMap(([, { path }]) => [UNKNOWN, 'no-id'].map((id) => path.replace(/:\w+/, id))))(
    '%s says that it is not there, and leads back',
    async (path) => {
      const answer = await server.ask(path, { headers: { cookie } })
      if (answer.status === 400) return expect(answer.body).not.toContain('Unexpected') // the address is none
      expect(answer.status).toBe(404)
      expectWayBack(answer.body)
    },
  )

  test.each(screens.map(([, { path }]) => path.replace(/:\w+/, UNKNOWN)))(
    'a form to %s says it too',
    async (path) => {
      for (const intent of ['delete', 'save', 'plan', '']) {
        const answer = await server.ask(path, {
          headers: { cookie },
          form: { intent, title: 'T', revision: '1' },
        })
        expect([302, 400, 404, 405, 422]).toContain(answer.status)
        if (answer.status === 404) expectWayBack(answer.body)
      }
    },
  )

  test.each([
    '/articles?unpublish=',
    '/articles?discard=',
    '/articles?run=',
    '/articles?done=',
    '/publisher?draft=',
    '/pictures?run=',
    '/pictures?delete=',
    '/tags?run=',
    '/tags?merge=',
    '/authors?run=',
    '/authors?author=',
    '/calendar?plan=',
    '/import?run=',
    '/backlink-fixer?run=',
    '/manage-sites?removed=',
    '/manage-cities?delete=',
    '/manage-services?delete=',
    '/seo-dashboard?run=',
    '/seo-dashboard/pages?run=',
  ])('%s is a screen with any id', async (path) => {
    for (const id of [UNKNOWN, '%00']) {
      const { status, body } = await server.ask(path + id, { headers: { cookie } })
      expect([200, 302, 404]).toContain(status)
      expect(body).not.toContain('Unexpected Application Error!')
    }
  })
})
