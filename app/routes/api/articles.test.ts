// @seconds 8
import { beforeAll, describe, expect, test } from 'vitest'
import { type ApiAnswer, createApi, signInProgram } from '../../../tests/support/api.ts'
import { addSite, queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let call: ReturnType<typeof createApi>
let harbourId: string

beforeAll(async () => {
  server = await shareServer()
  const { email } = await signUp(server, 'ines@example.com')
  await addSite(server, 'Harbour')
  call = createApi(server, await signInProgram(server, email))
  const sites = (await call('listSites')).body.entries as { id: string; name: string }[]
  harbourId = sites.find(({ name }) => name === 'Harbour')?.id ?? ''
})

const TEXT = {
  title: 'A quiet harbour',
  content: 'The tide turned at six.\n\nNobody was there.\n\nThe boats lay still.\n',
  author: 'Ines Halloran',
  tags: ['Travel', 'Health'],
  siteIds: [MAIN_SITE_ID],
}

const create = (more: object = {}) => call('createArticle', { json: { ...TEXT, ...more } })
const find = (articleId: string) => call('findArticle', { params: { articleId } })
const change = (
  articleId: string,
  json: object,
  { etag, query = '' }: { etag?: string; query?: string } = {},
) =>
  call('changeArticle', {
    params: { articleId },
    json,
    query,
    ...(etag && { headers: { 'if-match': etag } }),
  })
const idOf = (answer: ApiAnswer) => answer.body.id as string

describe('an article', () => {
  test('is published, read, changed with its version, taken off, published again and deleted', async () => {
    const made = await create({ siteIds: [MAIN_SITE_ID, harbourId] })
    expect(made.status).toBe(201)
    expect(made.headers.location).toBe(`/v1/articles/${idOf(made)}`)
    const params = { articleId: idOf(made) }
    const read = await find(params.articleId)
    const siteIds = [MAIN_SITE_ID, harbourId]
    expect(read.body).toMatchObject({ ...TEXT, siteIds, state: 'live', slug: 'a-quiet-harbour', revision: 1 })
    expect(read.etag).toBe(made.etag)
    expect((await server.ask('/article/a-quiet-harbour')).body).toContain('The tide turned at six.')
    expect((await server.ask('/article/a-quiet-harbour', { host: 'harbour.localhost' })).status).toBe(200)

    const changed = await change(params.articleId, { slug: 'harbour', tags: [] }, { etag: read.etag })
    expect(changed.body).toMatchObject({ slug: 'harbour', tags: [], title: TEXT.title })
    const redirects = await call('listRedirects', { params })
    expect(redirects.body.entries).toContainEqual({ siteId: MAIN_SITE_ID, path: '/article/a-quiet-harbour' })
    expect((await call('listDeliveries', { params })).body.entries).toHaveLength(2)

    expect((await call('unpublishArticle', { params, json: {} })).body.state).toBe('draft')
    expect((await server.ask('/article/harbour')).status).toBe(404)
    const again = await call('publishArticle', { params, json: { siteIds: [MAIN_SITE_ID] } })
    expect(again.body).toMatchObject({ state: 'live', siteIds: [MAIN_SITE_ID] })
    const more = await call('publishArticle', { params, json: { siteIds: [harbourId] } })
    expect(more.body.siteIds.toSorted()).toEqual([MAIN_SITE_ID, harbourId].toSorted())
    expect((await call('retryDeliveries', { params, json: {} })).status).toBe(200)

    expect((await call('deleteArticle', { params })).status).toBe(204)
    expect((await server.ask('/article/harbour')).status).toBe(404)
    expect((await change(params.articleId, { title: 'New' }, { etag: '*' })).status).toBe(404)
  })

  test('is not changed without the version, nor from an older one, and both versions are named', async () => {
    const articleId = idOf(await create({ title: 'Versions' }))
    const { etag } = await find(articleId)
    expect((await change(articleId, { title: 'Blind' })).status).toBe(428)
    const newer = await change(articleId, { title: 'First' }, { etag })
    const refused = await change(articleId, { title: 'Second' }, { etag })
    expect(refused.status).toBe(412)
    expect(refused.body).toMatchObject({ code: 'precondition_failed', expected: etag, current: newer.etag })
    const params = { articleId }
    for (const name of ['deleteArticle', 'unpublishArticle', 'publishArticle'] as const)
      expect((await call(name, { params, json: {}, headers: { 'if-match': etag } })).status).toBe(412)
    expect((await find(articleId)).body.title).toBe('First')
  })

  test('that was changed since stays as it is when an act is undone, and the conflict is told', async () => {
    const params = { articleId: idOf(await create({ title: 'Undone' })) }
    const findLatest = async () =>
      (await call('listUndoable', { query: 'limit=1' })).body.entries[0].runId as string
    const publish = await findLatest()
    await call('unpublishArticle', { params, json: {} })
    const unpublish = await findLatest()
    await call('publishArticle', { params, json: { siteIds: [MAIN_SITE_ID] } })
    const { etag } = await find(params.articleId)
    for (const runId of [publish, unpublish])
      expect(await call('undoRun', { params: { runId } })).toMatchObject({
        status: 409,
        body: { code: 'changed_since', message: expect.stringContaining('changed again since') },
      })
    expect((await find(params.articleId)).etag).toBe(etag)
  })

  test('is the translation of another one, by its id', async () => {
    const translationOf = idOf(await create({ title: 'Low water' }))
    const made = await create({ title: 'Ebbe', lang: 'de', translationOf })
    expect((await find(idOf(made))).body).toMatchObject({ lang: 'de', translationOf })
    const none = '0199f7f4-0000-7000-8000-000000000009'
    const refused = await change(idOf(made), { translationOf: none }, { etag: made.etag })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ code: 'translation_unknown' })
    await change(idOf(made), { translationOf: null }, { etag: made.etag })
    expect((await find(idOf(made))).body.translationOf).toBeNull()
  })

  test('is merged with what changed since, and conflicts are told with both texts', async () => {
    const articleId = idOf(await create({ title: 'Merges' }))
    const { etag, body } = await find(articleId)
    const content = body.content as string
    await change(articleId, { content: content.replace('at six', 'at seven') }, { etag })
    const mine = { content: content.replace('lay still', 'sank'), tags: ['Science'] }
    const merged = await change(articleId, mine, { etag, query: 'merge' })
    expect(merged.status).toBe(200)
    expect((await find(articleId)).body).toMatchObject({
      content: content.replace('at six', 'at seven').replace('lay still', 'sank'),
      tags: ['Science'],
    })
    const both = await change(
      articleId,
      { content: content.replace('at six', 'at ten') },
      { etag, query: 'merge=true' },
    )
    expect(both.status).toBe(409)
    expect(both.body.conflicts).toEqual([
      { field: 'content', mine: 'The tide turned at ten.\n', theirs: 'The tide turned at seven.\n' },
    ])
    const unknown = await change(articleId, { title: 'X' }, { etag: '"9-none"', query: 'merge' })
    const { etag: current } = await find(articleId)
    expect(unknown.body).toMatchObject({ code: 'base_gone', expected: '"9-none"', current })
  })

  test('keeps its working copy when a program changes it, and the copy is published with both changes', async () => {
    const made = await create({ title: 'Copies' })
    const params = { articleId: idOf(made), number: '1' }
    const copy = await call('restoreRevision', { params, json: {} })
    const draft = { draftId: params.articleId }
    const kept = await call('changeDraft', {
      params: draft,
      json: { content: TEXT.content.replace('lay still', 'sank') },
      headers: { 'if-match': copy.etag },
    })
    expect(kept.body.articleId).toBe(params.articleId)
    const read = await find(params.articleId)
    expect(read.body).toMatchObject({ hasWorkingCopy: true, content: TEXT.content })
    await change(
      params.articleId,
      { content: TEXT.content.replace('at six', 'at nine') },
      { etag: read.etag },
    )
    const published = await call('publishDraft', { params: draft, json: {} })
    expect(published.body).toMatchObject({ hasWorkingCopy: false, state: 'live' })
    expect((await find(params.articleId)).body.content).toBe(
      TEXT.content.replace('at six', 'at nine').replace('lay still', 'sank'),
    )
  })

  test('has its deliveries and its plans in pages, and so are the sites', async () => {
    const articleId = idOf(await create({ title: 'Pages', siteIds: [MAIN_SITE_ID, harbourId] }))
    for (const days of [1, 2]) {
      const dueAt = new Date(Date.now() + days * 86_400_000).toISOString()
      const made = await call('createPlan', { params: { articleId }, json: { kind: 'unpublish', dueAt } })
      expect(made.status).toBe(201)
    }
    for (const name of ['listSites', 'listDeliveries', 'listPlans'] as const) {
      const ask = (query: string) => call(name, { params: { articleId }, query })
      const { entries } = (await ask('')).body
      expect([name, entries.length]).toEqual([name, 2])
      const first = await ask('limit=1')
      const rest = await ask(`limit=1&cursor=${first.body.next}`)
      expect(rest.body).toEqual({ entries: entries.slice(1), next: null })
      expect((await ask('cursor=1')).body.errors, name).toMatchObject([{ field: 'cursor' }])
    }
  })

  test('of another account is not there, whatever is asked', async () => {
    const articleId = idOf(await create({ title: 'Hers' }))
    const stranger = await signUp(server)
    const theirs = createApi(server, await signInProgram(server, stranger.email))
    const params = { articleId, number: '1' }
    for (const name of [
      'findArticle',
      'listRevisions',
      'findRevision',
      'listPlans',
      'listDeliveries',
      'listRedirects',
    ] as const)
      expect((await theirs(name, { params })).status, name).toBe(404)
    for (const name of ['deleteArticle', 'unpublishArticle', 'publishArticle', 'retryDeliveries'] as const)
      expect((await theirs(name, { params, json: {} })).status, name).toBe(404)
    const headers = { 'if-match': '*' }
    expect((await theirs('changeArticle', { params, json: { title: 'Taken' }, headers })).status).toBe(404)
    expect((await theirs('listArticles')).body.entries).toEqual([])
    expect((await find(articleId)).body.title).toBe('Hers')
  })
})

describe('the variation of an article for a site', () => {
  const REWORDED = 'At six the tide turned.\n\nThere was nobody.\n\nStill the boats lay.\n'

  /** Publishes an article of which Harbour gets a variation, with two revisions that a model might have written. */
  async function createVaried(title: string) {
    const articleId = idOf(await create({ title, siteIds: [MAIN_SITE_ID, harbourId] }))
    const ofHarbour = `article_id = '${articleId}' and site_id = '${harbourId}'`
    await queryStore(server, `update deliveries set varies = true where ${ofHarbour}`)
    for (const [number, content] of [REWORDED, `${REWORDED}\nIt was 1987.\n`].entries())
      await queryStore(
        server,
        `insert into revisions (id, article_id, user_id, site_id, number, kind, cause, text, changed)
         select gen_random_uuid(), id, user_id, '${harbourId}', ${number + 1}, 'published', 'variation',
           jsonb_build_object('title', title, 'content', '${content}'), '{}'
         from blog_posts where id = '${articleId}'`,
      )
    return { articleId, siteId: harbourId }
  }

  test('has its own revisions, which are listed, read and delivered again', async () => {
    const params = await createVaried('Varied')
    const first = await call('listVariationRevisions', { params, query: 'limit=1' })
    expect(first.body).toMatchObject({ entries: [{ number: 2, cause: 'variation' }] })
    const rest = await call('listVariationRevisions', { params, query: `cursor=${first.body.next}` })
    expect(rest.body).toMatchObject({ entries: [{ number: 1 }], next: null })
    expect((await call('listRevisions', { params })).body.entries).toHaveLength(1)
    const ofFirst = { ...params, number: '1' }
    expect((await call('findVariationRevision', { params: ofFirst })).body.content).toBe(REWORDED)

    const restored = await call('restoreVariation', { params: ofFirst, json: {} })
    expect(restored).toMatchObject({ status: 200, body: { siteId: harbourId, state: 'delivered' } })
    const [newest] = (await call('listVariationRevisions', { params })).body.entries
    expect(newest).toMatchObject({ number: 3, cause: 'restore', restoredFrom: 1 })
    const page = await server.ask('/article/varied', { host: 'harbour.localhost' })
    expect(page.body).toContain('Still the boats lay.')
    expect((await server.ask('/article/varied')).body).toContain('The boats lay still.')
  })

  test('is not restored if it does not fit, and the problem says why', async () => {
    const params = { ...(await createVaried('Unfit')), number: '2' }
    const refused = await call('restoreVariation', { params })
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'does_not_fit', faults: expect.arrayContaining([expect.stringContaining('1987')]) },
    })
    expect((await call('restoreVariation', { params: { ...params, number: '9' } })).status).toBe(404)
    const plain = { articleId: idOf(await create({ title: 'Not varied' })), siteId: harbourId }
    expect((await call('listVariationRevisions', { params: plain })).body).toEqual({
      entries: [],
      next: null,
    })
    await queryStore(server, `update deliveries set varies = false where article_id = '${params.articleId}'`)
    expect(await call('restoreVariation', { params: { ...params, number: '1' } })).toMatchObject({
      status: 422,
      body: { code: 'not_varied' },
    })
  })

  test('of another account is not there', async () => {
    const params = { ...(await createVaried('Theirs')), number: '1' }
    const stranger = await signUp(server)
    const theirs = createApi(server, await signInProgram(server, stranger.email))
    for (const name of ['listVariationRevisions', 'findVariationRevision', 'restoreVariation'] as const)
      expect((await theirs(name, { params })).status, name).toBe(404)
  })
})

describe('a refused request', () => {
  test.each([
    ['an unknown field', { colour: 'red' }, 'colour', 'There is no such field.'],
    ['a field of the wrong kind', { title: 7 }, 'title', undefined],
    ['a field that is too long', { title: 'x'.repeat(301) }, 'title', undefined],
    ['a field with blanks alone', { content: ' \n' }, 'content', 'This must not be empty.'],
    ['an address that is none', { canonicalUrl: 'tide' }, 'canonicalUrl', undefined],
    ['a tag with a comma', { tags: ['a', 'b,c'] }, 'tags.1', 'A word without a comma.'],
    ['half a surrogate pair', { content: 'a\uD800b' }, 'content', /surrogate/],
    ['the character 0', { tags: ['a\0b'] }, 'tags.0', /character 0/],
    ['no site', { siteIds: [] }, 'siteIds', undefined],
  ])('names the field: %s', async (...[, wrong, field, message]) => {
    const refused = await create(wrong)
    expect(refused.status).toBe(422)
    expect(refused.body.code).toBe('invalid_request')
    const error = (refused.body.errors as { field: string; message: string }[]).find(
      (each) => each.field === field,
    )
    expect(error?.message).toMatch(message ?? /./)
  })

  test.each([
    ['no JSON', '{"title"', 400],
    ['a body that is no object', '[]', 422],
    ['a deep body', `{"title":${'['.repeat(40)}${']'.repeat(40)}}`, 400],
  ])('has a problem for %s', async (_name, json, status) => {
    expect((await call('createArticle', { json })).status).toBe(status)
  })

  test('names a site that is not available, and a body that is not UTF-8', async () => {
    const unavailable = await create({ siteIds: ['019a0000-0000-7000-8000-00000000dead'] })
    expect(unavailable).toMatchObject({ status: 422, body: { code: 'site_unavailable' } })
    const credentials = await signInProgram(server, 'ines@example.com')
    const headers = { ...credentials, 'content-type': 'application/json' }
    const body = Buffer.from('{"title":"\xff"}', 'latin1')
    const answer = await server.ask('/v1/articles', { method: 'POST', body, headers })
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'invalid_utf8' })
  })

  test('says which methods and addresses there are', async () => {
    const headers = await signInProgram(server, 'ines@example.com')
    const wrong = await server.ask('/v1/articles', { method: 'DELETE', headers })
    expect(wrong).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    for (const path of ['/v1/none', '/v1/articles/none', '/v1/articles/none/revisions/0'])
      expect(await server.ask(path, { headers })).toMatchObject({
        status: 404,
        headers: { 'content-type': 'application/problem+json' },
      })
    expect((await server.ask('/v1/none')).status).toBe(401)
  })
})

describe('the list of articles', () => {
  test.each(['changed', 'oldest', 'published', 'first-published', 'title', 'title-down'])(
    'has each article once, in pages, in the order of the board: %s',
    async (sort) => {
      if (sort === 'changed') {
        await queryStore(server, 'delete from blog_posts')
        for (const title of ['Abc', 'Bcd', 'cde', 'Def', 'Efg']) await create({ title, tags: ['Paged'] })
        const { body } = await call('listArticles')
        const params = { articleId: body.entries[0].id as string }
        await call('unpublishArticle', { params, json: {} })
      }
      const whole = await call('listArticles', { query: `sort=${sort}` })
      expect(whole.body).toMatchObject({ next: null })
      const ids = (whole.body.entries as { id: string }[]).map(({ id }) => id)
      expect(new Set(ids).size).toBe(5)
      const paged: string[] = []
      for (let cursor = ''; ;) {
        const { body } = await call('listArticles', { query: `sort=${sort}&limit=2${cursor}` })
        paged.push(...(body.entries as { id: string }[]).map(({ id }) => id))
        if (body.next === null) break
        cursor = `&cursor=${encodeURIComponent(body.next as string)}`
      }
      expect(paged).toEqual(ids)
    },
  )

  test('is filtered as the board, and refuses what means nothing', async () => {
    expect((await call('listArticles', { query: 'state=draft' })).body.entries).toHaveLength(1)
    expect((await call('listArticles', { query: 'q=bcd&state=live' })).body.entries).toMatchObject([
      { title: 'Bcd' },
    ])
    expect((await call('listArticles', { query: 'tag=paged&author=Nobody' })).body.entries).toEqual([])
    const [{ id }] = (await call('listArticles', { query: 'state=draft' })).body.entries as [{ id: string }]
    const dueAt = new Date(Date.now() + 86_400_000).toISOString()
    const plan = { kind: 'publish', dueAt, siteIds: [MAIN_SITE_ID] }
    expect((await call('createPlan', { params: { articleId: id }, json: plan })).status).toBe(201)
    const month = new Date().toISOString().slice(0, 7)
    for (const [query, titles] of [
      ['tag=paged&sort=title', ['Abc', 'Bcd', 'cde', 'Def', 'Efg']],
      ['state=scheduled', ['Efg']],
      [`site=${MAIN_SITE_ID}&state=live&sort=title`, ['Abc', 'Bcd', 'cde', 'Def']],
      [`month=${month}&q=def`, ['Def']],
      ['month=2001-01', []],
      ['state=edited', []],
      ['state=for-me', []],
      ['state=sending', []],
      ['state=refused', []],
    ] as const) {
      const { body } = await call('listArticles', { query })
      expect([query, body.entries?.map(({ title }: { title: string }) => title)]).toEqual([query, titles])
    }
    for (const query of [
      'state=none',
      'sort=best',
      'page=2',
      'limit=0',
      'cursor=x',
      'q=a&q=b',
      'q=%00',
      'site=1',
    ])
      expect((await call('listArticles', { query })).status, query).toBe(422)
    const { body } = await call('listArticles', { query: 'sort=title&limit=1' })
    expect((await call('listArticles', { query: `sort=oldest&cursor=${body.next}` })).status).toBe(422)
  })
})
