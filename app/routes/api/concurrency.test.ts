// @seconds 10
import { beforeAll, describe, expect, test } from 'vitest'
import { createApi, insertTokens, signInProgram } from '../../../tests/support/api.ts'
import { addMember } from '../../../tests/support/members.ts'
import { addSite, queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { isDeep } from '../../../tests/support/tier.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let cookie: string
let call: ReturnType<typeof createApi>

beforeAll(async () => {
  server = await shareServer()
  cookie = (await signUp(server, 'ines@example.com')).cookie
  call = createApi(server, await signInProgram(server, 'ines@example.com'))
})

const TEXT = { title: 'Tides', content: 'One.\n', author: 'Ines', siteIds: [MAIN_SITE_ID] }
const replaceLine = (content: string, at: number) => content.replace(`Line ${at}.`, `Changed ${at}.`)

/** Takes the answers of all keys away, as after a crash between the work and its answer. */
const forget = () =>
  queryStore(server, `update idempotency_keys set answer = null, held_until = now() - interval '1 second'`)

const SENDS = isDeep ? 100 : 50
const EDITS = isDeep ? 500 : 8
const ROUNDS = isDeep ? 100 : 10

describe('an idempotency key', () => {
  test(`that is sent ${SENDS} times at once makes one article, and is answered alike afterwards`, async () => {
    const headers = { 'idempotency-key': 'first-key' }
    const send = () => call('createArticle', { json: { ...TEXT, title: 'Once' }, headers })
    const answers = await Promise.all(Array.from({ length: SENDS }, send))
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    for (const { status, body, headers: got } of answers.filter((each) => each.status !== 201)) {
      expect([status, body.code]).toEqual([409, 'busy'])
      expect(got['retry-after']).toBe('1')
    }
    expect(await queryStore(server, `select id from blog_posts where title = 'Once'`)).toHaveLength(1)
    const again = await send()
    expect(again).toMatchObject({ status: 201, etag: made[0]?.etag, body: made[0]?.body })
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('is refused with another request, and is free again after a refusal and after a day', async () => {
    const headers = { 'idempotency-key': 'second-key' }
    const send = (title: string) => call('createDraft', { json: { title }, headers })
    expect((await call('createDraft', { json: { title: 7 }, headers })).status).toBe(422)
    const first = await send('One')
    expect(first.status).toBe(201)
    expect((await send('Two')).body).toMatchObject({ status: 422, code: 'other_request' })
    const stranger = await signUp(server)
    const theirs = createApi(server, await signInProgram(server, stranger.email))
    expect((await theirs('createDraft', { json: { title: 'Theirs' }, headers })).status).toBe(201)
    await queryStore(server, `update idempotency_keys set made_at = now() - interval '25 hours'`)
    expect((await send('Two')).status).toBe(201)
    expect((await call('createDraft', { json: {}, headers: { 'idempotency-key': 'é' } })).status).toBe(400)
  })

  test('is refused with a token of other sites, and in another role', async () => {
    const headers = { 'idempotency-key': 'own-key' }
    const json = { title: 'For all sites' }
    expect((await call('createDraft', { json, headers })).status).toBe(201)
    const [ines] = await queryStore<{ id: string }>(
      server,
      `select id from users where email = 'ines@example.com'`,
    )
    const personId = ines?.id ?? ''
    const [token] = await insertTokens(server, [
      { personId, accountId: personId, scopes: ['articles:write'], siteIds: [MAIN_SITE_ID] },
    ])
    const own = createApi(server, { authorization: token?.authorization ?? '' })
    const other = { status: 422, body: { code: 'other_request' } }
    expect(await own('createDraft', { json, headers })).toMatchObject(other)
    const its = { json, headers: { 'idempotency-key': 'its-key' } }
    const first = await own('createDraft', its)
    expect(await own('createDraft', its)).toMatchObject({ status: 201, body: first.body })

    const theo = await signUp(server, 'theo@example.com')
    const his = createApi(server, await signInProgram(server, theo.email))
    await addMember(server, theo.email, { of: 'ines@example.com', role: 'editor', isActing: true })
    expect((await his('createDraft', { json, headers })).status).toBe(201)
    await queryStore(
      server,
      `update members set role = 'author' from users
       where users.id = members.person_id and account_id <> person_id and users.email = '${theo.email}'`,
    )
    expect(await his('createDraft', { json, headers })).toMatchObject(other)
  })

  test.each([
    ['createArticle', TEXT, 'blog_posts'],
    ['createDraft', TEXT, 'drafts'],
  ] as const)('whose answer was lost in a crash makes nothing twice: %s', async (name, json, table) => {
    const headers = { 'idempotency-key': `lost-${name}` }
    const first = await call(name, { json, headers })
    const count = await queryStore(server, `select id from ${table}`)
    await forget()
    const second = await call(name, { json, headers })
    expect(second.body.id).toBe(first.body.id)
    expect(await queryStore(server, `select id from ${table}`)).toHaveLength(count.length)
  })

  test('whose answer was lost changes, plans and publishes once', async () => {
    const made = await call('createArticle', { json: { ...TEXT, title: 'Lost' } })
    const params = { articleId: made.body.id as string }
    const headers = { 'idempotency-key': 'lost-change', 'if-match': made.etag }
    const change = () => call('changeArticle', { params, json: { title: 'Changed' }, headers })
    const first = await change()
    await forget()
    expect(await change()).toMatchObject({ status: 200, etag: first.etag })
    const dueAt = new Date(Date.now() + 86_400_000).toISOString()
    const plan = () =>
      call('createPlan', {
        params,
        json: { kind: 'unpublish', dueAt },
        headers: { 'idempotency-key': 'lost-plan' },
      })
    const planned = await plan()
    await forget()
    expect((await plan()).body).toEqual(planned.body)
    expect((await call('listPlans', { params })).body.entries).toHaveLength(1)
  })
})

describe('two requests from one version at once', () => {
  test('either change a draft or delete it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { etag, body } = await call('createDraft', { json: { ...TEXT, title: `Draft ${round}` } })
      const asked = { params: { draftId: body.id as string }, headers: { 'if-match': etag } }
      const [changed, deleted] = await Promise.all([
        call('changeDraft', { ...asked, json: { title: 'Newer' } }),
        call('deleteDraft', asked),
      ])
      expect([
        [200, 412],
        [404, 204],
      ]).toContainEqual([changed.status, deleted.status])
    }
  })

  test('either change an article or unpublish it, and the other one is told both versions', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { etag, body } = await call('createArticle', { json: { ...TEXT, title: `Article ${round}` } })
      const asked = { params: { articleId: body.id as string }, headers: { 'if-match': etag } }
      const answers = await Promise.all([
        call('changeArticle', { ...asked, json: { title: 'Newer' } }),
        call('unpublishArticle', asked),
      ])
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412])
      const refused = answers.find(({ status }) => status === 412)
      const { etag: current } = await call('findArticle', { params: asked.params })
      expect(refused?.body).toMatchObject({ code: 'precondition_failed', expected: etag, current })
    }
  })

  test('either change a live article or send it to another site', async () => {
    await addSite(server, 'Harbour')
    const [harbour] = await queryStore<{ id: string }>(
      server,
      `select id from target_sites where name = 'Harbour'`,
    )
    const siteIds = [harbour?.id ?? '']
    for (let round = 0; round < ROUNDS; round += 1) {
      const { etag, body } = await call('createArticle', { json: { ...TEXT, title: `Sent ${round}` } })
      const asked = { params: { articleId: body.id as string }, headers: { 'if-match': etag } }
      const answers = await Promise.all([
        call('changeArticle', { ...asked, json: { title: 'Newer' } }),
        call('publishArticle', { ...asked, json: { siteIds } }),
      ])
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412])
      const refused = answers.find(({ status }) => status === 412)
      const { etag: current } = await call('findArticle', { params: asked.params })
      expect(refused?.body).toMatchObject({ code: 'precondition_failed', expected: etag, current })
    }
  })
})

test(
  `${EDITS} edits by program and as many by the desk lose nothing, and tell each conflict`,
  { timeout: 900_000 },
  async () => {
    const lines = Array.from({ length: 2 * EDITS }, (_, index) => `Line ${index}.`)
    const made = await call('createArticle', {
      json: { ...TEXT, title: 'Shared', content: lines.join('\n\n') },
    })
    const params = { articleId: made.body.id as string }
    const done: number[] = []
    let conflicts = 0

    async function editByProgram(at: number): Promise<void> {
      const { etag, body } = await call('findArticle', { params })
      const content = replaceLine(body.content as string, at)
      const query = at % 4 === 0 ? 'merge' : ''
      const { status } = await call('changeArticle', {
        params,
        query,
        json: { content },
        headers: { 'if-match': etag },
      })
      expect([200, 409, 412]).toContain(status)
      if (status === 200) done.push(at)
      else conflicts += 1
    }

    async function editByDesk(at: number): Promise<void> {
      const { body: page } = await server.ask(`/articles/${params.articleId}`, { headers: { cookie } })
      const read = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1] ?? ''
      const content = /<textarea[^>]*name="content"[^>]*>([^<]*)</.exec(page)?.[1] ?? ''
      const form = {
        title: 'Shared',
        content: replaceLine(content.replace(/^\n/, ''), at),
        author: 'Ines',
        slug: read('slug'),
        version: read('version').replaceAll('&#x27;', "'"),
        siteIds: MAIN_SITE_ID,
      }
      const { status } = await server.ask(`/articles/${params.articleId}`, { form, headers: { cookie } })
      expect([200, 409]).toContain(status)
      if (status === 200) done.push(at)
      else conflicts += 1
    }

    for (let at = 0; at < 2 * EDITS; at += 2) await Promise.all([editByProgram(at), editByDesk(at + 1)])
    const { content } = (await call('findArticle', { params })).body as { content: string }
    const changed = [...content.matchAll(/Changed (\d+)\./g)].map((match) => Number(match[1]))
    expect(changed.toSorted((one, other) => one - other)).toEqual(done.toSorted((one, other) => one - other))
    expect(done.length + conflicts).toBe(2 * EDITS)
    expect(done.length).toBeGreaterThan(EDITS / 2)
  },
)
