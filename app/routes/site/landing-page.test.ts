import { beforeAll, describe, expect, test } from 'vitest'
import { listGraphFaults } from '../../../tests/support/json-ld.ts'
import { addSite, queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

let server: TestServer
let cookie: string

beforeAll(async () => {
  server = await shareServer()
  await addSite(server, 'Harbour')
  ;({ cookie } = await signUp(server))
})

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Writes a row without the product, like a mistake or an attacker. */
async function writePage(slug: string, columns: Record<string, string> = {}): Promise<void> {
  const row: Record<string, string> = {
    id: 'gen_random_uuid()',
    user_id: '(select id from users limit 1)',
    slug: quote(slug),
    is_published: 'true',
    meta_title: quote('Roof repair in Springfield, IL'),
    meta_description: quote('Who mends roofs in Springfield.'),
    content: quote('<h2>What a roof costs</h2><p>It depends on the <strong>slates</strong>.</p>'),
    ...columns,
  }
  await queryStore(
    server,
    `insert into generated_pages (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`,
  )
}

describe('a published landing page', () => {
  test('is found by its whole path and shows its row', async () => {
    const schema = {
      '@type': 'Service',
      name: 'Roof repair',
      areaServed: { '@type': 'City', name: 'Springfield' },
    }
    await writePage('services/roof-repair', { schema_markup: quote(JSON.stringify(schema)) })
    const answer = await server.ask('/services/roof-repair')
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('<title>Roof repair in Springfield, IL</title>')
    expect(answer.body).toContain('content="Who mends roofs in Springfield."')
    expect(answer.body).toContain(`<link rel="canonical" href="${server.url}/services/roof-repair"/>`)
    expect(answer.body).toContain('<p>It depends on the <strong>slates</strong>.</p>')
    const graph = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(answer.body)?.[1] ?? ''
    expect(JSON.parse(graph)).toMatchObject({ '@graph': expect.arrayContaining([schema]) as unknown })
    expect((await server.ask('/services/roof-repair')).headers['x-cache']).toBe('hit')
  })

  test('names its own canonical URL if it has one', async () => {
    await writePage('elsewhere', { canonical_url: quote('https://harbour.example/roofs') })
    expect((await server.ask('/elsewhere')).body).toContain(
      '<link rel="canonical" href="https://harbour.example/roofs"/>',
    )
  })

  test('shows the contact data of the present settings', async () => {
    await writePage('reached')
    expect((await server.ask('/reached')).body).not.toContain('tel:')
    const business = {
      businessName: 'Tide & Sons',
      businessPhone: '(410) 555-0131 x7',
      businessAddress: '1 Pier',
      businessCity: 'Baltimore',
      businessHours: 'Mon to Fri 8 to 17 <b>',
      businessArea: 'Baltimore & the bay',
    }
    await server.ask('/seo-settings', { form: { ...business, businessState: 'MD' }, headers: { cookie } })
    const { body } = await server.ask('/reached')
    expect(body).toContain('>Tide &amp; Sons</h2>')
    expect(body).toContain('Baltimore, MD')
    // The panel, and the bar of a narrow window; the style sheet shows one of them.
    expect(body.match(/href="tel:4105550131;ext=7"/g)).toHaveLength(2)
    expect(body).toContain('>Opening hours</dt><dd>Mon to Fri 8 to 17 &lt;b&gt;</dd>')
    expect(body).toContain('>Area</dt><dd>Baltimore &amp; the bay</dd>')
  })

  test('has a social image', async () => {
    await writePage('roof-repair-springfield-il')
    const { body } = await server.ask('/roof-repair-springfield-il')
    const { pathname, search } = new URL(/property="og:image" content="([^"]+)"/.exec(body)?.[1] ?? '')
    const answer = await server.ask(pathname + search)
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    expect((await server.ask('/nobody-knows-it/social.png')).status).toBe(404)
  })

  test('runs no script that is in its row', async () => {
    const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
    await writePage('attacked', {
      meta_title: quote(attack),
      meta_description: quote(attack),
      canonical_url: quote('javascript:alert(1)'),
      schema_markup: quote(
        JSON.stringify({ '@type': 'Service', name: `</script><script>alert(1)</script>` }),
      ),
      content: quote(
        `<p onclick="alert(1)">Roofs</p><script>alert(1)</script><iframe src="https://evil.example"></iframe>`,
      ),
    })
    const { body } = await server.ask('/attacked')
    expect(body).toContain('<p>Roofs</p>')
    expect(body).not.toMatch(/<script>alert|onclick|onerror=alert\(1\)>(?!&)|<iframe|href="javascript:/)
  })
})

describe('the card Page Not Found is shown, with status 404,', () => {
  test('for a page that is not published', async () => {
    await writePage('draft', { is_published: 'false' })
    const answer = await server.ask('/draft')
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('The page you&#x27;re looking for doesn&#x27;t exist.')
  })

  test('for a path that differs in letter case or has more segments', async () => {
    await writePage('exact')
    for (const path of ['/Exact', '/exact/more', '/more/exact'])
      expect((await server.ask(path)).status).toBe(404)
  })

  test('on a hosted site, which has no landing pages', async () => {
    await writePage('main-only')
    expect((await server.ask('/main-only')).status).toBe(200)
    expect((await server.ask('/main-only', { host: 'harbour.localhost' })).status).toBe(404)
  })
})

describe('generated pages', () => {
  const GENERATE = '/functions/v1/generate-landing-pages'
  let headers: Record<string, string>

  beforeAll(async () => {
    const { cookie: own, email } = await signUp(server)
    headers = { cookie: own, origin: server.url }
    const user = `(select id from users where email = '${email}')`
    await queryStore(
      server,
      `insert into services (id, user_id, name, slug) values
      (gen_random_uuid(), ${user}, '<script>alert(1)</script> & Slates', 'slates'), (gen_random_uuid(), ${user}, 'Drains', 'drains')`,
    )
    await queryStore(
      server,
      `insert into cities (id, user_id, name, state, slug, notes) values
      (gen_random_uuid(), ${user}, 'Cairo', 'IL', 'cairo-il', repeat('Two rivers meet below the levee here. ', 12)),
      (gen_random_uuid(), ${user}, 'Login', 'IL', 'login', 'A mill.')`,
    )
    await queryStore(
      server,
      `insert into seo_settings (user_id, business_name, business_address, business_city, business_state)
      values (${user}, 'Slate & Sons', '1 Levee Road', 'Cairo', 'IL')`,
    )
    await queryStore(
      server,
      `insert into landing_templates (user_id, title, description, body, below_gate)
      select ${user}, '{{service}} in {{city}}', '{{service}} in {{city}}, {{state}}: what the work includes and who does it here.',
      E'{{notes}}\\n\\n{{services_in_city}}\\n\\n{{nearby_cities}}', 'noindex'`,
    )
    const answer = await server.ask(GENERATE, { json: { regenerateAll: true }, headers })
    expect(JSON.parse(answer.body)).toMatchObject({
      pagesGenerated: 4,
      changed: 4,
      retired: 0,
      message: 'Generated 4 landing pages successfully!',
    })
  })

  test('have valid structured data, like all other pages', async () => {
    for (const path of ['/slates-cairo-il', '/drains-login', '/']) {
      const { body, status } = await server.ask(path)
      expect(status).toBe(200)
      expect(listGraphFaults(body), path).toEqual([])
    }
    const { body } = await server.ask('/slates-cairo-il')
    for (const type of ['Service', 'LocalBusiness', 'PostalAddress', 'City', 'State', 'BreadcrumbList'])
      expect(body).toContain(`"@type":"${type}"`)
  })

  test('escape a name that looks like markup', async () => {
    const { body } = await server.ask('/slates-cairo-il')
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Slates in Cairo</title>')
    const drains = await server.ask('/drains-cairo-il')
    expect(drains.body).toContain(
      '<a href="/slates-cairo-il">&lt;script&gt;alert(1)&lt;/script&gt; &amp; Slates</a>',
    )
  })

  test('take no path of the product: a city called Login does not replace the sign-in page', async () => {
    expect((await server.ask('/drains-login')).body).toContain('Drains in Login')
    expect((await server.ask('/auth')).body).toContain('Sign')
    expect((await server.ask('/login')).status).toBe(404)
  })

  test('are noindex and not in the sitemap if they are below the gate', async () => {
    const pages = await queryStore<{ slug: string; is_noindex: boolean }>(
      server,
      `select slug, is_noindex from generated_pages where city_id is not null`,
    )
    const sitemap = await server.ask('/sitemaps/pages-1.xml')
    for (const { slug, is_noindex } of pages) {
      const { body } = await server.ask(`/${slug}`)
      expect(body.includes('<meta name="robots" content="noindex"/>'), slug).toBe(is_noindex)
      expect(sitemap.body.includes(`${server.url}/${slug}<`), slug).toBe(!is_noindex)
    }
    expect(new Set(pages.map(({ is_noindex }) => is_noindex)).size).toBe(2)
    expect((await server.ask('/sitemap.xml')).body).toContain('/sitemaps/pages-1.xml')
    expect((await server.ask('/sitemaps/pages-2.xml')).status).toBe(404)
  })

  test('run no script that an attacker writes into the database', async () => {
    await queryStore(
      server,
      `update generated_pages set content = content || '<img src=x onerror=alert(1)><script>alert(1)</script>' where slug = 'drains-login'`,
    )
    await queryStore(
      server,
      `insert into page_drops (id, tags) select gen_random_uuid(), array['landing-page:' || id] from generated_pages where slug = 'drains-login'`,
    )
    const { body } = await server.ask('/drains-login?page=2')
    expect(body).not.toMatch(/onerror|<script>alert/)
    expect(body).toContain('A mill.')
  })

  test('are 410 when their city is deleted, and leave the cache and the sitemap', async () => {
    expect((await server.ask('/slates-cairo-il')).status).toBe(200)
    await queryStore(server, `delete from cities where slug = 'cairo-il'`)
    await server.ask(GENERATE, { json: { regenerateAll: true }, headers })
    const answer = await server.ask('/slates-cairo-il')
    expect(answer.status).toBe(410)
    expect(answer.body).toContain('Page Not Found')
    expect((await server.ask('/sitemaps/pages-1.xml')).body).not.toContain('slates-cairo-il')
  })
})
