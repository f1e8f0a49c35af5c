// @store server
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_SITE_ID } from '../../shared/sites.ts'
import { beginDevice } from '../../../tests/support/device.ts'
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

test('a client of an agency writes for one site, and an editor reviews it and publishes there', async () => {
  await ask('/publisher', owner, {
    form: toDraft({ title: 'Secret of the agency', siteIds: siteIds.Other ?? '' }),
  })
  const { path, headers } = await invite('contributor', 'Carla', [siteIds.Client ?? ''])
  const used = await server.ask(path)
  expect([used.status, used.body.includes('This invitation has ended')]).toEqual([404, true])

  const form = await ask('/publisher', headers)
  expect(form.body).toContain('Client')
  expect(form.body).not.toContain('Other')
  expect(form.body).toContain('Submit for review')
  expect(form.body).not.toContain('Publish Article</button>')
  const draft = toDraft({ title: 'News of the client', siteIds: siteIds.Client ?? '' })
  const submitted = await ask('/publisher', headers, { form: { ...draft, intent: 'submit' } })
  expect(submitted.headers.location).toBe(`/publisher?draft=${draft.draftId}&done=submitted`)
  expect((await ask(submitted.headers.location ?? '', headers)).body).toContain('In review')
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
  expect((await ask('/articles?state=for-me', editor.headers)).body).toContain('News of the client')
  const review = `/articles/${draft.draftId}/review`
  const decide = async (fields: Record<string, string>) => {
    const [, seen = ''] = /name="seen" value="([^"]*)"/.exec((await ask(review, editor.headers)).body) ?? []
    return ask(review, editor.headers, { form: { seen, ...fields } })
  }
  const silent = await decide({ intent: 'changes', message: '' })
  expect([silent.status, silent.body.includes('Please write what has to be changed')]).toEqual([422, true])
  const asked = await decide({ intent: 'changes', message: 'Say which tide.' })
  expect(asked.headers.location).toBe(`${review}?done=changes`)
  expect((await ask(review, headers)).body).toContain('Say which tide.')
  expect((await ask('/articles?state=for-me', headers)).body).toContain('changes asked for')
  const own = await ask(review, headers, { form: { intent: 'approve', seen: '' } })
  expect(own.status).toBe(403)
  const better = { ...draft, content: 'The tide of Monday turned.', draftVersion: '1' }
  expect((await ask('/publisher', headers, { form: { ...better, intent: 'submit' } })).status).toBe(302)
  const changed = (await ask(review, editor.headers)).body
  expect(changed.replaceAll(/<\/?ins>|<!-- -->/g, '')).toContain('The tide of Monday turned.')
  const published = await ask('/publisher', editor.headers, { form: { ...better, draftVersion: '2' } })
  expect(published.status).toBe(200)
  expect((await server.ask('/', { host: 'client.localhost' })).body).toContain('News of the client')
  expect((await server.ask('/', { host: 'other.localhost' })).body).not.toContain('News of the client')
  expect((await ask('/articles', headers)).body).toContain('News of the client')
  const [article] = await queryStore<{ id: string }>(
    server,
    `select id from blog_posts where origin_id is null
    and title = 'News of the client'`,
  )
  const revisions = (await ask(`/articles/${article?.id}/revisions`, headers)).body.replaceAll('<!-- -->', '')
  expect(revisions).toMatch(/Edgar.*Written by Carla\. Approved by Edgar, /s)
  expect((await ask(`/articles/${article?.id}/revisions`, owner)).body).toContain('Approved by')

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
  const dueAt = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
  await ask(`/articles/${draft.draftId}/schedule`, headers, {
    form: { intent: 'plan', kind: 'publish', dueAt, siteIds: siteIds.Other ?? '' },
  })
  const asked = (await ask(`/members?remove=${person?.id}`, owner)).body
  expect(asked).toContain('1 plan of theirs will be carried out.')
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

const idOf = async (condition: string) => {
  const [person] = await queryStore<{ id: string }>(server, `select id from users where ${condition}`)
  return person?.id ?? ''
}

test('a form that was opened for another account changes nothing in the one that acts now', async () => {
  const { headers } = await invite('editor', 'Elif')
  const accountId = await idOf(`email = 'owner@example.com'`)
  const own = await idOf(`name = 'Elif'`)
  const changed = await ask('/account/accounts', headers, {
    form: { intent: 'change', accountId: own },
  })
  const now = { cookie: toCookie(changed) }
  const rule = { intent: 'review-rules', siteIds: siteIds.Other ?? '', accountId: own }
  expect((await ask('/members', now, { form: rule })).status).toBe(200)
  expect((await ask('/members', now)).body).toContain(`name="accountId" value="${own}"`)

  const rules = await ask('/members', now, { form: { intent: 'review-rules', accountId } })
  expect([rules.status, rules.body.includes('acts for another account by now')]).toEqual([409, true])
  expect(await queryStore(server, `select site_id as id from review_rules where user_id = '${own}'`)).toEqual(
    [{ id: siteIds.Other }],
  )
  const settings = await ask('/seo-settings', now, { form: { siteName: 'The agency', accountId } })
  expect([settings.status, settings.body.includes('acts for another account by now')]).toEqual([409, true])
  expect(settings.body).toContain('value="The agency"')
  expect(settings.body).toContain(`name="accountId" value="${accountId}"`)
  expect(await queryStore(server, `select site_name from seo_settings where user_id = '${own}'`)).toEqual([])

  const { user_code: code } = await beginDevice(server, 'articles:read')
  const forms: [path: string, form: Record<string, string>][] = [
    ['/webhooks', { url: 'https://agency.example/hooks', kinds: 'article.published' }],
    ['/account/tokens', { intent: 'create', name: 'Nightly' }],
    ['/account/tokens', { intent: 'create-server', serverName: 'Builder', scopes: 'articles:read' }],
    ['/device', { intent: 'approve', code, scopes: 'articles:read', days: '30' }],
    ['/backlink-fixer', { intent: 'fix' }],
    ['/seo-dashboard', {}],
    ['/seo-dashboard/pages', {}],
    ['/pictures', { intent: 'delete-unused' }],
  ]
  for (const [path, form] of forms) {
    const refused = await ask(path, now, { form: { ...form, accountId } })
    expect([path, refused.status]).toEqual([path, 409])
    expect(refused.body).toContain('acts for another account by now')
  }
})

test('a text that was written for another account is neither published nor saved in the one that acts now', async () => {
  const { headers } = await invite('editor', 'Wanda')
  const agency = await idOf(`email = 'owner@example.com'`)
  const own = await idOf(`name = 'Wanda'`)
  const screen = await ask('/publisher', headers)
  expect(screen.body).toContain(`name="accountId" value="${agency}"`)
  const changed = await ask('/account/accounts', headers, { form: { intent: 'change', accountId: own } })
  const now = { cookie: toCookie(changed) }
  const draft = toDraft({ title: 'Of the agency', siteIds: MAIN_SITE_ID, accountId: agency })
  const articlePath = `/articles/${uuidv7()}`
  for (const [path, intent] of [
    ['/publisher', 'publish'],
    ['/publisher', 'save'],
    [articlePath, 'keep'],
    [articlePath, 'duplicate'],
  ] as const) {
    const refused = await ask(path, now, { form: { ...draft, intent } })
    expect([path, intent, refused.status]).toEqual([path, intent, 409])
    expect(refused.body).toContain('acts for another account by now')
    expect(refused.body).toContain('The tide turned.')
    if (path === '/publisher') expect(refused.body).toContain(`name="accountId" value="${agency}"`)
  }
  const rows = `select id from blog_posts where user_id = '${own}' union all select id from drafts where user_id = '${own}'`
  expect(await queryStore(server, rows)).toEqual([])
  expect((await ask('/publisher', now, { form: { ...draft, accountId: own } })).status).toBe(200)
  expect(await queryStore(server, rows)).toHaveLength(1)
})

test('an owner asks for a second pair of eyes on a site, and cannot publish there alone', async () => {
  const form = { intent: 'review-rules', siteIds: siteIds.Other ?? '' }
  expect((await ask('/members', owner, { form })).status).toBe(200)
  const draft = toDraft({ title: 'Alone', siteIds: siteIds.Other ?? '' })
  const refused = await ask('/publisher', owner, { form: draft })
  expect([refused.status, refused.body.includes('asks for a second pair of eyes')]).toEqual([422, true])
  expect(refused.body).toContain('Submit for review')
  const off = await ask('/members', owner, { form: { intent: 'review-rules' } })
  expect(off.status).toBe(200)
  expect((await ask('/publisher', owner, { form: draft })).status).toBe(200)
})

test('an owner sees what each role may do', async () => {
  const { body } = await ask('/members', owner)
  expect(body).toContain('What each role may do')
  expect(body).toContain('Write drafts, share them by a link, and upload pictures')
})
