// @seconds 6
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addSite, queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { MAIN_SITE_ID } from '../../shared/sites.ts'

// A form as a browser without scripts sends it: the buttons beside the main one.

const DUE_AT = `${new Date().getFullYear() + 1}-03-01T09:00`

let server: TestServer
let cookie: string
let draftId: string

beforeAll(async () => {
  server = await shareServer()
  await addSite(server, 'Harbour')
})
beforeEach(async () => {
  ;({ cookie } = await signUp(server))
  draftId = uuidv7()
})

const typed = { title: 'Low water', content: 'At noon.', author: 'Ines', siteIds: MAIN_SITE_ID }

const send = (form: Record<string, string | string[]>, path = '/publisher') =>
  server.ask(path, { headers: { cookie }, form: { draftId, ...typed, ...form } })

const readPlans = () =>
  queryStore<{ id: string; due: string; content: string }>(
    server,
    `select article_id as id, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as due,
       (select text->>'content' from revisions where article_id = plans.article_id and number = plans.revision) as content
     from plans join users on users.id = plans.user_id join blog_posts on blog_posts.id = article_id
     where draft_id = '${draftId}' order by due_at`,
  )

describe('a form with a time', () => {
  test('saves and plans its text, and leads to the article that it will be', async () => {
    const answer = await send({ intent: 'plan', dueAt: DUE_AT, timeZone: 'Asia/Tokyo' })
    const [plan] = await readPlans()
    expect(answer.headers.location).toBe(`/articles/${plan?.id}?done=planned`)
    expect(plan).toMatchObject({ due: DUE_AT.replace('09:00', '00:00'), content: 'At noon.' })
    const { body } = await server.ask(`/articles/${plan?.id}?done=planned`, { headers: { cookie } })
    expect(body).toContain('Planned for')
    expect(body).toContain('Planned')
  })

  test('plans the changes of an article too, which readers do not see before', async () => {
    await send({ intent: 'publish' })
    const [article] = await queryStore<{ id: string }>(
      server,
      `select id from blog_posts where draft_id = '${draftId}'`,
    )
    const path = `/articles/${article?.id}`
    const [, version = ''] =
      /name="version" value="([^"]*)"/.exec((await server.ask(path, { headers: { cookie } })).body) ?? []
    const changes = { content: 'At six.', intent: 'plan', dueAt: DUE_AT, version, draftVersion: '0' }
    const answer = await send(changes, path)
    expect(answer.headers.location).toBe(`${path}?done=planned`)
    expect(await readPlans()).toMatchObject([{ content: 'At six.' }])
    expect(await queryStore(server, `select content from blog_posts where id = '${article?.id}'`)).toEqual([
      { content: 'At noon.' },
    ])
  })

  test.each<{ wrong: Record<string, string | string[]>; sentence: string; status: number }>([
    { wrong: { dueAt: '2020-01-01T09:00' }, sentence: 'This time is over. Choose a later one.', status: 422 },
    { wrong: { dueAt: '' }, sentence: 'Choose a day and a time.', status: 422 },
    { wrong: { title: '' }, sentence: 'Please fill in all required fields', status: 400 },
    { wrong: { siteIds: [] }, sentence: 'Please select at least one target site', status: 400 },
  ])('is refused with $wrong, and keeps what was typed', async ({ wrong, sentence, status }) => {
    const answer = await send({ intent: 'plan', dueAt: DUE_AT, ...wrong })
    expect(answer.status).toBe(status)
    expect(answer.body).toContain(sentence)
    expect(answer.body).toContain('At noon.')
    expect(await readPlans()).toEqual([])
  })
})

test('a duplicate is a draft of its own, without the address of the article', async () => {
  const answer = await send({ intent: 'duplicate', slug: 'low-water' })
  const [, id = ''] = /^\/publisher\?draft=(.+)$/.exec(String(answer.headers.location)) ?? []
  expect(id).not.toBe(draftId)
  expect(await queryStore(server, `select text from drafts where id = '${id}'`)).toMatchObject([
    { text: { title: 'Low water (copy)', content: 'At noon.', slug: '', siteIds: [MAIN_SITE_ID] } },
  ])
})

test('a line break in a title becomes a blank', async () => {
  await send({ intent: 'publish', title: 'Low\r\nwater' })
  expect(await queryStore(server, `select title from blog_posts where draft_id = '${draftId}'`)).toEqual([
    { title: 'Low water' },
  ])
})

test('the cover that a draft shows is drawn for its article and for its copies', async () => {
  const [site] = await queryStore<{ id: string }>(
    server,
    `select id from target_sites where name = 'Harbour'`,
  )
  const form = { draftId, ...typed, intent: 'publish', siteIds: [MAIN_SITE_ID, site?.id ?? ''] }
  await server.ask('/publisher', { headers: { cookie }, form })
  const rows = await queryStore<{ id: string }>(
    server,
    `select id from blog_posts where draft_id = '${draftId}' or origin_id in
       (select id from blog_posts where draft_id = '${draftId}')`,
  )
  expect(rows.map(({ id }) => id.slice(-8))).toEqual([draftId.slice(-8), draftId.slice(-8)])
})
