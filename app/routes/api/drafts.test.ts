// @seconds 5
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiAnswer, createApi, signInProgram } from '../../../tests/support/api.ts'
import { signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let cookie: string
let call: ReturnType<typeof createApi>

beforeAll(async () => {
  server = await shareServer()
  cookie = (await signUp(server, 'ines@example.com')).cookie
  call = createApi(server, await signInProgram(server, 'ines@example.com'))
})

const TEXT = {
  title: 'Tides',
  content: 'One.\n\nTwo.\n\nThree.\n',
  author: 'Ines',
  tags: ['Travel'],
  siteIds: [MAIN_SITE_ID],
}
const create = (more: object = {}) => call('createDraft', { json: { ...TEXT, ...more } })
const idOf = (answer: ApiAnswer) => answer.body.id as string
const change = (draftId: string, json: object, { etag, query = '' }: { etag: string; query?: string }) =>
  call('changeDraft', { params: { draftId }, json, query, headers: { 'if-match': etag } })

describe('a draft', () => {
  test('may be incomplete, is changed with its version, published and then not there', async () => {
    const made = await call('createDraft', { json: { title: 'Only a title' } })
    expect(made.body).toMatchObject({ title: 'Only a title', version: 1, articleId: null })
    const params = { draftId: idOf(made) }
    const early = await call('publishDraft', { params, json: {} })
    expect(early.status).toBe(422)
    expect(early.body.errors).toContainEqual({ field: 'content', message: 'This must not be empty.' })
    const changed = await change(params.draftId, { ...TEXT, title: 'Tides' }, { etag: made.etag })
    expect(changed.body.version).toBe(2)
    expect((await change(params.draftId, { title: 'Late' }, { etag: made.etag })).body).toMatchObject({
      code: 'precondition_failed',
      expected: made.etag,
      current: changed.etag,
    })
    expect((await call('findDraft', { params })).body).toMatchObject({ ...TEXT, version: 2 })
    const published = await call('publishDraft', { params, json: {} })
    expect(published.body).toMatchObject({ title: 'Tides', state: 'live' })
    expect((await call('findDraft', { params })).status).toBe(404)
    expect((await call('publishDraft', { params, json: {} })).body.id).toBe(idOf(published))
  })

  test('is merged with what the desk saved since, and conflicts are told', async () => {
    const made = await create()
    const params = { draftId: idOf(made) }
    const text = { ...NO_TEXT, ...TEXT, tags: 'Travel', content: TEXT.content.replace('Two', 'Zwei') }
    const saved = await server.ask(`/drafts/${params.draftId}`, {
      headers: { cookie },
      json: { version: 1, text },
    })
    expect(saved.status).toBe(200)
    const mine = { content: TEXT.content.replace('Three', 'Drei') }
    expect((await change(params.draftId, mine, { etag: made.etag })).status).toBe(412)
    expect((await change(params.draftId, mine, { etag: made.etag, query: 'merge' })).status).toBe(200)
    expect((await call('findDraft', { params })).body.content).toBe('One.\n\nZwei.\n\nDrei.\n')
    const both = await change(
      params.draftId,
      { content: TEXT.content.replace('Two', 'Deux') },
      { etag: made.etag, query: 'merge' },
    )
    expect(both.body).toMatchObject({ code: 'conflict', conflicts: [{ field: 'content', mine: 'Deux.\n' }] })
    const unknown = await change(params.draftId, mine, { etag: '"9-none"', query: 'merge' })
    const { etag: current } = await call('findDraft', { params })
    expect(unknown.body).toMatchObject({ code: 'base_gone', expected: '"9-none"', current })
  })

  test('is listed once in pages, and discarded with its version', async () => {
    for (const title of ['One', 'Two', 'Three']) await create({ title })
    const whole = await call('listDrafts')
    const ids = (whole.body.entries as { id: string }[]).map(({ id }) => id)
    const first = await call('listDrafts', { query: 'limit=2' })
    const rest = await call('listDrafts', { query: `cursor=${first.body.next}` })
    expect([...first.body.entries, ...rest.body.entries]).toEqual(whole.body.entries)
    expect((await call('listDrafts', { query: 'cursor=none' })).status).toBe(422)
    const params = { draftId: ids[0] ?? '' }
    const { etag } = await call('findDraft', { params })
    const remove = (version: string) => call('deleteDraft', { params, headers: { 'if-match': version } })
    expect(await remove('"0-a-b"')).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed', expected: '"0-a-b"', current: etag },
    })
    expect((await remove(etag)).status).toBe(204)
    expect((await call('deleteDraft', { params })).status).toBe(404)
  })

  test('that was not submitted is not taken back, which is a conflict and no failed version', async () => {
    const refused = await call('withdrawReview', { params: { draftId: idOf(await create()) } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  })

  test('of another account is not there', async () => {
    const params = { draftId: idOf(await create()) }
    const stranger = await signUp(server)
    const theirs = createApi(server, await signInProgram(server, stranger.email))
    expect((await theirs('findDraft', { params })).status).toBe(404)
    expect((await theirs('deleteDraft', { params })).status).toBe(404)
    expect((await theirs('publishDraft', { params, json: {} })).status).toBe(404)
    const headers = { 'if-match': '*' }
    expect((await theirs('changeDraft', { params, json: { title: 'Mine' }, headers })).status).toBe(404)
    expect((await call('findDraft', { params })).body.title).toBe('Tides')
  })
})

const NO_TEXT = {
  metaDescription: '',
  keywords: '',
  canonicalUrl: '',
  cover: '',
  slug: '',
  generateVariations: false,
}

describe('plans and revisions', () => {
  test('a draft is planned, its plan moved and cancelled', async () => {
    const draft = await create({ title: 'Planned' })
    const dueAt = new Date(Date.now() + 86_400_000).toISOString()
    const body = { kind: 'publish', dueAt, siteIds: [MAIN_SITE_ID] }
    const made = await call('createPlan', { params: { articleId: idOf(draft) }, json: body })
    expect(made.status).toBe(201)
    const params = { articleId: made.body.articleId as string, planId: idOf(made) }
    expect((await call('findArticle', { params })).body.state).toBe('draft')
    const later = new Date(Date.now() + 2 * 86_400_000).toISOString()
    expect((await call('movePlan', { params, json: { dueAt: later } })).body).toMatchObject({ dueAt: later })
    const past = await call('movePlan', { params, json: { dueAt: '2020-01-01T00:00:00Z' } })
    expect(past.body).toMatchObject({ status: 422, code: 'in_the_past' })
    expect((await call('listPlans', { params })).body.entries).toMatchObject([
      { id: params.planId, result: null },
    ])
    expect((await call('cancelPlan', { params })).status).toBe(204)
    expect((await call('cancelPlan', { params })).status).toBe(409)
    const other = { ...params, articleId: '019a0000-0000-7000-8000-00000000dead' }
    expect((await call('cancelPlan', { params: other })).status).toBe(404)
  })

  test('each state of a draft is a revision, which is read and restored', async () => {
    const made = await create({ title: 'First' })
    const params = { articleId: idOf(made), number: '1' }
    await change(idOf(made), { title: 'Second' }, { etag: made.etag })
    const listed = await call('listRevisions', { params, query: 'limit=1' })
    expect(listed.body.entries).toMatchObject([{ number: 2, changed: ['title'] }])
    const older = await call('listRevisions', { params, query: `cursor=${listed.body.next}` })
    expect(older.body).toMatchObject({ entries: [{ number: 1 }], next: null })
    expect((await call('findRevision', { params })).body).toMatchObject({ title: 'First', tags: ['Travel'] })
    const restore = (number: string, version: string) =>
      call('restoreRevision', { params: { ...params, number }, headers: { 'if-match': version } })
    const { etag } = await call('findDraft', { params: { draftId: idOf(made) } })
    expect(await restore('1', made.etag)).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed', expected: made.etag, current: etag },
    })
    const restored = await restore('1', etag)
    expect(restored.body).toMatchObject({ title: 'First', version: 3 })
    expect((await restore('2', '*')).body).toMatchObject({ title: 'Second', version: 4 })
    expect((await call('restoreRevision', { params, json: {} })).body).toMatchObject({ title: 'First' })
    for (const name of ['findRevision', 'restoreRevision'] as const)
      expect((await call(name, { params: { ...params, number: '99' } })).status).toBe(404)
  })

  test('a revision of an article is restored from its version, and makes a working copy', async () => {
    const made = await call('createArticle', { json: { ...TEXT, title: 'Live' } })
    const params = { articleId: idOf(made), number: '1' }
    const restore = (version: string) => call('restoreRevision', { params, headers: { 'if-match': version } })
    expect((await restore('"9-none"')).body).toMatchObject({ expected: '"9-none"', current: made.etag })
    const copy = await restore(made.etag)
    expect(copy.body).toMatchObject({ title: 'Live', articleId: params.articleId })
    expect((await restore(made.etag)).body).toMatchObject({ expected: made.etag, current: copy.etag })
  })
})
