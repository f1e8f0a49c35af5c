// @seconds 9
import { addMember } from '../../../tests/support/members.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createApi, signInProgram } from '../../../tests/support/api.ts'
import { queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

let server: TestServer
let call: ReturnType<typeof createApi>
let stranger: ReturnType<typeof createApi>
let headers: Record<string, string>

beforeAll(async () => {
  server = await shareServer()
  await signUp(server, 'ines@example.com')
  await signUp(server, 'theo@example.com')
  headers = await signInProgram(server, 'ines@example.com')
  call = createApi(server, headers)
  stranger = createApi(server, await signInProgram(server, 'theo@example.com'))
  const [ines] = await queryStore<{ id: string }>(
    server,
    `select id from users where email = 'ines@example.com'`,
  )
  await queryStore(server, `update installation set owner_id = '${ines?.id}'`)
})

/** Waits for the end of a run. */
const follow = async (runId: string) => (await server.ask(`/v1/runs/${runId}/events`, { headers })).body

/** Takes the answers of all keys away, as after a crash between the work and its answer. */
const forget = () =>
  queryStore(server, `update idempotency_keys set answer = null, held_until = now() - interval '1 second'`)
const keyed = (key: string) => ({ 'idempotency-key': key })

const csv = (lines: string) => Buffer.from(lines)

const inviteAuthor = async () => (await call('invitePerson', { json: { role: 'author' } })).body.id as string
const withdraw = (invitationId: string) => call('withdrawInvitation', { params: { invitationId } })
const listInvitations = async (query: string) => {
  const { status, body } = await call('listInvitations', { query })
  return { status, next: body.next as string, ids: body.entries?.map(({ id }: { id: string }) => id) }
}

describe('cities, services and landing pages', () => {
  test('are added, changed, deleted and restored', async () => {
    const json = { name: 'Akron', state: 'Ohio', population: 190_000 }
    const add = () => call('addCity', { json, headers: keyed('akron') })
    const added = await add()
    expect(added).toMatchObject({ status: 201, body: { ...json, slug: 'akron-ohio', notes: '' } })
    await forget()
    expect((await add()).body).toEqual(added.body)
    expect(await call('addCity', { json })).toMatchObject({ status: 409, body: { code: 'taken' } })
    const params = { cityId: added.body.id as string }
    expect((await call('changeCity', { params, json: { notes: 'Rubber.' } })).body).toMatchObject({
      ...json,
      notes: 'Rubber.',
    })
    const service = await call('addService', { json: { name: 'Roofing' } })
    const ofService = { serviceId: service.body.id as string }
    expect(
      (await call('changeService', { params: ofService, json: { description: 'Roofs.' } })).body,
    ).toEqual({
      ...service.body,
      description: 'Roofs.',
    })
    expect((await call('deleteCities', { json: { all: { count: 7 } } })).body.code).toBe('changed')
    expect((await call('deleteCities', { json: { ids: [params.cityId] } })).body).toEqual({ count: 1 })
    expect((await call('restoreCities')).body).toEqual({ count: 1 })
    expect((await call('listCities', { query: 'q=akr' })).body.entries).toMatchObject([{ name: 'Akron' }])
    expect((await stranger('findCity', { params })).status).toBe(404)
    expect((await call('deleteService', { params: ofService })).status).toBe(204)
    expect((await call('restoreServices')).body).toEqual({ count: 1 })
  })

  test('come in with a file that is read before it is imported', async () => {
    const file = csv('name,state\nDayton,Ohio\nAkron,Ohio\n,Ohio\n')
    const read = await call('readCityFile', { query: 'name=cities.csv', file })
    expect(read.body).toMatchObject({ fileName: 'cities.csv', toAdd: 1, present: 1, refused: [{ line: 4 }] })
    expect((await call('findCityFile')).body).toEqual(read.body)
    const { readingId } = read.body as { readingId: string }
    expect((await call('importCities', { json: { readingId: '1' } })).status).toBe(409)
    expect((await call('importCities', { json: { readingId } })).body).toEqual({ added: 1, updated: 0 })
    expect((await call('readServiceFile', { file: csv('name\n') })).body.code).toBe('no_entries')
    await call('readServiceFile', { file: csv('name\nGutters\n') })
    expect((await call('discardServiceFile')).status).toBe(204)
    expect((await call('findServiceFile')).status).toBe(404)
  })

  test('are made from a template as a run', async () => {
    const template = (await call('findTemplate')).body as Record<string, string>
    const wrong = await call('saveTemplate', { json: { ...template, body: '{{nothing}}' } })
    expect(wrong.body.errors).toMatchObject([{ field: 'body' }])
    const json = { ...template, title: '{{service}} in {{city}}' }
    expect((await call('saveTemplate', { json })).body).toEqual(json)
    expect((await call('previewTemplate', { json })).body.title).toMatch(/^Roofing in /)
    const { runId } = (await call('generateLandingPages', { json: { regenerateAll: true } })).body as {
      runId: string
    }
    expect(await follow(runId)).toContain('"state":"done"')
    expect((await call('findRun', { params: { runId } })).body).toMatchObject({
      kind: 'landing-pages',
      state: 'done',
    })
    const { results } = (await call('findRun', { params: { runId } })).body
    expect(results.length).toBeGreaterThan(1)
    const first = await call('findRun', { params: { runId }, query: 'limit=1' })
    const rest = await call('findRun', { params: { runId }, query: `cursor=${first.body.next}` })
    expect([...first.body.results, ...rest.body.results]).toEqual(results)
    expect(rest.body.next).toBeNull()
    expect((await call('findRun', { params: { runId }, query: 'cursor=x' })).status).toBe(422)
    expect((await stranger('findRun', { params: { runId } })).status).toBe(404)
    const pages = await call('listLandingPages')
    expect(pages.body.entries).toHaveLength(2)
    const scores = pages.body.entries.map(({ score }: { score: number }) =>
      Math.min(9, Math.floor(score / 10)),
    )
    for (let band = 0; band < 10; band += 1) {
      const { entries } = (await call('listLandingPages', { query: `band=${band}` })).body
      expect(entries).toHaveLength(scores.filter((score: number) => score === band).length)
    }
    expect((await call('listLandingPages', { query: 'band=10' })).status).toBe(422)
    const page = await call('findLandingPage', { params: { pageId: pages.body.entries[0].id as string } })
    expect(page.body.content).toContain('<')
    expect((await call('resetTemplate')).status).toBe(204)
    expect((await call('findTemplate')).body).toEqual(template)
  })

  test('are audited, and links are checked and added', async () => {
    expect((await call('findAudit')).body).toMatchObject({ auditedAt: null, entries: [] })
    await call('createArticle', { json: { title: 'Roofs', content: 'One.', siteIds: [MAIN_SITE_ID] } })
    for (const name of ['startAudit', 'startLinkFix'] as const) {
      const json = name === 'startAudit' ? {} : { mode: 'try' }
      const { runId } = (await call(name, { json })).body as { runId: string }
      await follow(runId)
    }
    expect((await call('findAudit')).body.auditedAt).not.toBeNull()
    // The audit has begun a check of links, too.
    await vi.waitFor(async () => expect((await call('findLinkReport')).body.checkedAt).not.toBeNull(), 15_000)
    const checks = await call('startLinkCheck')
    expect([200, 409]).toContain(checks.status)
    const fixes = await call('listLinkFixes')
    expect(fixes.body.entries).toMatchObject([{ mode: 'try', state: 'done' }])
    const undo = await call('undoLinkFix', { params: { runId: fixes.body.entries[0].id as string } })
    expect(undo).toMatchObject({ status: 409, body: { code: 'nothing_to_undo' } })
    expect((await call('listEngines')).body.entries).toHaveLength(3)
    expect((await call('listReceipts')).body.entries).toEqual([])
    expect((await call('sendNotices')).body.code).toBe('not_possible')
  })
})

describe('the account', () => {
  test('has settings of which some are changed', async () => {
    await call('changeSettings', { json: { businessName: 'Halloran & Quay' } })
    const json = { businessCity: 'Akron', businessZip: '44301' }
    expect((await call('changeSettings', { json })).body).toMatchObject({
      ...json,
      businessName: 'Halloran & Quay',
    })
    expect((await call('changeSettings', { json: { socialTwitter: 'nothing' } })).body.errors).toMatchObject([
      { field: 'socialTwitter' },
    ])
    expect((await call('findSettings')).body).toMatchObject(json)
  })

  test('imports a file, and takes it back', async () => {
    const file = Buffer.from('---\ntitle: From elsewhere\n---\nOld.\n')
    const read = await call('uploadImport', { query: 'name=old.md', file })
    expect(read.body).toMatchObject({ fileName: 'old.md', state: 'read', counts: { new: 1 } })
    const importId = read.body.id as string
    expect((await stranger('findImport')).status).toBe(404)
    expect((await stranger('startImport', { json: { importId, asDrafts: true } })).status).toBe(409)
    const { position } = read.body.articles[0] as { position: number }
    const found = await call('findFoundArticle', { params: { position: String(position) } })
    expect(found.body).toMatchObject({ title: 'From elsewhere', content: expect.stringContaining('Old.') })
    expect((await call('startImport', { json: { importId, asDrafts: false } })).body.code).toBe('no_site')
    const json = { importId, asDrafts: false, siteIds: [MAIN_SITE_ID] }
    const runId = (await call('startImport', { json })).body.run.id as string
    await follow(runId)
    expect((await call('findImport')).body).toMatchObject({ state: 'done', counts: { created: 1 } })
    expect((await call('bringPictures', { json: { importId } })).body.code).toBe('no_pictures')
    expect((await call('continueImport', { json: { importId } })).body.code).toBe('gone')
    expect((await call('chooseEncoding', { json: { importId, encoding: 'utf-8' } })).body.code).toBe('gone')
    const back = await call('takeBackImport', { json: { importId } })
    await follow(back.body.run.id as string)
    expect((await call('findImport')).body.counts.deleted).toBe(1)
    for (const name of ['stopImport', 'stopPictures'] as const) expect((await call(name)).status).toBe(204)
    expect((await call('discardImport', { json: { importId } })).status).toBe(204)
    expect((await call('findImport')).status).toBe(404)
  })

  test('has acts that are undone, and a record of them', async () => {
    const made = await call('createArticle', {
      json: { title: 'Gone', content: 'One.', siteIds: [MAIN_SITE_ID] },
    })
    const params = { articleId: made.body.id as string }
    await call('unpublishArticle', { params })
    const [latest] = (await call('listUndoable', { query: 'limit=1' })).body.entries as { runId: string }[]
    const undo = { params: { runId: latest?.runId ?? '' }, headers: keyed('undo') }
    expect((await stranger('undoRun', { params: undo.params })).status).toBe(404)
    expect((await call('undoRun', undo)).status).toBe(204)
    await forget()
    expect((await call('undoRun', undo)).status).toBe(204)
    expect((await call('findArticle', { params })).body.state).toBe('live')
    const first = await call('listRecord', { query: 'limit=1&act=unpublished' })
    expect(first.body.entries).toMatchObject([{ act: 'unpublished', about: 'Gone' }])
    const rest = await call('listRecord', { query: `limit=100&cursor=${first.body.entries[0].id}` })
    expect(rest.body.entries.length).toBeGreaterThan(5)
    expect((await stranger('listRecord')).body.entries).not.toContainEqual(
      expect.objectContaining({ about: 'Gone' }),
    )
  })

  test('has lists that go on where their pages ended, whatever comes and goes', async () => {
    const [oldest, older, newer, newest] = [
      await inviteAuthor(),
      await inviteAuthor(),
      await inviteAuthor(),
      await inviteAuthor(),
    ]
    const { ids, next } = await listInvitations('limit=2')
    expect(ids).toEqual([newest, newer])
    const goOn = () => listInvitations(`limit=2&cursor=${next}`)
    const added = await inviteAuthor()
    expect((await goOn()).ids).toEqual([older, oldest])
    for (const id of [newest, newer]) await withdraw(id)
    expect((await goOn()).ids).toEqual([older, oldest])
    await withdraw(older)
    expect((await goOn()).status).toBe(422)
    for (const id of [added, oldest]) await withdraw(id)
  })

  test('has people, who are invited, placed and removed', async () => {
    const invite = () => call('invitePerson', { json: { role: 'author' }, headers: keyed('invite') })
    const invited = await invite()
    expect(invited.body.link).toContain('/invite/')
    expect((await invite()).body).toEqual({ ...invited.body, link: null })
    await forget()
    const again = await invite()
    expect(again.body).toMatchObject({ id: invited.body.id, link: expect.stringContaining('/invite/') })
    const open = await call('listInvitations')
    expect(open.body.entries).toMatchObject([{ id: invited.body.id, email: null, role: 'author' }])
    const params = { invitationId: invited.body.id as string }
    expect((await stranger('withdrawInvitation', { params })).status).toBe(404)
    expect((await call('withdrawInvitation', { params })).status).toBe(204)
    await addMember(server, 'theo@example.com', { of: 'ines@example.com', role: 'author' })
    const { personId } = (await call('listMembers')).body.entries[1] as { personId: string }
    const placed = await call('changeMember', {
      params: { personId },
      json: { role: 'editor', siteIds: [MAIN_SITE_ID] },
    })
    expect(placed.body).toMatchObject({ role: 'editor', siteIds: [MAIN_SITE_ID] })
    const renamed = await call('changeMember', { params: { personId }, json: { role: 'author' } })
    expect(renamed.body).toMatchObject({ role: 'author', siteIds: [MAIN_SITE_ID] })
    const ownerId = (await call('listMembers')).body.entries[0].personId as string
    expect((await call('removeMember', { params: { personId: ownerId } })).body.code).toBe('last_owner')
    expect((await call('removeMember', { params: { personId } })).status).toBe(204)
    expect((await call('renameAccount', { json: { name: 'The newsroom' } })).body).toEqual({
      name: 'The newsroom',
    })
    expect((await call('findAccount')).body).toEqual({ name: 'The newsroom' })
  })

  test('tells an owner who gives the own role away, or leaves, that it is done', async () => {
    const { email } = await signUp(server, 'mara@example.com')
    const own = createApi(server, await signInProgram(server, email))
    await addMember(server, email, { of: 'ines@example.com', role: 'owner', isActing: true })
    const people = (await own('listMembers')).body.entries as { personId: string; email: string }[]
    const params = { personId: people.find((each) => each.email === email)?.personId ?? '' }
    const json = { role: 'editor' }
    const placed = await own('changeMember', { params, json, headers: keyed('step-down') })
    expect(placed).toMatchObject({ status: 200, body: { ...params, role: 'editor', siteIds: null } })
    expect((await own('listMembers')).status).toBe(403)
    await queryStore(server, `update members set role = 'owner' where person_id = '${params.personId}'`)
    expect((await own('removeMember', { params, headers: keyed('leave') })).status).toBe(204)
    expect((await own('listMembers')).status).toBe(401)
  })
})
