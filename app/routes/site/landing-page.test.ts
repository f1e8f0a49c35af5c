import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSite, queryStore, signUp, startServer, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'error' })
  await addSite(server, 'Harbour')
  await signUp(server)
})
afterAll(async () => {
  await server.stop()
  server.forget()
})

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Writes a row past the product, as a mistake or an intruder would. */
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
  test('is found by its whole path and says what it was given', async () => {
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

  test('names its own canonical address if it has one', async () => {
    await writePage('elsewhere', { canonical_url: quote('https://harbour.example/roofs') })
    expect((await server.ask('/elsewhere')).body).toContain(
      '<link rel="canonical" href="https://harbour.example/roofs"/>',
    )
  })

  test('has a picture for networks', async () => {
    await writePage('roof-repair-springfield-il')
    const { body } = await server.ask('/roof-repair-springfield-il')
    const { pathname, search } = new URL(/property="og:image" content="([^"]+)"/.exec(body)?.[1] ?? '')
    const answer = await server.ask(pathname + search)
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    expect((await server.ask('/nobody-knows-it/social.png')).status).toBe(404)
  })

  test('runs nothing, whatever is in its row', async () => {
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

  test('for a path that is only like one', async () => {
    await writePage('exact')
    for (const path of ['/Exact', '/exact/more', '/more/exact'])
      expect((await server.ask(path)).status).toBe(404)
  })

  test('on a hosted site, whose pages they are not', async () => {
    await writePage('main-only')
    expect((await server.ask('/main-only')).status).toBe(200)
    expect((await server.ask('/main-only', { host: 'harbour.localhost' })).status).toBe(404)
  })
})
