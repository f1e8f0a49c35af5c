// @seconds 7
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_TEXT } from '../../features/writing/drafts/drafts.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'
import { addMember } from '../../../tests/support/members.ts'
import { addSite, queryStore, signUp, startServer, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
let cookie: string

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'on' })
  cookie = (await signUp(server)).cookie
})
beforeEach(() => queryStore(server, 'delete from rate_limits'))
afterAll(() => server.end())

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
      [
        400,
        /The body is no JSON/,
        server.ask(`/drafts/${id}`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: '{',
        }),
      ],
      [400, /a field is missing, wrong or too long/, send(id, { version: 1 })],
      [400, /a field is missing, wrong or too long/, send(id, { version: -1, text: write('x') })],
      [
        400,
        /a field is missing, wrong or too long/,
        send(id, { version: 1, text: { ...write('x'), title: 'x'.repeat(10_001) } }),
      ],
      [404, /it is not there/, send('no-id', { version: 0, text: write('x') })],
      [404, /it is not there/, send(uuidv7(), { version: 3, text: write('x') })],
      [404, /it is not there/, send(id, { version: 1, text: write('x') }, stranger)],
      [404, /it is not there/, send(id, { version: 0, text: write('x') }, stranger)],
      [409, /another version was saved/, send(id, { version: 0, text: write('x') })],
      [409, /another version was saved/, send(id, { version: 99, text: write('x') })],
      [413, /The request is larger than/, send(id, { version: 1, text: write('x'.repeat(11_000_000)) })],
    ]
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

const listTitles = async () =>
  (await queryStore<{ title: string }>(server, 'select title from blog_posts where origin_id is null')).map(
    ({ title }) => title,
  )

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

  test('changes of an article that were saved after the question was opened are discarded only once they were shown', async () => {
    await post('/publisher', { draftId: uuidv7(), title: 'Ebb', content: 'One.', siteIds: MAIN_SITE_ID })
    const [article] = await queryStore<{ id: string }>(
      server,
      `select id from blog_posts where title = 'Ebb' and origin_id is null`,
    )
    const id = article?.id ?? ''
    const { body } = await server.ask(`/articles/${id}`, { headers: { cookie } })
    const base = { version: readHidden(body, 'version'), text: write('One.') }
    expect((await send(id, { version: 0, text: write('Mine.'), base })).status).toBe(200)
    const path = `/articles/${id}?ask=discard`
    const asked = await server.ask(path, { headers: { cookie } })
    expect((await send(id, { version: 1, text: write('Theirs.') })).status).toBe(200)
    const discard = { intent: 'discard', draftVersion: readHidden(asked.body, 'draftVersion') }
    const refused = await post(path, discard)
    expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('Theirs.')])
    expect(refused.body).toContain('The text was changed meanwhile.')
    expect(await readStored(id)).toEqual([{ version: 2, content: 'Theirs.' }])
    const draftVersion = readHidden(refused.body, 'draftVersion')
    expect((await post(path, { ...discard, draftVersion })).status).toBe(302)
    expect(await readStored(id)).toEqual([])
  })

  test('a saved draft is published after it was refused for an empty title', async () => {
    const draftId = uuidv7()
    const form = { draftId, content: 'One.', siteIds: MAIN_SITE_ID }
    const saved = await post('/publisher', { ...form, intent: 'save', title: '', draftVersion: '0' })
    const { body } = await server.ask(saved.headers.location ?? '', { headers: { cookie } })
    const refused = await post('/publisher', {
      ...form,
      intent: 'publish',
      title: '',
      draftVersion: readHidden(body, 'draftVersion'),
    })
    expect(refused.status).toBe(400)
    const again = {
      ...form,
      intent: 'publish',
      title: 'No dead end',
      draftVersion: readHidden(refused.body, 'draftVersion'),
    }
    expect((await post('/publisher', again)).status).toBe(200)
    expect(await listTitles()).toContain('No dead end')
  })

  test('a refused form does not replace a text that was saved after it, before that was shown', async () => {
    const draftId = uuidv7()
    await send(draftId, { version: 0, text: write('One.') })
    await send(draftId, { version: 1, text: write('Theirs.') })
    const form = { intent: 'publish', draftId, content: 'Mine.', siteIds: MAIN_SITE_ID }
    const empty = await post('/publisher', { ...form, title: '', draftVersion: '1' })
    const unseen = await post('/publisher', { ...form, draftVersion: readHidden(empty.body, 'draftVersion') })
    expect(unseen.status).toBe(422)
    expect(unseen.body).toContain('Theirs.')
    const seen = await post('/publisher', { ...form, draftVersion: readHidden(unseen.body, 'draftVersion') })
    expect(seen.status).toBe(200)
  })

  test('a tab whose draft was published in another one is told, and makes a second article only then', async () => {
    const form = { intent: 'publish', draftId: uuidv7(), siteIds: MAIN_SITE_ID, draftVersion: '0' }
    expect((await post('/publisher', { ...form, title: 'First tab', content: 'One.' })).status).toBe(200)
    const stale = { ...form, title: 'Second tab', content: 'Two.' }
    const told = await post('/publisher', stale)
    expect(told.status).toBe(409)
    expect(told.body).toContain('This draft was published in another tab.')
    expect(told.body).toContain('Two.')
    expect(await listTitles()).not.toContain('Second tab')
    const draftId = readHidden(told.body, 'draftId')
    const draftVersion = readHidden(told.body, 'draftVersion')
    expect((await post('/publisher', { ...stale, draftId, draftVersion })).status).toBe(200)
    expect(await listTitles()).toContain('Second tab')
  })
})

test('a save to a working copy that was published elsewhere answers with the article', async () => {
  const [article] = await queryStore<{ id: string }>(
    server,
    'select id from blog_posts where origin_id is null limit 1',
  )
  const base = { version: 'an older one', text: write('Older.') }
  const answer = await send(article?.id ?? '', { version: 0, text: write('Mine.'), base })
  expect(answer.status).toBe(404)
  expect(JSON.parse(answer.body)).toMatchObject({ reason: 'gone', article: { text: { author: 'Ines' } } })
})

test('a text is not saved under the session of another account, nor of another person of the account', async () => {
  const id = uuidv7()
  expect((await send(id, { accountId: uuidv7(), version: 0, text: write('Mine.') })).status).toBe(401)
  const [owner, theo] = [await signUp(server), await signUp(server)]
  await addMember(server, theo.email, { of: owner.email, role: 'editor', isActing: true })
  const [accountId, personId] = await Promise.all([owner, theo].map(({ email }) => findId(email)))
  const save = { accountId, version: 0, text: write('Hers.') }
  expect((await send(id, { ...save, personId: accountId }, theo.cookie)).status).toBe(401)
  expect(await readStored(id)).toEqual([])
  expect((await send(id, { ...save, personId }, theo.cookie)).status).toBe(200)
})

async function findId(email: string): Promise<string | undefined> {
  const [person] = await queryStore<{ id: string }>(server, `select id from users where email = '${email}'`)
  return person?.id
}

test('a character that no store takes is replaced, and seen', async () => {
  const id = uuidv7()
  expect((await send(id, { version: 0, text: write('Ti\0des \ud800.') })).status).toBe(200)
  expect(await readStored(id)).toEqual([{ version: 1, content: 'Ti\ufffddes \ufffd.' }])
})

test('the addresses of a planned draft lead to its article', async () => {
  const id = uuidv7()
  await send(id, { version: 0, text: { ...write('One.'), author: 'Ines' } })
  const [site] = await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'main'`)
  const dueAt = `${new Date().getFullYear() + 1}-06-01T09:00`
  const form = { intent: 'plan', kind: 'publish', dueAt, timeZone: 'Europe/Berlin', siteIds: site?.id ?? '' }
  const planned = await server.ask(`/articles/${id}/schedule`, { headers: { cookie }, form })
  const [article] = await queryStore<{ id: string }>(
    server,
    `select id from blog_posts where draft_id = '${id}'`,
  )
  const path = `/articles/${article?.id}`
  expect(planned.headers.location).toBe(`${path}/schedule?done=planned`)
  const old = [
    `/publisher?draft=${id}`,
    `/articles/${id}`,
    `/articles/${id}/schedule`,
    `/articles/${id}/revisions`,
    `/drafts/${id}/share`,
  ]
  const answers = await Promise.all(old.map((address) => server.ask(address, { headers: { cookie } })))
  expect(answers.map(({ headers }) => headers.location)).toEqual([
    path,
    path,
    `${path}/schedule`,
    `${path}/revisions`,
    `/drafts/${article?.id}/share`,
  ])
  const screen = await server.ask(`${path}/schedule`, { headers: { cookie } })
  expect(screen.body.replaceAll('<!-- -->', '')).toContain('The text it will publish: “Tides”')
})
