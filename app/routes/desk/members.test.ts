// @store server
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addSite,
  type Ask,
  queryStore,
  signUp,
  startServer,
  type TestServer,
  toCookie,
} from '../../../tests/support/server.ts'

const PASSWORD = 'a long enough password'

let server: TestServer
let owner: Record<string, string>
let siteIds: Record<string, string>

const ask = (path: string, headers: Record<string, string>, options: Ask = {}) =>
  server.ask(path, { ...options, headers })

beforeAll(async () => {
  server = await startServer()
  owner = { cookie: (await signUp(server, 'owner@example.com')).cookie }
  await addSite(server, 'Client')
  await addSite(server, 'Other')
  const rows = await queryStore<{ id: string; name: string }>(server, `select id, name from target_sites`)
  siteIds = Object.fromEntries(rows.map(({ id, name }) => [name, id]))
})
afterAll(() => server.end())

/** Invites somebody with a link, who makes an account with it. Returns the headers of the new session. */
async function invite(role: string, name: string, sites: string[] = []) {
  const invited = await ask('/members', owner, {
    form: { intent: 'invite', email: '', role, siteIds: sites },
  })
  const [, path = ''] = /<code>http[^<]*(\/invite\/[\w-]+)<\/code>/.exec(invited.body) ?? []
  const form = { intent: 'sign-up', email: `${name}@example.com`, name, password: PASSWORD }
  const made = await server.ask(path, { form })
  expect([path.length > 20, made.status, made.headers.location]).toEqual([true, 302, '/articles'])
  return { path, headers: { cookie: toCookie(made) } }
}

const toDraft = (more: Record<string, string>) => ({
  draftId: uuidv7(),
  draftVersion: '0',
  content: 'The tide turned.',
  author: 'Client',
  ...more,
})

test('a client of an agency writes for one site, and an editor publishes there', async () => {
  await ask('/publisher', owner, {
    form: toDraft({ title: 'Secret of the agency', siteIds: siteIds.Other ?? '' }),
  })
  const { path, headers } = await invite('contributor', 'Carla', [siteIds.Client ?? ''])
  const used = await server.ask(path)
  expect([used.status, used.body.includes('This invitation has ended')]).toEqual([404, true])

  const form = await ask('/publisher', headers)
  expect(form.body).toContain('Client')
  expect(form.body).not.toContain('Other')
  expect(form.body).toContain('Save draft')
  expect(form.body).not.toContain('Publish Article</button>')
  const draft = toDraft({ title: 'News of the client', siteIds: siteIds.Client ?? '' })
  expect((await ask('/publisher', headers, { form: { ...draft, intent: 'save' } })).status).toBe(302)
  const refused = await ask('/publisher', headers, { form: draft })
  expect([refused.status, refused.body.includes('Your role in this account does not allow this')]).toEqual([
    403,
    true,
  ])

  const board = await ask('/articles', headers)
  expect(board.body).toContain('News of the client')
  expect(board.body).not.toContain('Secret of the agency')
  for (const hidden of ['/manage-sites', '/seo-settings', '/members', '/record', '/import', '/tags'])
    expect((await ask(hidden, headers)).status).toBe(403)

  const editor = await invite('editor', 'Edgar', [siteIds.Client ?? ''])
  expect((await ask('/articles', editor.headers)).body).toContain('News of the client')
  const published = await ask('/publisher', editor.headers, { form: { ...draft, draftVersion: '1' } })
  expect(published.status).toBe(200)
  expect((await server.ask('/', { host: 'client.localhost' })).body).toContain('News of the client')
  expect((await server.ask('/', { host: 'other.localhost' })).body).not.toContain('News of the client')
  expect((await ask('/articles', headers)).body).toContain('News of the client')

  const { body } = await ask('/record/export?as=json', owner)
  const lines = JSON.parse(body) as { who: string; act: string; about: string; address: string }[]
  expect(lines.map(({ who, act, about }) => `${who} ${act} ${about}`)).toContain(
    'Edgar published News of the client',
  )
  expect(new Set(lines.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']))
  expect((await ask('/record/export?as=csv&act=joined', owner)).body).toMatch(
    /^at,who,act,about,address\r\n.*,joined,/,
  )
  expect((await ask('/record?act=joined', owner)).body).toContain('Carla')
})

test('a person who is removed is signed out at once, and the draft stays', async () => {
  const { headers } = await invite('author', 'Alma')
  const draft = toDraft({ title: 'Half a thought', siteIds: siteIds.Other ?? '' })
  await ask('/publisher', headers, { form: { ...draft, intent: 'save' } })
  const [person] = await queryStore<{ id: string }>(server, `select id from users where name = 'Alma'`)
  const removed = await ask('/members', owner, { form: { intent: 'remove', personId: person?.id ?? '' } })
  expect(removed.headers.location).toBe('/members?done=removed')
  expect((await ask('/articles', headers)).headers.location).toMatch(/^\/auth/)
  expect((await ask('/articles', owner)).body).toContain('Half a thought')
})

test('a person of several accounts changes between them, with a new cookie', async () => {
  const { headers } = await invite('editor', 'Emil')
  const [own] = await queryStore<{ id: string }>(server, `select id from users where name = 'Emil'`)
  const frame = await ask('/articles', headers)
  expect(frame.body.replaceAll('<!-- -->', '')).toContain('Act for Emil')
  const changed = await ask('/account/accounts', headers, {
    form: { intent: 'change', accountId: own?.id ?? '' },
  })
  expect(changed.status).toBe(302)
  expect((await ask('/articles', headers)).headers.location).toMatch(/^\/auth/) // the old secret
  const now = await ask('/members', { cookie: toCookie(changed) })
  expect([now.status, now.body.includes('Emil')]).toEqual([200, true])
})

test('an owner sees what each role may do', async () => {
  const { body } = await ask('/members', owner)
  expect(body).toContain('What each role may do')
  expect(body).toContain('Write drafts, share them by a link, and upload pictures')
})
