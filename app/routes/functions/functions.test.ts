import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient, type Run } from '../../../client/client.ts'
import { importRecords } from '../../../tests/support/import.ts'
import {
  addSite,
  type Answer,
  queryStore,
  signUp,
  startServer,
  type TestServer,
} from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { findPublicApiKey } from '../../features/accounts/tokens/queries.server.ts'
import { isDeep } from '../../../tests/support/tier.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

const PASSWORD = 'a long enough password'

let server: TestServer
let cookie: string
let client: Client
let siteIds: string[]
let blogPostId: string

beforeAll(async () => {
  server = await shareServer()
  const owner = await signUp(server, 'ines@example.com')
  cookie = owner.cookie
  client = createClient(server.url, findPublicApiKey())
  await client.auth.signInWithPassword({ email: owner.email, password: PASSWORD })
  for (const name of ['Harbour', 'Ledger']) await addSite(server, name)
  await importRecords(server, [{ title: 'The tide turns', published_at: '2026-01-05T10:00:00Z' }])
  const sites = await queryStore<{ id: string }>(
    server,
    `select id from target_sites where kind = 'hosted' order by name`,
  )
  siteIds = sites.map(({ id }) => id)
  blogPostId = (await queryStore<{ id: string }>(server, 'select id from blog_posts'))[0]?.id ?? ''
})
afterAll(() => client.close())

const post = (json: unknown, headers: Record<string, string> = { cookie }) =>
  server.ask('/functions/v1/publish-to-sites', { json, headers })
const insert = (json: unknown, headers: Record<string, string> = { cookie }) =>
  server.ask('/functions/v1/insert-backlinks-single', { json, headers })
const bodyOf = <T>(answer: Answer) => JSON.parse(answer.body) as T

const listRuns = () => queryStore<{ id: string }>(server, 'select id from runs order by id')

describe('publish-to-sites', () => {
  test.each([
    ['that does not exist', { blogPostId: '019a0000-0000-7000-8000-00000000dead' }, 404],
    ['whose id is wrong', { blogPostId: 'the-tide-turns' }, 422],
    ['to no site', { selectedSiteIds: [] }, 422],
    ['to a site that does not exist', { selectedSiteIds: ['019a0000-0000-7000-8000-00000000dead'] }, 422],
    [
      'to more sites than are allowed',
      { selectedSiteIds: Array.from({ length: 22 }, () => crypto.randomUUID()) },
      422,
    ],
    ['with variations, which need a provider', { generateVariations: true }, 422],
  ])('refuses an article %s', async (_name, wrong, status) => {
    const answer = await post({ blogPostId, selectedSiteIds: siteIds, ...wrong })
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(bodyOf<{ message: string }>(answer).message).toMatch(/./)
    expect(await queryStore(server, `select from deliveries where wanted_hash <> 'main'`)).toEqual([])
    expect(await queryStore(server, 'select from runs')).toEqual([])
  })

  test('refuses an article of another account as if it did not exist, and a site of another account', async () => {
    const stranger = await signUp(server)
    const answer = await post({ blogPostId, selectedSiteIds: siteIds }, { cookie: stranger.cookie })
    expect(answer.status).toBe(404)
    const [site] = await queryStore<{ id: string }>(
      server,
      `
      insert into target_sites (id, name, url, kind, owner_id)
      select gen_random_uuid(), 'Private', 'http://private.localhost', 'hosted', id from users where email = '${stranger.email}'
      returning id`,
    )
    expect((await post({ blogPostId, selectedSiteIds: [site?.id] })).status).toBe(422)
    expect(await queryStore(server, 'select from runs')).toEqual([])
  })

  test('refuses clients without a session, and pages of another site', async () => {
    const body = { blogPostId, selectedSiteIds: siteIds }
    expect((await post(body, {})).status).toBe(401)
    expect((await post(body, { cookie, origin: 'https://evil.example' })).status).toBe(403)
    expect(await queryStore(server, 'select from runs')).toEqual([])
  })

  test('answers with the result of each site, and stores a run; a second call changes nothing', async () => {
    for (const time of [1, 2]) {
      const answer = await post({ blogPostId, selectedSiteIds: [...siteIds, ...siteIds] })
      expect(answer.status, String(time)).toBe(200)
      const published = bodyOf<{ runId: string; results: unknown[]; summary: object }>(answer)
      expect(published.summary).toEqual({ succeeded: 2, failed: 0 })
      expect(published.results).toMatchObject([
        {
          siteName: 'Harbour',
          status: 'succeeded',
          url: `http://harbour.localhost:${server.port}/article/the-tide-turns`,
        },
        { siteName: 'Ledger', status: 'succeeded', error: null },
      ])
      expect(await client.runs.find(published.runId)).toMatchObject({
        kind: 'publish',
        state: 'done',
        total: 2,
        done: 2,
        counts: { succeeded: 2 },
      })
    }
    expect(await queryStore(server, 'select from blog_posts')).toHaveLength(3)
  })

  test('answers with the run immediately if the request prefers that', async () => {
    const answer = await post({ blogPostId, selectedSiteIds: siteIds }, { cookie, prefer: 'respond-async' })
    expect(answer.status).toBe(202)
    const run = bodyOf<{ id: string; state: string }>(answer)
    expect(answer.headers.location).toBe(`/functions/v1/runs/${run.id}`)
    expect(answer.headers['preference-applied']).toBe('respond-async')
    expect(run.state).toBe('queued')
    const seen: Run[] = []
    for await (const state of client.runs.follow(run.id)) seen.push(state)
    expect(seen.at(-1)).toMatchObject({ state: 'done', counts: { succeeded: 2 } })
    expect(seen.at(-1)?.results).toHaveLength(2)
  })
})

test('publish-to-sites puts an article on the main site again', async () => {
  await queryStore(server, `update blog_posts set site_id = null where id = '${blogPostId}'`)
  const answer = await post({ blogPostId, selectedSiteIds: [MAIN_SITE_ID] })
  expect(bodyOf(answer)).toMatchObject({
    summary: { succeeded: 1 },
    results: [{ url: `${server.url}/article/the-tide-turns` }],
  })
  expect((await server.ask('/article/the-tide-turns')).status).toBe(200)
})

describe('insert-backlinks-single', () => {
  const canonicalUrl = 'https://harbour.example/the-ferry-timetable'
  const content = [
    'The council met on Monday and talked for hours.',
    'Most islanders know the ferry timetable by heart and plan their week around it.',
    'A new ticket office on the northern quay opens as soon as the ice is gone.',
  ].join('\n\n')
  test('answers with the text and two links in it, to a session and to a token', async () => {
    const answer = await insert({ content, canonicalUrl })
    expect(answer.status).toBe(200)
    const linked = bodyOf<{ content: string; backlinksAdded: number }>(answer)
    expect(linked.backlinksAdded).toBe(2)
    expect(linked.content.split(`](${canonicalUrl})`)).toHaveLength(3)
    expect(linked.content.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')).toBe(content)
    const body = { content, canonicalUrl }
    expect(await client.functions.invoke('insert-backlinks-single', body)).toEqual(linked)
  })

  test('takes a text of 500,000 characters, and no more', async () => {
    const long = `${content}\n\n${'x'.repeat(500_000 - content.length - 2)}`
    expect((await insert({ content: long, canonicalUrl })).status).toBe(200)
    const longer = await insert({ content: `${long}x`, canonicalUrl })
    expect(longer.status).toBe(422)
    expect(bodyOf<object>(longer)).toMatchObject({ code: 'too_long' })
    expect((await insert({ content: 'x'.repeat(1024 * 1024), canonicalUrl })).status).toBe(413)
    expect((await post({ blogPostId: 'x'.repeat(64 * 1024) })).status).toBe(413)
  })

  test.each([
    ['has two links already', { content: `${content} [a](/a) [b](/b)`, canonicalUrl }, 'has_enough'],
    ['has no room for links', { content: 'Short.', canonicalUrl }, 'no_places'],
    ['is empty', { content: '', canonicalUrl }, 'no_places'],
    ['has a wrong canonical address', { content, canonicalUrl: 'harbour' }, 'address_wrong'],
    [
      'has a canonical address with a script',
      { content, canonicalUrl: 'javascript:alert(1)' },
      'address_wrong',
    ],
    ['has no canonical address', { content }, 'invalid_body'],
    ['is not a string', { content: [content], canonicalUrl }, 'invalid_body'],
  ])('refuses with a sentence a text that %s', async (_name, json, code) => {
    const answer = await insert(json)
    expect(answer.status).toBe(422)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    const problem = bodyOf<{ code: string; message: string }>(answer)
    expect(problem.code).toBe(code)
    expect(problem.message).toMatch(/./)
  })

  test('refuses clients without a session, and pages of another site', async () => {
    expect((await insert({ content, canonicalUrl }, {})).status).toBe(401)
    const headers = { cookie, origin: 'https://evil.example' }
    expect((await insert({ content, canonicalUrl }, headers)).status).toBe(403)
  })

  test('takes sixty texts a minute from an account, and then says how long to wait', async () => {
    const limited = await shareServer({ isLimited: true })
    const [often, other] = [await signUp(limited), await signUp(limited)]
    const ask = (by: { cookie: string }) =>
      limited.ask('/functions/v1/insert-backlinks-single', {
        json: { content: 'Short.', canonicalUrl },
        headers: { cookie: by.cookie },
      })
    const asked = await Promise.all(Array.from({ length: 60 }, () => ask(often)))
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([422]))
    const refused = await ask(often)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(bodyOf<object>(refused)).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/60 a minute/),
    })
    expect((await ask(other)).status).toBe(422)
  })
})

describe('a run’s events', () => {
  test('arrive as they happen, uncompressed, and continue after the last one that was seen', async () => {
    const [run] = await listRuns()
    const path = `/functions/v1/runs/${run?.id}/events`
    const headers = { cookie, 'accept-encoding': 'br, gzip' }
    const all = await server.ask(path, { headers })
    expect(all.headers['content-type']).toBe('text/event-stream')
    expect(all.headers['content-encoding']).toBeUndefined()
    expect(all.headers['content-length']).toBeUndefined()
    expect(all.headers['cache-control']).toBe('private, no-store')
    expect(all.body).toMatch(/^retry: 1000\n\nid: 4\ndata: \{.*"results":\[\{.*\}\]/)
    const rest = await server.ask(path, { headers: { ...headers, 'last-event-id': '3' } })
    expect(rest.body).toMatch(/id: 4\ndata: \{.*"results":\[\]/)
  })

  test('can be requested before the run has begun', async () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8059'
    const waiting = server.ask(`/functions/v1/runs/${id}/events?wait`, { headers: { cookie } })
    expect((await server.ask(`/functions/v1/runs/${id}/events`, { headers: { cookie } })).status).toBe(404)
    await queryStore(
      server,
      `
      insert into runs (id, user_id, kind, input, state, total, done, finished_at)
      select '${id}', id, 'publish', '{}', 'done', 0, 0, now() from users where email = 'ines@example.com'`,
    )
    expect((await waiting).body).toMatch(/\ndata: \{.*"state":"done"/)
    await queryStore(server, `delete from runs where id = '${id}'`)
  })

  test('are not streamed to a request for their headers', async () => {
    const [run] = await listRuns()
    const path = `/functions/v1/runs/${run?.id}/events`
    for (let times = 0; times < 12; times += 1) {
      const { status, body } = await server.ask(path, { method: 'HEAD', headers: { cookie } })
      expect([status, body]).toEqual([200, ''])
    }
  })

  test('are sent only to the owner of the run', async () => {
    const [run] = await listRuns()
    const stranger = await signUp(server)
    for (const path of [
      `/functions/v1/runs/${run?.id}`,
      `/functions/v1/runs/${run?.id}/events`,
      '/functions/v1/runs/x',
    ]) {
      expect((await server.ask(path, { headers: { cookie: stranger.cookie } })).status).toBe(404)
      expect((await server.ask(path)).status).toBe(401)
    }
  })

  test.runIf(isDeep)('end immediately when the process must stop', async () => {
    const other = await startServer()
    await signUp(other, 'ines@example.com')
    const own = createClient(other.url, findPublicApiKey())
    await own.auth.signInWithPassword({ email: 'ines@example.com', password: PASSWORD })
    const [run] = await queryStore<{ id: string }>(
      other,
      `
      insert into runs (id, user_id, kind, input, state, total)
      select gen_random_uuid(), id, 'publish', '{}', 'running', 5 from users returning id`,
    )
    const following = own.runs.follow(run?.id ?? '')
    expect((await following.next()).value).toMatchObject({ state: 'running', total: 5 })
    expect(await other.stop()).toBe(0)
    expect(other.output()).not.toContain('request.broken')
    own.close()
    other.forget()
  })
})
