import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { takePicture } from '../../../tests/support/pictures.ts'
import { queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let cookie: string

beforeAll(async () => {
  server = await shareServer({ isLimited: true })
  cookie = (await signUp(server)).cookie
})

const BOUNDARY = 'the-end-of-a-part'

function toForm(
  content: string | Buffer,
  { name = 'a.ndjson', field = 'file', isWhole = true } = {},
): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return Buffer.concat([
    Buffer.from(head),
    Buffer.from(content),
    Buffer.from(isWhole ? `\r\n--${BOUNDARY}--\r\n` : ''),
  ])
}

const toForms = (files: (readonly [name: string, content: string | Buffer])[]) =>
  Buffer.concat(
    files.map(([name, content], index) =>
      Buffer.concat([
        toForm(content, { name, isWhole: false }),
        Buffer.from(index < files.length - 1 ? '\r\n' : `\r\n--${BOUNDARY}--\r\n`),
      ]),
    ),
  )

const sendForm = (body: string | Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  server.ask('/import', { body, headers: { cookie, 'content-type': type } })

const toLine = (path: string, title: string) =>
  JSON.stringify({ source: 'blog', path, title, content: 'Six.' })

const read = async () => (await server.ask('/import', { headers: { cookie } })).body
const findId = async () => /name="importId" value="([^"]+)"/.exec(await read())?.[1] ?? ''

test('a file is sent, shown and imported by forms', async () => {
  expect(await read()).toContain('Bring your articles')
  const sent = await sendForm(toForm([toLine('1', 'Low water'), '{ broken'].join('\n')))
  expect([sent.status, sent.headers.location]).toEqual([302, '/import'])
  await expect.poll(read).toContain('Import 1 article')
  expect(await read()).toContain('line 2')
  const shown = await server.ask('/import/preview/0', { headers: { cookie } })
  expect(shown.body).toContain('Low water</h1>')
  expect(shown.headers['content-security-policy']).toContain('sandbox')
  expect(shown.body).not.toContain('<script src')
  const form = { intent: 'import', importId: await findId(), as: 'drafts', by: 'one', author: '' }
  const nameless = await server.ask('/import', { headers: { cookie }, form })
  expect([nameless.status, nameless.body]).toEqual([
    400,
    expect.stringContaining('Type the name of the author'),
  ])
  form.author = 'Ines Halloran'
  expect((await server.ask('/import', { headers: { cookie }, form })).status).toBe(302)
  await expect.poll(read, { timeout: 20_000 }).toContain('1 article came in as drafts.')
  expect((await server.ask('/article/low-water')).status).toBe(404)
  expect(await queryStore(server, 'select author from blog_posts')).toEqual([{ author: 'Ines Halloran' }])
  expect((await server.ask('/import/preview/0', { headers: { cookie } })).status).toBe(404)
  const twice = await server.ask('/import', { headers: { cookie }, form })
  expect(twice.status).toBe(409)
  expect(twice.body).toContain('This import is not there any more.')
})

test('an article with a date in the future is shown with the time of its plan, in the time zone of the browser', async () => {
  const noon = new Date(Date.now() + 86_400_000).toISOString().replace(/T.*/, 'T12:00:00Z')
  const lines = [noon, '2199-01-01T00:00:00Z'].map((published_at, index) =>
    JSON.stringify({
      source: 'later',
      path: `${index}`,
      title: `Later ${index}`,
      content: 'Six.',
      published_at,
    }),
  )
  await sendForm(toForm(lines.join('\n')))
  await expect.poll(read).toContain('Import 2 articles')
  const headers = { cookie: `${cookie}; time_zone=Asia%2FTokyo` }
  const preview = (await server.ask('/import', { headers })).body
  expect(preview).toMatch(/Planned for [A-Z][a-z]{2} \d+, \d{4}, 21:00/)
  expect(preview).toContain('1 article is planned for later. The others become drafts.')
  expect(preview).toContain('A draft: its date is more than 3 years ahead.')
  const form = { intent: 'import', importId: await findId(), as: 'file', by: 'file', siteIds: MAIN_SITE_ID }
  await server.ask('/import', { headers, form })
  await expect.poll(read, { timeout: 20_000 }).toContain('1 article has a plan to be published later.')
  expect((await server.ask('/articles?state=scheduled', { headers })).body).toContain('Later 0')
})

test('several files and folders are sent with one form, and names that lead out of them are refused', async () => {
  const files = Array.from(
    { length: 300 },
    (_, index) => [`blog/${index}.md`, `# Title ${index}\n\nText`] as const,
  )
  const large = ['blog/large.md', `# Large\n\n${'Six. '.repeat(50_000)}`] as const
  expect((await sendForm(toForms([...files.slice(0, 150), large, ...files.slice(150)]))).status).toBe(302)
  await expect.poll(read, { timeout: 20_000 }).toContain('Import 301 articles')
  const climbing = await sendForm(
    toForms([
      ['blog/a.md', 'A'],
      ['blog/../../b.md', 'B'],
    ]),
  )
  expect(climbing.body).toContain('leads out of its folder')
  expect(await queryStore(server, 'select id from imports')).toEqual([])
})

const toBody = (from: string) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="from"\r\n\r\n${from}\r\n`),
    toForm('---\ntitle: Quay\ndate: 2024-05-06\n---\n![](/a.png)', { name: 'a.md' }),
  ])

test('the address of the old site is a field beside the files, and one that is none is refused', async () => {
  const refused = await sendForm(toBody('ftp://old.example'))
  expect([refused.status, refused.body]).toEqual([
    400,
    expect.stringContaining('This is no address of a site.'),
  ])
  expect((await sendForm(toBody('old.example'))).status).toBe(302)
  await expect.poll(read).toContain('Import 1 article')
  const shown = await server.ask('/import/preview/0', { headers: { cookie } })
  expect(shown.body).toContain('src="https://old.example/a.png"')
  await sendForm(toBody(''))
  await expect.poll(read).toContain('Pictures that do not come in: 1 article')
  expect(await read()).toContain('/a.png: Its address needs that of your old site.')
})

test('a preview shows the pictures of its folder, and no other file of it', async () => {
  const picture = await takePicture({ width: 6, height: 4, format: 'png' })
  const files: [string, string | Buffer][] = [
    ['blog/posts/a.md', '---\ntitle: Quay\ndate: 2024-05-06\n---\n![Boat](my%20boat.png)'],
    ['blog/posts/my boat.png', picture],
    ['blog/posts/page.png', '<script>alert(1)</script>'],
  ]
  await sendForm(toForms(files))
  await expect.poll(read).toContain('Import 1 article')
  const shown = await server.ask('/import/preview/0', { headers: { cookie } })
  const [, path = ''] = /<img [^>]*src="(\/import\/picture\/[^"]+)"/.exec(shown.body) ?? []
  const answer = await server.ask(path, { headers: { cookie } })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])
  expect(answer.bytes.equals(picture)).toBe(true)
  for (const other of ['posts/page.png', 'posts/a.md', '../posts/a.md', 'x'])
    expect((await server.ask(`/import/picture/${other}`, { headers: { cookie } })).status).toBe(404)
})

test('the name of a file is only text', async () => {
  await sendForm(toForm('no export', { name: '<img src=x onerror=alert(1)>.html' }))
  await expect.poll(read).toContain('cannot be imported')
  const body = await read()
  expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;.html')
  expect(body).not.toContain('<img src=x')
})

test('a form without a file, a broken form and an incomplete form are refused and not stored', async () => {
  for (const [body, type] of [
    [toForm(''), undefined],
    [toForm('', { name: '' }), undefined],
    ['x', 'multipart/form-data'],
    ['x', `multipart/form-data; boundary=${BOUNDARY}`],
    [toForm('x', { isWhole: false }), undefined],
  ] as const) {
    const { status, body: page } = await sendForm(body, type)
    expect([400, 409]).toContain(status)
    expect(page).toMatch(/The file is empty|Choose a file first|did not arrive completely/)
  }
  expect(await queryStore(server, 'select id from imports')).toEqual([])
  expect(await queryStore(server, 'select number from import_chunks')).toEqual([])
})

const MB = 1024 * 1024
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

test('a file of 5 GB, or of an unknown size, is refused before it is sent', async () => {
  const headers = { cookie, ...TYPE, 'content-length': String(5 * 1024 * MB) }
  const { status, body } = await server.ask('/import', { method: 'POST', headers })
  expect([status, body]).toEqual([413, expect.stringContaining('larger than 512 MB')])
  const endless = { cookie, ...TYPE, 'transfer-encoding': 'chunked' }
  const unknown = await server.ask('/import', { method: 'POST', headers: endless })
  expect([unknown.status, unknown.body]).toEqual([411, expect.stringContaining('must say how long it is')])
})

test('a form without files may not be large: it is read into memory', async () => {
  const type = 'application/x-www-form-urlencoded'
  const headers = { cookie, 'content-type': type, 'content-length': String(2 * MB) }
  const { status, body } = await server.ask('/import', { method: 'POST', headers })
  expect([status, body]).toEqual([413, expect.stringContaining('larger than 1 MB')])
})

test('an upload that is cut leaves nothing', async () => {
  const host = `localhost:${server.port}`
  const headers = { host, cookie, ...TYPE, 'content-length': String(100 * MB) }
  const sent = request({
    host: '127.0.0.1',
    port: server.port,
    path: '/import',
    method: 'POST',
    headers,
    agent: false,
  })
  sent.on('error', () => {}) // it is cut
  sent.write(toForm(Buffer.alloc(2900 * 1024, ' '), { isWhole: false }))
  const countChunks = () => queryStore(server, 'select count(*)::int as chunks from import_chunks')
  await expect.poll(countChunks).toEqual([{ chunks: 5 }])
  sent.destroy()
  await expect.poll(() => queryStore(server, 'select id from imports')).toEqual([])
  expect(await countChunks()).toEqual([{ chunks: 0 }])
})

test('a file that unpacks to far more than it has is refused with a sentence', async () => {
  const part = gzipSync(Buffer.alloc(52 * MB, ' '))
  const bomb = Buffer.concat(Array.from({ length: 10 }, () => part))
  expect(bomb.length).toBeLessThan(MB)
  await sendForm(toForm(bomb, { name: 'a.ndjson.gz' }))
  await expect.poll(read, { timeout: 20_000 }).toContain('larger than 512 MB when it is unpacked')
  expect(await queryStore(server, 'select number from import_chunks')).toEqual([])
})

test('an account sends thirty files an hour, and then hears how long to wait', async () => {
  cookie = (await signUp(server)).cookie
  for (let count = 0; count < 30; count += 1) expect((await sendForm(toForm(''))).status).toBe(400)
  const late = await sendForm(toForm(''))
  expect(late.status).toBe(429)
  expect(late.body).toContain('You have sent many files.')
})
