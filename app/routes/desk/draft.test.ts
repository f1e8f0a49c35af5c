import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addSite, queryStore, signUp, startServer, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let cookie: string

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'on' })
  cookie = (await signUp(server)).cookie
})
beforeEach(() => queryStore(server, 'delete from rate_limits'))
afterAll(() => server.end())

const NO_TEXT = {
  title: '', content: '', metaDescription: '', author: '', tags: '', keywords: '', canonicalUrl: '', cover: '', slug: '',
  siteIds: [], generateVariations: false,
} // oxfmt-ignore
const write = (content: string) => ({ ...NO_TEXT, title: 'Tides', content })

const send = (id: string, body: unknown, of = cookie) =>
  server.ask(`/drafts/${id}`, { headers: { cookie: of }, json: body })

const readStored = (id: string) =>
  queryStore<object>(server, `select version, text->>'content' as content from drafts where id = '${id}'`)

describe('a save of a draft', () => {
  test('is refused with a status and a sentence, and changes nothing', async () => {
    const id = uuidv7()
    expect((await send(id, { version: 0, text: write('Mine') })).status).toBe(200)
    const stranger = (await signUp(server)).cookie
    const attempts: [number, RegExp, ReturnType<typeof send>][] = [
      [400, /The body is no JSON/, server.ask(`/drafts/${id}`, { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body: '{' })],
      [400, /a field is missing, wrong or too long/, send(id, { version: 1 })],
      [400, /a field is missing, wrong or too long/, send(id, { version: -1, text: write('x') })],
      [400, /a field is missing, wrong or too long/, send(id, { version: 1, text: { ...write('x'), title: 'x'.repeat(10_001) } })],
      [404, /it is not there/, send('no-id', { version: 0, text: write('x') })],
      [404, /it is not there/, send(uuidv7(), { version: 3, text: write('x') })],
      [404, /it is not there/, send(id, { version: 1, text: write('x') }, stranger)],
      [404, /it is not there/, send(id, { version: 0, text: write('x') }, stranger)],
      [409, /another version was saved/, send(id, { version: 0, text: write('x') })],
      [409, /another version was saved/, send(id, { version: 99, text: write('x') })],
      [413, /The request is larger than/, send(id, { version: 1, text: write('x'.repeat(11_000_000)) })],
    ] // oxfmt-ignore
    for (const [status, sentence, attempt] of attempts) {
      const answer = await attempt
      expect([answer.status, answer.body]).toEqual([status, expect.stringMatching(sentence)])
    }
    expect(await readStored(id)).toEqual([{ version: 1, content: 'Mine' }])
  })

  test('comes once a second at most, says when to try again, and keeps what was saved', async () => {
    const id = uuidv7()
    const stored: number[] = []
    let refused: Awaited<ReturnType<typeof send>> | undefined
    for (let version = 0; version < 30 && !refused; version += 1) {
      const answer = await send(id, { version, text: write(`${version}`) })
      if (answer.status === 200) stored.push(version)
      else refused = answer
    }
    expect(refused?.status).toBe(429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused?.body).toContain('Wait for the seconds in Retry-After.')
    expect(await readStored(id)).toEqual([{ version: stored.length, content: String(stored.at(-1)) }])
  })
})

const post = (path: string, form: Record<string, string>) =>
  server.ask(path, { headers: { cookie }, form: { title: 'Tides', author: 'Ines', ...form } })

const readHidden = (body: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ''

describe('without scripts', () => {
  test('a draft that another form has saved is shown beside the own text, which then replaces it', async () => {
    const draftId = uuidv7()
    for (const [version, content] of ['One.', 'Theirs.'].entries())
      expect((await send(draftId, { version, text: write(content) })).status).toBe(200)
    const mine = { intent: 'save', draftId, content: 'Mine.' }
    const refused = await post('/publisher', { ...mine, draftVersion: '1' })
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('What was saved meanwhile')
    expect(refused.body).toContain('Theirs.')
    const draftVersion = readHidden(refused.body, 'draftVersion')
    expect((await post('/publisher', { ...mine, draftVersion })).status).toBe(302)
    expect(await readStored(draftId)).toEqual([{ version: 3, content: 'Mine.' }])
    const revisions = await queryStore<{ content: string }>(
      server,
      `select text->>'content' as content from revisions where article_id = '${draftId}' order by number`,
    )
    expect(revisions.map(({ content }) => content)).toEqual(['Theirs.', 'Mine.'])
  })

  test('a working copy is published after its article was changed elsewhere, once that was shown', async () => {
    await addSite(server, 'Harbour')
    const [site] = await queryStore<{ id: string }>(
      server,
      `select id from target_sites where name = 'Harbour'`,
    )
    const siteIds = site?.id ?? ''
    await post('/publisher', { intent: 'publish', draftId: uuidv7(), content: 'One.', siteIds })
    const [article] = await queryStore<{ id: string }>(
      server,
      'select id from blog_posts where origin_id is null',
    )
    const path = `/articles/${article?.id}`
    const { body } = await server.ask(path, { headers: { cookie } })
    const slug = readHidden(body, 'slug')
    const mine = { slug, siteIds, content: 'Mine.', version: readHidden(body, 'version') }
    expect((await post(path, { ...mine, intent: 'keep', draftVersion: '0' })).status).toBe(200)
    await queryStore(
      server,
      `update blog_posts set content = 'Theirs.', updated_at = now() where origin_id is null`,
    )
    const refused = await post(path, { ...mine, intent: 'save', draftVersion: '1' })
    expect(refused.status).toBe(409)
    expect(refused.body).toContain('What was saved meanwhile')
    expect(refused.body).toContain('Theirs.')
    const again = { ...mine, intent: 'save', version: readHidden(refused.body, 'version'), draftVersion: '1' }
    expect((await post(path, again)).status).toBe(200)
    expect(await queryStore(server, 'select distinct content from blog_posts')).toEqual([
      { content: 'Mine.' },
    ])
    expect(await queryStore(server, `select id from drafts where id = '${article?.id}'`)).toEqual([])
  })
})
