import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { addSite, queryStore, signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { type DraftText, mapTexts } from '../../features/writing/drafts/drafts.ts'

let server: TestServer
let headers: { cookie: string }

beforeAll(async () => {
  server = await shareServer()
  await addSite(server, 'Harbour')
  headers = await signUp(server)
})

const NO_TEXT: DraftText = { ...mapTexts(() => ''), siteIds: [], generateVariations: false }

async function save(id: string, version: number, text: Partial<DraftText>): Promise<void> {
  const json = { version, text: { ...NO_TEXT, title: 'Low water', author: 'Ines', ...text } }
  expect((await server.ask(`/drafts/${id}`, { headers, json })).status).toBe(200)
}

const listLinks = (body: string) => [...new Set(body.match(/\/draft\/[\w-]{43}/g))]

/** Saves a draft and makes a link to it. */
async function share(
  content = 'At **noon**, [here](https://other.example/).',
): Promise<{ id: string; path: string }> {
  const id = uuidv7()
  await save(id, 0, { content })
  const made = await server.ask(`/drafts/${id}/share`, { headers, form: { intent: 'share', days: '7' } })
  expect(made.body).toContain('Link made')
  return { id, path: listLinks(made.body)[0] ?? '' }
}

const GONE = 'This link shows nothing any more'

describe('a link to a draft', () => {
  test('shows it without an account, a cookie or a script, and to no search engine', async () => {
    const { path } = await share()
    const answer = await server.ask(path)
    expect(answer.status).toBe(200)
    expect(answer.body).toContain('<strong>noon</strong>')
    expect(answer.body).toContain('It is not published, and may change.')
    expect(answer.body).not.toContain('<script')
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'referrer-policy': 'no-referrer',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('shows the text that was saved last', async () => {
    const { id, path } = await share()
    await save(id, 1, { content: 'The tide is in.' })
    const { body } = await server.ask(path)
    expect(body).toContain('The tide is in.')
    expect(body).not.toContain('noon')
  })

  test('shows no text once it was withdrawn, has ended, or the draft was deleted', async () => {
    const [withdrawn, ended, deleted, kept] = [await share(), await share(), await share(), await share()]
    const [row] = await queryStore<{ id: string }>(
      server,
      `select id from draft_shares where draft_id = '${withdrawn.id}'`,
    )
    const form = { intent: 'withdraw', shareId: row?.id ?? '' }
    const answer = await server.ask(`/drafts/${withdrawn.id}/share`, { headers, form })
    expect(answer.body).toContain('Link withdrawn')
    expect(listLinks(answer.body)).toEqual([])
    await queryStore(server, `update draft_shares set ends_at = now() where draft_id = '${ended.id}'`)
    await queryStore(server, `delete from drafts where id = '${deleted.id}'`)
    for (const { path } of [withdrawn, ended, deleted]) {
      const gone = await server.ask(path)
      expect(gone.status).toBe(404)
      expect(gone.body).toContain(GONE)
      expect(gone.headers['cache-control']).toBe('private, no-store')
    }
    expect((await server.ask(kept.path)).status).toBe(200)
  })

  test('is signed: no other token shows a draft', async () => {
    const { path } = await share()
    const last = path.endsWith('A') ? 'B' : 'A'
    const wrong = [path.slice(0, -1) + last, `/draft/${'A'.repeat(43)}`, `${path}A`, '/draft/', '/draft/x']
    for (const other of wrong) expect((await server.ask(other)).status, other).toBe(404)
  })

  test('leads to the article once it is published', async () => {
    const { id, path } = await share()
    const form = {
      ...NO_TEXT,
      draftId: id,
      draftVersion: '1',
      intent: 'publish',
      title: 'High water',
      content: 'In.',
      author: 'Ines',
    }
    const { body } = await server.ask('/publisher', { headers })
    const siteIds = /name="siteIds"[^>]*value="([^"]+)"/.exec(body)?.[1] ?? ''
    const { generateVariations: _, ...fields } = form
    const published = await server.ask('/publisher', { headers, form: { ...fields, siteIds } })
    expect(published.body).toContain('Post created and published')
    const answer = await server.ask(path)
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe(`${server.url}/article/high-water`)
  })

  test('has a token that is never in the log, also if something fails', async () => {
    const { path } = await share()
    expect((await server.ask(path, { form: { note: 'x' } })).status).toBe(405)
    expect((await server.ask(`${path}/x`, { host: 'unknown.example' })).status).toBe(421)
    await queryStore(server, 'alter table draft_shares rename to draft_shares_away')
    try {
      expect((await server.ask(path)).status).toBe(500)
    } finally {
      await queryStore(server, 'alter table draft_shares_away rename to draft_shares')
    }
    for (const line of [
      /"status":405,.*"path":"\/draft\/:token","event":"route\.broken"/,
      /draft_shares.*"path":"\/draft\/:token","event":"route\.broken"/,
    ])
      await expect.poll(() => server.output()).toMatch(line) // through a pipe, so it comes later
    expect(server.output()).not.toContain(path.slice('/draft/'.length))
  })

  test('is one of 20 at most', async () => {
    const { id } = await share()
    await queryStore(
      server,
      `insert into draft_shares (id, user_id, draft_id, ends_at)
       select gen_random_uuid(), user_id, draft_id, ends_at from draft_shares, generate_series(1, 19) where draft_id = '${id}'`,
    )
    const answer = await server.ask(`/drafts/${id}/share`, { headers, form: { intent: 'share', days: '7' } })
    expect(answer.body).toContain('A draft has 20 links at most.')
    expect(listLinks(answer.body)).toHaveLength(20)
  })
})
