// @seconds 6
import { addMember } from '../../../tests/support/members.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApi, signInProgram } from '../../../tests/support/api.ts'
import { addSite, queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { findPublicApiKey } from '../../features/accounts/tokens/queries.server.ts'
import { ROUTES } from '../../platform/web/route-table.ts'
import { SCOPES } from '../../shared/scopes.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let cookie: string
let call: ReturnType<typeof createApi>
let harbourId: string

beforeAll(async () => {
  server = await shareServer()
  cookie = (await signUp(server, 'ines@example.com')).cookie
  await addSite(server, 'Harbour')
  call = createApi(server, await signInProgram(server, 'ines@example.com'))
  const [site] = await queryStore<{ id: string }>(
    server,
    `select id from target_sites where name = 'Harbour'`,
  )
  harbourId = site?.id ?? ''
})

const send = (form: Record<string, string | string[]>, headers: Record<string, string> = { cookie }) =>
  server.ask('/account/tokens', { form, headers })
const tokenIn = (body: string) => /<h2 id="made".*?<code>(bsk_[\w-]{43})<\/code>/s.exec(body)?.[1] ?? ''

async function makeToken(
  scopes: string[],
  { siteIds = [], headers = { cookie } }: { siteIds?: string[]; headers?: Record<string, string> } = {},
): Promise<{ token: string; id: string }> {
  const name = `Server ${scopes.join(' ')} ${Math.random()}`
  const { body } = await send(
    { intent: 'create-server', serverName: name, scopes, siteIds, days: '30' },
    headers,
  )
  const [row] = await queryStore<{ id: string }>(server, `select id from sessions where name = '${name}'`)
  return { token: tokenIn(body), id: row?.id ?? '' }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const ID = '019a0000-0000-7000-8000-00000000dead'

interface Tokens {
  access_token: string
  refresh_token: string
  user: Record<string, unknown>
}

async function refresh(refreshToken: string): Promise<Tokens> {
  const answer = await server.ask('/auth/v1/token?grant_type=refresh_token', {
    headers: { apikey: findPublicApiKey() },
    json: { refresh_token: refreshToken },
  })
  return JSON.parse(answer.body) as Tokens
}

async function makeClient(form: Record<string, string | string[]>): Promise<Tokens> {
  const { body } = await send({ intent: 'create', name: `Client ${Math.random()}`, ...form })
  return refresh(/<h2 id="made".*?<code>([\w-]{43})<\/code>/s.exec(body)?.[1] ?? '')
}

const signInClient = async (form: Record<string, string | string[]>) =>
  bearer((await makeClient(form)).access_token)

describe('a client of a person', () => {
  test('does only what was ticked for it, also after a refresh', async () => {
    const headers = await signInClient({ scopes: ['articles:read'] })
    const own = createApi(server, headers)
    expect((await own('listDrafts')).status).toBe(200)
    expect(await own('createDraft', { json: { title: 'No' } })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    })
    expect((await server.ask('/functions/v1/publish-to-sites', { headers, json: {} })).status).toBe(403)
    expect((await server.ask('/account/tokens', { headers: { cookie } })).body).toContain('>articles:read<')
  })

  test('with a scope cannot challenge the factors of its person, and learns neither them nor the address', async () => {
    const apikey = findPublicApiKey()
    const person = await signInProgram(server, 'ines@example.com')
    const enrolled = await server.ask('/auth/v1/factors', {
      json: { factor_type: 'totp', friendly_name: 'My phone' },
      headers: { apikey, ...person },
    })
    const { id } = JSON.parse(enrolled.body) as { id: string }
    const { refresh_token: first } = await makeClient({ scopes: ['articles:read'] })
    const { access_token: token, user } = await refresh(first)
    expect(user).toMatchObject({ email: '', factors: [] })
    const headers = { apikey, ...bearer(token) }
    for (const step of ['challenge', 'verify']) {
      const json = { challenge_id: id, code: '123456' }
      const { status } = await server.ask(`/auth/v1/factors/${id}/${step}`, { json, headers })
      expect([step, status]).toEqual([step, 401])
    }
    const own = createApi(server, headers)
    expect((await own('listDrafts')).status).toBe(200)
    expect((await server.ask('/auth/v1/logout', { method: 'POST', headers })).status).toBe(204)
    expect((await own('listDrafts')).status).toBe(401)
  })

  test('for a site reaches that site alone', async () => {
    const own = createApi(server, await signInClient({ siteIds: [harbourId] }))
    expect((await own('listSites')).body.entries).toMatchObject([{ id: harbourId }])
    const made = await own('createDraft', { json: { title: 'Elsewhere', siteIds: [MAIN_SITE_ID] } })
    expect(made.status).toBe(403)
  })

  test('without a tick does all that its person may', async () => {
    const own = createApi(server, await signInClient({}))
    expect((await own('listSites')).body.entries).toHaveLength(2)
    expect((await own('createDraft', { json: { title: 'Its own' } })).status).toBe(201)
  })
})

describe('a token of a server', () => {
  test('is stored as a hash, shown once, and works until it is ended', async () => {
    const { token, id } = await makeToken(['articles:read', 'sites:read'])
    expect(token).toMatch(/^bsk_/)
    const rows = await queryStore(server, 'select * from server_tokens')
    expect(JSON.stringify(rows)).not.toContain(token)
    const { body } = await server.ask('/account/tokens', { headers: { cookie } })
    expect(body).not.toContain(token)
    expect(body).toContain(`…${token.slice(-4)}`)
    expect(body).toContain('articles:read')
    const own = createApi(server, bearer(token))
    expect((await own('listSites')).status).toBe(200)
    const [used] = await queryStore<{ isUsed: boolean }>(
      server,
      `select last_used_at is not null as "isUsed" from server_tokens where session_id = '${id}'`,
    )
    expect(used?.isUsed).toBe(true)
    await send({ intent: 'end', id }, { cookie: (await signUp(server)).cookie })
    expect((await own('listSites')).status).toBe(200)
    await send({ intent: 'end', id })
    expect((await own('listSites')).status).toBe(401)
    for (const wrong of ['bsk_', `bsk_${'A'.repeat(43)}`, `${token}x`])
      expect((await createApi(server, bearer(wrong))('listSites')).status).toBe(401)
  })

  test('is replaced while the former one works, and two are valid at most', async () => {
    const { token, id } = await makeToken(['sites:read'])
    const isValid = async (each: string) =>
      (await createApi(server, bearer(each))('listSites')).status === 200
    const second = tokenIn((await send({ intent: 'rotate', id })).body)
    const third = tokenIn((await send({ intent: 'rotate', id })).body)
    expect(await Promise.all([token, second, third].map(isValid))).toEqual([false, true, true])
    await send({ intent: 'retire', id }, { cookie: (await signUp(server)).cookie })
    expect(await isValid(second)).toBe(true)
    await send({ intent: 'retire', id })
    expect(await Promise.all([second, third].map(isValid))).toEqual([false, true])
  })

  test('needs a name and a scope, and ends by itself', async () => {
    expect((await send({ intent: 'create-server', serverName: 'X', scopes: [] })).status).toBe(400)
    expect((await send({ intent: 'create-server', serverName: ' ', scopes: ['articles:read'] })).status).toBe(
      400,
    )
    const { token, id } = await makeToken(['sites:read'])
    await queryStore(
      server,
      `update sessions set expires_at = now() - interval '1 second' where id = '${id}'`,
    )
    expect((await createApi(server, bearer(token))('listSites')).status).toBe(401)
  })

  test('is never a fresh sign-in, so it adds no site elsewhere', async () => {
    const { token } = await makeToken(['sites:write'])
    const json = { kind: 'webhook', name: 'Hook', url: 'https://hook.example/' }
    const hook = await createApi(server, bearer(token))('addSite', { json })
    expect(hook).toMatchObject({ status: 403, body: { code: 'not_fresh' } })
  })

  test('opens no function, no screen and no other address', async () => {
    const headers = bearer((await makeToken([...SCOPES])).token)
    for (const { path, access } of Object.values(ROUTES)) {
      if (path.startsWith('/v1/') || path === '/mcp') continue // they compare scopes
      const { status } = await server.ask(path.replaceAll(/:\w+/g, ID), { headers })
      if (access === 'function') expect([path, status]).toEqual([path, 403])
      if (access === 'screen') expect([302, 404], path).toContain(status)
      if (access === 'api') expect([401, 405], path).toContain(status)
    }
  })

  test('for a site reaches the articles of that site alone, and publishes nowhere else', async () => {
    const text = { title: 'On both', content: 'One.', author: 'Ines' }
    const main = await call('createArticle', { json: { ...text, siteIds: [MAIN_SITE_ID] } })
    const both = await call('createArticle', { json: { ...text, siteIds: [harbourId] } })
    const { token } = await makeToken([...SCOPES], { siteIds: [harbourId] })
    const own = createApi(server, bearer(token))
    expect((await own('listSites')).body.entries).toMatchObject([{ id: harbourId }])
    expect((await own('findArticle', { params: { articleId: both.body.id as string } })).status).toBe(200)
    const hidden = { articleId: main.body.id as string }
    expect((await own('findArticle', { params: hidden })).status).toBe(404)
    expect((await own('deleteArticle', { params: hidden })).status).toBe(404)
    const ids = ((await own('listArticles')).body.entries as { id: string }[]).map(({ id }) => id)
    expect(ids).toEqual([both.body.id])
    expect((await own('createArticle', { json: { ...text, siteIds: [MAIN_SITE_ID] } })).status).toBe(422)
    const made = await own('createArticle', { json: { ...text, siteIds: [harbourId] } })
    expect(made.status).toBe(201)
    const params = { articleId: made.body.id as string }
    expect((await own('unpublishArticle', { params, json: {} })).body.state).toBe('draft')
    expect((await own('publishArticle', { params, json: {} })).body.state).toBe('live')
    const draft = await call('createDraft', { json: { title: 'For all', siteIds: [MAIN_SITE_ID] } })
    const draftId = draft.body.id as string
    expect((await own('findDraft', { params: { draftId } })).status).toBe(404)
    expect((await own('listRevisions', { params: { articleId: draftId } })).status).toBe(404)
    expect((await own('createDraft', { json: { title: 'Its own' } })).body.siteIds).toEqual([harbourId])
    expect((await own('createDraft', { json: { title: 'Elsewhere', siteIds: [MAIN_SITE_ID] } })).status).toBe(
      403,
    )
    expect((await own('listDrafts')).body.entries).toMatchObject([{ title: 'Its own' }])
  })

  test('for a site reads and restores no variation for another one, nor of an article that is on another one', async () => {
    const text = { title: 'Reworded', content: 'The tide turned.', author: 'Ines' }
    const token = bearer((await makeToken([...SCOPES], { siteIds: [harbourId] })).token)
    const own = createApi(server, token)
    const createWith = async (siteIds: string[]) => {
      const articleId = (await call('createArticle', { json: { ...text, siteIds } })).body.id as string
      await queryStore(server, `update deliveries set varies = true where article_id = '${articleId}'`)
      for (const siteId of [harbourId, MAIN_SITE_ID])
        await queryStore(
          server,
          `insert into revisions (id, article_id, user_id, site_id, number, kind, cause, text, changed)
           select gen_random_uuid(), id, user_id, '${siteId}', 1, 'published', 'variation',
             '{"title": "Reworded", "content": "So the tide turned."}', '{}' from blog_posts where id = '${articleId}'`,
        )
      return { articleId, siteId: harbourId, number: '1' }
    }
    const there = await createWith([harbourId])
    expect((await own('findVariationRevision', { params: there })).status).toBe(200)
    expect((await own('restoreVariation', { params: there })).body).toMatchObject({ state: 'delivered' })
    const elsewhere = { ...there, siteId: MAIN_SITE_ID }
    for (const name of ['findVariationRevision', 'restoreVariation'] as const)
      expect((await own(name, { params: elsewhere })).status, name).toBe(404)
    expect((await own('listVariationRevisions', { params: elsewhere })).body.entries).toEqual([])
    const onBoth = await createWith([harbourId, MAIN_SITE_ID])
    expect((await own('findVariationRevision', { params: onBoth })).status).toBe(200)
    expect((await own('restoreVariation', { params: onBoth })).status).toBe(404)
  })

  test('for a site changes nothing that readers of another site see, not even by an undo', async () => {
    const { token } = await makeToken([...SCOPES], { siteIds: [harbourId] })
    const own = createApi(server, bearer(token))
    const json = {
      title: 'On two sites',
      content: 'One.',
      author: 'Ines',
      siteIds: [MAIN_SITE_ID, harbourId],
    }
    const made = await call('createArticle', { json })
    const params = { articleId: made.body.id as string }
    const [publish] = (await call('listUndoable', { query: 'limit=1' })).body.entries as { runId: string }[]
    for (const name of ['unpublishArticle', 'deleteArticle'] as const)
      expect(await own(name, { params })).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    const undone = await own('undoRun', { params: { runId: publish?.runId ?? '' } })
    expect(undone).toMatchObject({ status: 409, body: { code: 'changed_since' } })
    const found = (await call('findArticle', { params })).body as { state: string; siteIds: string[] }
    expect([found.state, found.siteIds.toSorted()]).toEqual(['live', json.siteIds.toSorted()])
    await call('unpublishArticle', { params })
    const [unpublish] = (await call('listUndoable', { query: 'limit=1' })).body.entries as { runId: string }[]
    await own('undoRun', { params: { runId: unpublish?.runId ?? '' } })
    // Readers see it again on the site of the token alone.
    expect((await call('findArticle', { params })).body.siteIds).toEqual([harbourId])
    const whole = await own('createDraft', { json: { title: 'Its own', content: 'One.', author: 'Ines' } })
    const published = await own('publishDraft', { params: { draftId: whole.body.id as string } })
    const onSite = { articleId: published.body.id as string }
    expect((await own('unpublishArticle', { params: onSite })).body.state).toBe('draft')
    const [itsOwn] = (await own('listUndoable', { query: 'limit=1' })).body.entries as { runId: string }[]
    expect((await own('undoRun', { params: { runId: itsOwn?.runId ?? '' } })).status).toBe(204)
    expect((await own('findArticle', { params: onSite })).body.state).toBe('live')
  })

  test('has the role of its person, and ends when the person leaves the account', async () => {
    const theo = await signUp(server, 'theo@example.com')
    const joined = { of: 'ines@example.com', role: 'contributor', isActing: true } as const
    await addMember(server, 'theo@example.com', joined)
    const { token } = await makeToken([...SCOPES], { headers: { cookie: theo.cookie } })
    const own = createApi(server, bearer(token))
    expect((await own('createDraft', { json: { title: 'His' } })).status).toBe(201)
    const json = { title: 'His', content: 'One.', siteIds: [MAIN_SITE_ID] }
    expect(await own('createArticle', { json })).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    const [person] = await queryStore<{ id: string }>(
      server,
      `select id from users where email = 'theo@example.com'`,
    )
    const removed = await server.ask('/members', {
      form: { intent: 'remove', personId: person?.id ?? '' },
      headers: { cookie },
    })
    expect(removed.status).toBeLessThan(400)
    expect((await own('listDrafts')).status).toBe(401)
  })
})
