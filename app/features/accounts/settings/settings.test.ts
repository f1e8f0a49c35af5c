import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { assert, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeDraft, makeSite } from '../../../../tests/support/fixtures.ts'
import { takePicture } from '../../../../tests/support/pictures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { jobs } from '../../../jobs.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../accounts.ts'
import { changePassword, createAccount, makeOwner } from '../sign-in/commands.server.ts'
import { toSignInSentence } from '../sign-in/sign-in.ts'
import { findSessionById, type Session } from '../sign-in/queries.server.ts'
import { saveRevision } from '../../writing/drafts/commands.server.ts'
import { mapTexts } from '../../writing/drafts/drafts.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import { saveUpload } from '../../articles/pictures/commands.server.ts'
import { endOtherSessions, endSession, keepAccount, requestDeletion } from './commands.server.ts'
import { countBelongings, findDeletion, listSessions } from './queries.server.ts'

const PASSWORD = 'a long enough password'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

let owner: Operator
let ines: Operator

const deleteDueAccounts = () => jobs.find(({ name }) => name === 'delete-accounts')?.work({})

useQueue()
beforeEach(async () => {
  await emptyStore()
  await db.deleteFrom('deletedAccounts').execute()
  owner = await makeAccount('owner@example.com')
  ines = await makeAccount('ines@example.com')
  await db.deleteFrom('sessions').execute() // the accounts may have been created with sessions
})

async function makeAccount(email: string): Promise<Operator> {
  await createAccount({ email, password: PASSWORD })
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

async function makeSession({ id: userId }: Operator, kind: 'browser' | 'api' = 'browser'): Promise<Session> {
  const id = uuidv7()
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db
    .insertInto('sessions')
    .values({ id, userId, token: uuidv7(), expiresAt, kind, userAgent: FIREFOX, ipAddress: '192.0.2.7' })
    .execute()
  const session = await findSessionById(id)
  assert(session)
  return session
}

describe('the sessions of an account', () => {
  test('are those that have not expired', async () => {
    const [here, expired] = [await makeSession(ines), await makeSession(ines)]
    await db
      .updateTable('sessions')
      .set({ expiresAt: new Date(0) })
      .where('id', '=', expired.id)
      .execute()
    expect((await listSessions(ines, here.id)).map(({ id }) => id)).toEqual([here.id])
  })

  test('are listed with their devices, the current one first', async () => {
    const [here, there] = [await makeSession(ines), await makeSession(ines)]
    await makeSession(owner)
    const sessions = await listSessions(ines, here.id)
    expect(sessions.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [here.id, true],
      [there.id, false],
    ])
    expect(sessions[1]).toMatchObject({ device: 'Firefox on Linux', address: '192.0.2.7' })
  })

  test('end one by one, and only by their owner', async () => {
    const session = await makeSession(ines)
    expect(await endSession(owner, session.id)).toBe(false)
    expect(await findSessionById(session.id)).toBeDefined()
    expect(await endSession(ines, session.id)).toBe(true)
    expect(await findSessionById(session.id)).toBeUndefined()
  })

  test('end all but one; access tokens stay', async () => {
    const [here, there, api] = [
      await makeSession(ines),
      await makeSession(ines),
      await makeSession(ines, 'api'),
    ]
    await endOtherSessions(ines, here.id)
    const left = await Promise.all([here, there, api].map(({ id }) => findSessionById(id)))
    expect(left.map((session) => session?.id)).toEqual([here.id, undefined, api.id])
  })

  test('end after thirty days, even while they are in use', async () => {
    const { id } = await makeSession(ines)
    const old = sql<Date>`now() - interval '30 days 1 minute'`
    await db.updateTable('sessions').set({ createdAt: old }).where('id', '=', id).execute()
    expect(await findSessionById(id)).toBeUndefined()
  })
})

describe('changing the password', () => {
  test('ends every other session and access token, and replaces the cookie of this one', async () => {
    const [here, there, api] = [
      await makeSession(ines),
      await makeSession(ines),
      await makeSession(ines, 'api'),
    ]
    const changed = await changePassword(here, { password: PASSWORD, newPassword: 'another long password' })
    expect(changed).toMatchObject({
      ok: true,
      cookies: expect.arrayContaining([expect.stringMatching(/^session=/)]),
    })
    const left = await Promise.all([here, there, api].map(({ id }) => findSessionById(id)))
    const { rows } = await sql<{ order: object }>`
      select data as order from pgboss.job where name = 'mail-account' order by created_on desc limit 1
    `.execute(db)
    expect(rows[0]?.order).toEqual({ wish: 'password-changed', email: ines.email })
    expect(left.map((session) => session?.id)).toEqual([here.id, undefined, undefined])
  })

  test.each([
    ['not the present one', 'another long password', 'That is not your current password.'],
    [PASSWORD, 'short', 'Please choose a password of at least 8 characters.'],
    [PASSWORD, 'a long password '.repeat(9), 'Please choose a password of at most 128 characters.'],
    [
      PASSWORD,
      'password123',
      'This password is one of the first that anybody would guess. Please choose another.',
    ],
  ])('is refused with %s and %s: %s', async (password, newPassword, sentence) => {
    const [here, there] = [await makeSession(ines), await makeSession(ines)]
    const refused = await changePassword(here, { password, newPassword })
    assert(!refused.ok)
    expect(toSignInSentence(refused)).toBe(sentence)
    expect(await findSessionById(there.id)).toBeDefined()
  })
})

describe('deleting the account', () => {
  const wish = { password: PASSWORD, keepsArticles: false }
  test('needs the password, and refuses the owner of the site', async () => {
    const refused = await requestDeletion(ines, { ...wish, password: 'no' })
    expect(refused).toEqual({ ok: false, reason: 'password-wrong' })
    expect(await requestDeletion(owner, wish)).toEqual({ ok: false, reason: 'owns-site' })
    expect(await findDeletion(ines)).toBeNull()
  })

  test('ends all sessions immediately, and the account seven days later', async () => {
    const session = await makeSession(ines)
    expect(await requestDeletion(ines, wish)).toEqual({ ok: true })
    expect(await findSessionById(session.id)).toBeUndefined()
    const dueAt = await findDeletion(ines)
    assert(dueAt)
    expect(Math.abs(dueAt.getTime() - Date.now() - 7 * 86_400_000)).toBeLessThan(3_600_000)
    await deleteDueAccounts()
    expect(await findDeletion(ines)).not.toBeNull()
  })

  test('can be cancelled until then', async () => {
    await requestDeletion(ines, wish)
    await makeDue()
    await keepAccount(ines)
    await deleteDueAccounts()
    expect(await db.selectFrom('users').select('id').where('id', '=', ines.id).execute()).toHaveLength(1)
  })

  test('is described beforehand: it counts what it removes', async () => {
    const siteId = await makeSite('told.example')
    await publishArticle(ines, makeDraft({ siteIds: [siteId] }))
    expect(await countBelongings(ines)).toEqual({
      articles: 1,
      copies: 1,
      pictures: 0,
      sites: 0,
      landingPages: 0,
    })
    expect((await countBelongings(owner)).articles).toBe(0)
  })

  test('leaves the id in one table and nothing in the others', async () => {
    const siteId = await makeSite('gone.example')
    await addPicture(ines)
    await publishArticle(ines, makeDraft({ title: 'Goes', siteIds: [siteId] }))
    const text = { ...mapTexts(() => ''), title: 'Begun', siteIds: [], generateVariations: false }
    expect((await saveRevision(ines, { id: uuidv7(), version: 0, text })).ok).toBe(true)
    await makeArticle({ userId: owner.id, title: 'Stays' })
    await makeSession(ines)
    await requestDeletion(ines, wish)
    await makeDue()
    await deleteDueAccounts()
    expect(await findTablesWith(ines)).toEqual(['public.deleted_accounts'])
    const titles = await db.selectFrom('blogPosts').select('title').execute()
    expect(titles.map(({ title }) => title)).toEqual(['Stays'])
    expect(await listPictures()).toEqual([])
    for (const table of ['drafts', 'revisions'] as const)
      expect(await db.selectFrom(table).select('id').execute()).toEqual([])
  })

  test('leaves the articles without an owner where the account asked for that', async () => {
    const siteId = await makeSite('kept.example')
    await publishArticle(ines, makeDraft({ title: 'Kept', siteIds: [siteId] }))
    await addPicture(ines)
    expect(await countBelongings(ines)).toMatchObject({ pictures: 1 })
    await requestDeletion(ines, { ...wish, keepsArticles: true })
    await makeDue()
    await deleteDueAccounts()
    const rows = await db.selectFrom('blogPosts').select(['title', 'userId']).execute()
    expect(rows).toEqual([
      { title: 'Kept', userId: null },
      { title: 'Kept', userId: null },
    ])
    expect(await listPictures()).toEqual([{ userId: null }])
    expect(await findTablesWith(ines)).toEqual(['public.deleted_accounts'])
  })

  test('removes queued mails to the account, and keeps those to a longer address that contains it', async () => {
    await requestDeletion(ines, { ...wish, keepsArticles: true })
    await makeDue()
    for (const email of [ines.email, `x${ines.email}`])
      await sql`
        insert into pgboss.job (name, data) values ('mail-account', ${JSON.stringify({ email, wish: 'reset' })}::jsonb)
      `.execute(db)
    await deleteDueAccounts()
    const { rows } = await sql<{ email: string }>`
      select data->>'email' as email from pgboss.job where strpos(data->>'email', ${ines.email}) > 0
    `.execute(db)
    expect(rows).toEqual([{ email: `x${ines.email}` }])
  })

  test('spares an account that became the owner of the site in the meantime', async () => {
    await requestDeletion(ines, { ...wish, keepsArticles: true })
    await makeDue()
    expect(await makeOwner(ines.email)).toBe(true)
    await deleteDueAccounts()
    expect(await db.selectFrom('users').select('id').where('id', '=', ines.id).execute()).toHaveLength(1)
  })
})

const addPicture = async (operator: Operator) => {
  const file = await takePicture({ width: 60, height: 40, format: 'png' })
  expect(await saveUpload(operator, () => Promise.resolve(file))).toMatchObject({ ok: true })
}

const listPictures = () => db.selectFrom('uploads').select('userId').execute()

const makeDue = () =>
  db
    .updateTable('users')
    .set({ deletionDueAt: sql<Date>`now() - interval '1 second'` })
    .where('deletionDueAt', 'is not', null)
    .execute()

/** Returns the tables, with those of the queue, that contain an account's id or email address. */
async function findTablesWith({ id, email }: Operator): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('public', 'pgboss') order by 1
  `.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} as t where strpos(t::text, ${id}) > 0 or strpos(t::text, ${email}) > 0 limit 1
    `.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}
