// @seconds 5
import { beforeAll, describe, expect, test } from 'vitest'
import { createApi, signInProgram } from '../../../tests/support/api.ts'
import { takePicture } from '../../../tests/support/pictures.ts'
import { queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let call: ReturnType<typeof createApi>
let stranger: ReturnType<typeof createApi>

beforeAll(async () => {
  server = await shareServer()
  await signUp(server, 'ines@example.com')
  await signUp(server, 'theo@example.com')
  call = createApi(server, await signInProgram(server, 'ines@example.com'))
  stranger = createApi(server, await signInProgram(server, 'theo@example.com'))
  const [ines] = await queryStore<{ id: string }>(
    server,
    `select id from users where email = 'ines@example.com'`,
  )
  await queryStore(server, `update installation set owner_id = '${ines?.id}'`)
})

/** Takes the answers of all keys away, as after a crash between the work and its answer. */
const forget = () =>
  queryStore(server, `update idempotency_keys set answer = null, held_until = now() - interval '1 second'`)
const shoot = (shade: number) => takePicture({ width: 1200, height: 800, format: 'png', shade })
const keyed = (key: string) => ({ 'idempotency-key': key })

describe('tags and authors', () => {
  test('are described and renamed in all articles, once for a key', async () => {
    for (const title of ['Ebb', 'Flood'])
      await call('createArticle', {
        json: {
          title,
          content: 'One.',
          author: 'Ines Halloran',
          tags: ['Tides', title],
          siteIds: [MAIN_SITE_ID],
        },
      })
    const first = await call('listTags', { query: 'limit=2' })
    expect(first.body.entries).toMatchObject([{ name: 'Ebb' }, { name: 'Flood' }])
    const rest = await call('listTags', { query: `limit=2&cursor=${first.body.next}` })
    expect(rest.body).toEqual({ entries: [{ name: 'Tides', articles: 2, description: '' }], next: null })
    expect((await call('listTags', { query: 'cursor=x' })).body.errors).toMatchObject([{ field: 'cursor' }])
    const params = { tag: 'tides' }
    await call('changeTag', { params, json: { description: 'The sea comes and goes.' } })
    expect((await call('findTag', { params })).body.description).toBe('The sea comes and goes.')
    expect(await call('changeTag', { params, json: { name: 'Ebb' } })).toMatchObject({
      status: 409,
      body: { code: 'tag_taken' },
    })
    const rename = () => call('changeTag', { params, json: { name: 'The sea' }, headers: keyed('rename') })
    const renamed = await rename()
    expect(renamed.body).toMatchObject({ tag: { name: 'The sea', articles: 2 }, runId: expect.any(String) })
    await forget()
    expect((await rename()).body).toEqual(renamed.body)
    expect((await call('findTag', { params })).status).toBe(404)
    expect((await stranger('listTags')).body.entries).toEqual([])
    expect((await stranger('changeTag', { params: { tag: 'ebb' }, json: { name: 'Mine' } })).status).toBe(404)
  })

  test('an author has a profile with a picture of the own library alone', async () => {
    const params = { author: 'Ines Halloran' }
    const own = await call('addPicture', { file: await shoot(1) })
    const theirs = await stranger('addPicture', { file: await shoot(2) })
    const json = { biography: 'Sails.', links: ['example.com/ines'], picture: own.body.path as string }
    expect((await call('changeAuthor', { params, json })).body).toMatchObject({
      ...json,
      links: ['https://example.com/ines'],
    })
    const stolen = await call('changeAuthor', { params, json: { picture: theirs.body.path as string } })
    expect(stolen).toMatchObject({ status: 422, body: { errors: [{ field: 'picture' }] } })
    expect((await call('changeAuthor', { params, json: { links: ['nothing'] } })).body.code).toBe(
      'link_wrong',
    )
    expect((await call('findAuthor', { params })).body.biography).toBe('Sails.')
    expect((await call('findAuthor', { params: { author: 'Nobody/%2F' } })).status).toBe(404)
  })
})

describe('pictures', () => {
  test('are added once, described, found, replaced in all texts and deleted', async () => {
    const add = async (shade: number) =>
      call('addPicture', { query: 'name=boat.png', file: await shoot(shade), headers: keyed(`add-${shade}`) })
    const [boat, ship] = [await add(3), await add(4)]
    expect((await add(3)).body).toEqual(boat.body)
    expect(await call('addPicture', { file: Buffer.from('no picture') })).toMatchObject({
      status: 415,
      body: { code: 'not_a_picture' },
    })
    const params = { pictureId: boat.body.id as string }
    const words = { alt: 'A boat', focus: { x: 30, y: 70 } }
    expect((await call('changePicture', { params, json: words })).body).toMatchObject(words)
    const article = await call('createArticle', {
      json: { title: 'Boats', content: `![A boat](${boat.body.path})`, siteIds: [MAIN_SITE_ID] },
    })
    expect((await call('findPicture', { params })).body.places).toMatchObject([
      { place: 'article', id: article.body.id, title: 'Boats' },
    ])
    expect(await call('deletePicture', { params })).toMatchObject({ status: 409, body: { code: 'in_use' } })
    const found = await call('listPictures', { query: 'q=boat&limit=1' })
    expect(found.body.entries).toMatchObject([{ id: ship.body.id }])
    const next = await call('listPictures', { query: `q=boat&limit=1&cursor=${found.body.next}` })
    expect(next.body).toMatchObject({ entries: [{ id: boat.body.id, uses: 1 }], next: null })
    expect((await call('replacePicture', { params, json: { by: ship.body.id as string } })).status).toBe(200)
    const changed = await call('findArticle', { params: { articleId: article.body.id as string } })
    expect(changed.body.content).toBe(`![A boat](${ship.body.path})`)
    expect((await stranger('findPicture', { params })).status).toBe(404)
    expect((await stranger('deletePicture', { params })).status).toBe(404)
    expect((await call('deletePicture', { params })).status).toBe(204)
  })

  test('that are used nowhere are counted and deleted, and alt texts are made a rule', async () => {
    await queryStore(server, `update uploads set created_at = now() - interval '2 days'`)
    const { count } = (await call('countUnusedPictures')).body as { count: number }
    expect((await call('removeUnusedPictures')).body).toEqual({ removed: count })
    await call('changeAltRule', { json: { requiresAlt: true } })
    expect((await call('findAltRule')).body).toEqual({ requiresAlt: true })
    const json = { title: 'No words', content: '![](/uploads/x.webp)', siteIds: [MAIN_SITE_ID] }
    expect((await call('createArticle', { json })).status).toBe(422)
    await call('changeAltRule', { json: { requiresAlt: false } })
  })
})

describe('sites', () => {
  test('are added once for a key, changed, and removed', async () => {
    const json = { kind: 'hosted', name: 'Harbour', url: 'harbour-daily.localhost' }
    const add = () => call('addSite', { json, headers: keyed('harbour') })
    const added = await add()
    expect(added).toMatchObject({
      status: 201,
      body: { site: { name: 'Harbour' }, secret: null, test: null },
    })
    await forget()
    expect((await add()).body).toEqual(added.body)
    expect(await call('addSite', { json })).toMatchObject({ status: 409, body: { code: 'host_taken' } })
    const params = { siteId: added.body.site.id as string }
    expect(
      (await call('changeSite', { params, json: { description: 'Boats.', isActive: false } })).body,
    ).toMatchObject({ name: 'Harbour', description: 'Boats.', isActive: false })
    expect((await call('listManagedSites')).body.entries).toMatchObject([{ id: params.siteId }])
    expect((await call('testSite', { params })).body.code).toBe('not_remote')
    const url = 'quay.localhost'
    expect((await call('connectSite', { params, json: { url } })).body.site.url).toContain('quay.localhost')
    for (const name of ['findSite', 'findFace', 'removeSite'] as const)
      expect((await stranger(name, { params })).status).toBe(404)
    expect((await call('removeSite', { params })).status).toBe(204)
    expect((await call('findSite', { params })).status).toBe(404)
  })

  test('a webhook has its secret in the first answer alone', async () => {
    const json = { kind: 'webhook', name: 'Hook', url: 'https://127.0.0.1/in' }
    const add = () => call('addSite', { json, headers: keyed('hook') })
    const added = await add()
    expect(added.body.secret).toMatch(/^whsec_/)
    expect((await add()).body).toEqual({ ...added.body, secret: null })
    const kept = await queryStore<{ answer: object }>(server, 'select answer from idempotency_keys')
    expect(JSON.stringify(kept)).not.toContain('whsec_')
    const params = { siteId: added.body.site.id as string }
    const second = await call('addSecret', { params })
    expect(second.body.secret).toMatch(/^whsec_/)
    expect((await call('retireSecret', { params })).status).toBe(204)
    expect((await call('retireSecret', { params })).body.code).toBe('one_secret')
    await queryStore(server, `update sessions set authenticated_at = now() - interval '1 hour'`)
    expect(await call('addSecret', { params })).toMatchObject({ status: 403, body: { code: 'not_fresh' } })
    await queryStore(server, `update sessions set authenticated_at = now()`)
    expect((await call('addSite', { json: { ...json, kind: 'ghost' } })).body.errors).toMatchObject([
      { field: 'credentials.key' },
    ])
  })

  test('have a look that is changed and undone, and pages', async () => {
    const params = { siteId: MAIN_SITE_ID }
    const menu = [{ label: 'About', href: '/about' }]
    const json = { tagline: 'News of the sea', accent: '#0b5394', menu }
    const changed = await call('changeFace', { params, json })
    expect(changed.body).toMatchObject({ ...json, deadLinks: ['/about'] })
    const pale = await call('changeFace', { params, json: { accent: '#ffff00' } })
    expect(pale).toMatchObject({ status: 422, body: { errors: [{ field: 'accent' }] } })
    const nearest = await call('changeFace', { params, json: { accent: '#ffff00', takesNearest: true } })
    expect(nearest.body.accent).toMatch(/^#(?!ffff00)/)
    const page = { path: '/about', title: 'About us', content: 'We sail.' }
    const add = () => call('addPage', { params, json: page, headers: keyed('about') })
    const added = await add()
    expect(added).toMatchObject({ status: 201, body: { path: '/about', isPublished: true } })
    await forget()
    expect((await add()).body).toEqual(added.body)
    expect((await call('addPage', { params, json: page })).body.code).toBe('path_taken')
    expect((await call('listPages', { params })).body.entries).toEqual([added.body])
    const moved = { ...params, articleId: added.body.articleId as string }
    const move = () => call('movePage', { params: moved, json: { path: '/us' } })
    expect((await move()).body).toEqual({ ...added.body, path: '/us' })
    expect((await move()).status).toBe(200)
    expect((await stranger('movePage', { params: moved, json: { path: '/mine' } })).status).toBe(404)
    const version = nearest.body.undoableVersion as number
    expect((await call('undoFace', { params, json: { version } })).body.accent).toBe('#0b5394')
    expect((await call('undoFace', { params, json: { version } })).status).toBe(409)
    expect((await stranger('findFace', { params })).status).toBe(404)
  })

  test('keep every field of a look that programs change at the same time', async () => {
    const params = { siteId: MAIN_SITE_ID }
    for (const words of ['one', 'two', 'three']) {
      const fields = [{ tagline: words }, { footerText: words }, { menu: [{ label: words, href: '/' }] }]
      const changed = await Promise.all(fields.map((json) => call('changeFace', { params, json })))
      expect(changed.map(({ status }) => status)).toEqual([200, 200, 200])
      const { body } = await call('findFace', { params })
      for (const field of fields) expect(body).toMatchObject(field)
    }
  })
})
