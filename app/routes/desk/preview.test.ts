import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { addSite, queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let cookie: string

beforeAll(async () => {
  server = await shareServer()
  ;({ cookie } = await signUp(server))
})

const preview = (form: Record<string, string>) =>
  server.ask('/publisher/preview', { headers: { cookie }, form, isMultipart: true })

const TEXT =
  'Low **water**[^1] at noon.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nlet tide\n```\n\n[^1]: Twice a day.'

const proseOf = (html: string) => /<div class="prose[^"]*">.*?<\/div>(?=<)/s.exec(html)?.[0] ?? 'none'

const headOf = (html: string) => /<header class="article-view-head">.*?<\/header>/s.exec(html)?.[0] ?? 'none'

test('a preview shows the same text and head as the page of the article', async () => {
  const form = {
    title: 'Tides & times',
    author: 'Ines',
    content: TEXT,
    metaDescription: 'About water.',
    tags: 'Travel',
  }
  const shown = await preview(form)
  expect(shown.status).toBe(200)
  const answer = await server.ask('/articles.json')
  expect(answer.body).toContain('"total":0') // no article was stored
  const page = await publish(form)
  for (const partOf of [proseOf, headOf]) {
    expect(partOf(shown.body)).not.toBe('none')
    expect(partOf(shown.body)).toBe(partOf(page))
  }
})

async function publish(form: Record<string, string>): Promise<string> {
  await addSite(server, 'Harbour')
  const [site] = await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'hosted'`)
  await server.ask('/publisher', {
    headers: { cookie },
    form: { ...form, draftId: uuidv7(), siteIds: [MAIN_SITE_ID, site?.id ?? ''] },
  })
  return (await server.ask('/article/tides-times')).body
}

test('a preview of a published article has its cover and its date; one of another account has no date', async () => {
  const [row] = await queryStore<{ id: string }>(
    server,
    `update blog_posts set published_at = '2024-05-06' where slug = 'tides-times' and origin_id is null returning id`,
  )
  const form = { draftId: row?.id ?? '', title: 'Tides', author: 'Ines', content: 'Low.' }
  const { body } = await preview(form)
  expect(body).toMatch(/src="\/covers\/[a-z]+-[\da-f]{8}\.svg"/)
  expect(body).toContain('May 06, 2024')
  const other = await signUp(server)
  const answer = await server.ask('/publisher/preview', {
    headers: { cookie: other.cookie },
    form,
    isMultipart: true,
  })
  expect(answer.status).toBe(200)
  expect(answer.body).not.toContain('2024') // its drawing follows from the id and the tags that were sent
})

test('a preview on another site has its name, and its variation if those are switched on', async () => {
  const [row] = await queryStore<{ id: string; site: string; account: string }>(
    server,
    `select posts.id, sites.id as site, posts.user_id as account from blog_posts as posts, target_sites as sites
     where slug = 'tides-times' and origin_id is null and sites.kind = 'hosted' limit 1`,
  )
  await queryStore(
    server,
    `insert into variations (article_id, site_id, source_hash, state, title, content)
     values ('${row?.id}', '${row?.site}', 'x', 'written', 'Ebb and flow', 'Told **anew**.')`,
  )
  await queryStore(
    server,
    `insert into revisions (id, article_id, site_id, user_id, number, kind, cause, text, changed)
     values (gen_random_uuid(), '${row?.id}', '${row?.site}', '${row?.account}', 1, 'published', 'publish', '{}', '{}')`,
  )
  const form = {
    draftId: row?.id ?? '',
    title: 'Tides',
    author: 'Ines',
    content: 'Low.',
    previewSite: row?.site ?? '',
  }
  const plain = await preview(form)
  expect(plain.body).toMatch(/class="wordmark">Harbour</)
  expect(plain.body).toContain('<p>Low.</p>')
  const varied = await preview({ ...form, generateVariations: 'on' })
  expect(varied.body).toContain('with its own variation')
  expect(varied.body).toContain('Ebb and flow')
  expect(varied.body).toContain('Told <strong>anew</strong>.')
  const unknown = await preview({ ...form, previewSite: '00000000-0000-7000-8000-000000000000' })
  expect(unknown.body).not.toContain('wordmark')
})

test('nothing in a preview can act, and only our own screens may frame it', async () => {
  const { body, headers } = await preview({
    title: '<script>',
    content: '<script>alert(1)</script><img src=x onerror=a>',
  })
  expect(body).not.toContain('<script')
  expect(body).not.toContain('onerror')
  const policy = headers['content-security-policy']
  for (const part of [
    "default-src 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin allow-popups',
  ])
    expect(policy).toContain(part)
  expect(policy).not.toContain('script-src')
  expect(headers['cache-control']).toBe('private, no-store')
  const screen = await server.ask('/publisher', { headers: { cookie } })
  expect(screen.headers['content-security-policy']).toContain("frame-src 'self'")
  expect(screen.headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test(
  'a text that takes too long is refused with a sentence, and the next one is shown',
  { timeout: 30_000 },
  async () => {
    const notes = Array.from({ length: 9000 }, (_, note) => `[^${note}]: [^${note + 1}]`)
    const late = await preview({ title: 'T', content: notes.join('\n\n') })
    expect(late.status).toBe(422)
    expect(late.body).toContain('takes too long')
    expect((await preview({ title: 'T', content: 'Short' })).status).toBe(200)
  },
)

test('an account has one preview made at a time', async () => {
  const content = 'Word *word* word.\n\n'.repeat(2000)
  const answers = await Promise.all([1, 2, 3, 4].map(() => preview({ title: 'T', content })))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses).toContain(429)
})
