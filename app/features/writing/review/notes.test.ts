// @store both
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  emptyStore,
  MAIN_SITE_ID,
  makeDraft,
  makeOperator,
  makeSite,
} from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { type MailServer, startMailServer } from '../../../../tests/support/mail-server.ts'
import { env } from '../../../platform/env.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Role } from '../../../shared/rights.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { saveDraft } from '../drafts/commands.server.ts'
import { NO_TEXT } from '../drafts/drafts.ts'
import { publishArticle } from '../publish/commands.server.ts'
import {
  deleteNote,
  pruneReviews,
  settleNote,
  submitText,
  withdrawText,
  writeNote,
} from './commands.server.ts'
import { mailReviewJob } from './jobs.server.ts'
import { findMentioned, placeNotes } from './notes.ts'
import { findReviewedText } from './queries.server.ts'

const usual = { ...env }
let server: MailServer
let ines: Operator
let carl: Operator
let edith: Operator

useQueue()
beforeAll(async () => {
  server = await startMailServer() // the process keeps its connection to it
})
afterAll(() => server.stop())
afterEach(() => Object.assign(env, { SMTP_URL: undefined, ...usual }))
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator('ines@example.com')
  carl = await join('carl', 'contributor')
  edith = await join('edith', 'editor')
})

async function join(name: string, role: Role, siteIds: string[] | null = null): Promise<Operator> {
  const person = await makeOperator(`${name}@example.com`)
  await db.insertInto('members').values({ accountId: ines.id, personId: person.id, role, siteIds }).execute()
  return { ...person, id: ines.id, member: { personId: person.id, role, siteIds } }
}

const TEXT = { ...NO_TEXT, title: 'Harbour', content: 'One.\n\nTwo.', author: 'C', siteIds: [MAIN_SITE_ID] }

async function write(operator: Operator, content = TEXT.content): Promise<string> {
  const id = uuidv7()
  await saveDraft(operator, { id, version: 0, text: { ...TEXT, content } })
  return id
}

const findNoted = async (operator: Operator, id: string) => (await findReviewedText(operator, { id }))?.noted
const takeMails = async () => {
  const { rows } = await sql<{ data: object }>`
    delete from pgboss.job where name = 'mail-review' returning data`.execute(db)
  return rows.map(({ data }) => data)
}

const note = (line: number | null, quote: string) => ({
  id: quote,
  by: null,
  madeAt: new Date(),
  body: 'B',
  isSettled: false,
  isOwn: true,
  line,
  quote,
})

test('a note stays with the words of its line, wherever they go', () => {
  const placed = placeNotes('New.\nOne.\nTwo.\nOne.', [
    note(1, 'One.'),
    note(4, 'One.'),
    note(2, 'Gone.'),
    note(null, ''),
  ])
  expect(placed.lines.map(({ notes }) => notes.length)).toEqual([0, 1, 0, 1])
  expect([placed.whole.length, placed.gone.map(({ quote }) => quote), placed.open]).toEqual([1, ['Gone.'], 4])
})

test('a note names people by their names, the longer name first', () => {
  const people = ['Ann', 'Ann Lee', 'Zoë', ''].map((name) => ({ personId: name, name }))
  expect(findMentioned('@ann lee and @ZOË, look.', people)).toEqual(['Ann Lee', 'Zoë'])
  expect(findMentioned('@Annette and Ann', people)).toEqual([])
})

test('a note is written on a line, done, and deleted by its writer alone', async () => {
  const id = await write(carl)
  expect(await writeNote(edith, id, { line: 3, body: ' Which two? ' })).toBeUndefined()
  expect(await writeNote(edith, id, { line: 9, body: 'None.' })).toMatchObject({
    reason: 'changed-meanwhile',
  })
  expect(await writeNote(edith, id, { line: 3, body: ' ' })).toMatchObject({ reason: 'note-missing' })
  const [, , line] = (await findNoted(carl, id))?.lines ?? []
  expect(line?.notes).toMatchObject([
    { by: 'edith', quote: 'Two.', body: 'Which two?', isSettled: false, isOwn: false },
  ])
  const noteId = line?.notes[0]?.id ?? ''
  expect(await settleNote(carl, noteId, true)).toBeUndefined()
  expect((await findNoted(edith, id))?.open).toBe(0)
  expect(await deleteNote(carl, noteId)).toMatchObject({ reason: 'note-gone' })
  expect(await deleteNote(edith, noteId)).toBeUndefined()
})

test('notes stay with the article that the draft becomes, and go with the text', async () => {
  const id = await write(carl)
  await writeNote(carl, id, { line: 1, body: 'Mine.' })
  const published = await publishArticle(
    ines,
    makeDraft({
      ...TEXT,
      draftId: id,
      draftVersion: 1,
      tags: [],
      keywords: [],
      canonicalUrl: null,
      cover: null,
      lang: null,
      translationOf: null,
      metaDescription: null,
    }),
  )
  const articleId = (published.ok && published.summary.articleId) || ''
  await pruneReviews()
  for (const operator of [ines, carl]) expect((await findNoted(operator, articleId))?.open).toBe(1)
  await db.deleteFrom('blogPosts').execute()
  await pruneReviews()
  expect(await db.selectFrom('reviewNotes').selectAll().execute()).toEqual([])
})

test('a person who does not reach the text reads no note on it, writes none, and gets no mail about it', async () => {
  env.SMTP_URL = 'smtp://127.0.0.1:1'
  const site = await makeSite('client.localhost')
  const client = await join('client', 'editor', [site])
  const id = await write(ines)
  await writeNote(ines, id, { line: 1, body: 'Not for @client.' })
  expect([await findNoted(client, id), await findNoted(carl, id)]).toEqual([undefined, undefined])
  expect(await writeNote(client, id, { line: 1, body: 'Mine.' })).toMatchObject({ reason: 'gone' })
  const mails = await takeMails()
  expect(mails).toHaveLength(1)
  await mailReviewJob.work(mails[0])
  expect(await takeMails()).toEqual([]) // a mail to send would be tried again later, as there is no mail server
})

test('a person who is named gets a mail, if this site sends mails', async () => {
  const id = await write(carl)
  await writeNote(edith, id, { line: 3, body: '@Carl, which two? @edith' })
  expect(await takeMails()).toEqual([])
  env.SMTP_URL = server.url
  await writeNote(edith, id, { line: 3, body: '@Carl, which two? @edith' })
  const mails = await takeMails()
  expect(mails).toHaveLength(1)
  await mailReviewJob.work(mails[0])
  const mail = await server.receive('carl@example.com', /edith named you in a note on/)
  expect(mail.source).toContain(`/articles/${id}/review`)
})

test('the reviewers who reach a text get one mail about each time it is submitted', async () => {
  env.SMTP_URL = server.url
  await join('client', 'editor', [await makeSite('client.localhost')])
  const id = await write(carl)
  await submitText(carl, id)
  await submitText(carl, id)
  const mails = await takeMails()
  expect(mails).toHaveLength(3) // Ines, Edith, and the client, who does not reach it
  for (const mail of mails) await mailReviewJob.work(mail)
  expect(server.mails.map(({ to }) => to).toSorted()).toEqual(['edith@example.com', 'ines@example.com'])
  expect(server.mails[0]?.source).toContain(`/articles/${id}/review`)
  await withdrawText(carl, id)
  await submitText(carl, id)
  expect(await takeMails()).toHaveLength(3)
})
