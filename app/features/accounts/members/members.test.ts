// @store both
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  MAIN_SITE_ID,
  makeArticle,
  makeDraft,
  makeOperator,
  makeSession,
  makeSite,
  reread,
} from '../../../../tests/support/fixtures.ts'
import { takePicture } from '../../../../tests/support/pictures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { env } from '../../../platform/env.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { readAs, writeAs } from '../../../platform/own-rows.server.ts'
import type { Role } from '../../../shared/rights.ts'
import { saveDraft } from '../../writing/drafts/commands.server.ts'
import { NO_TEXT, toDraftText } from '../../writing/drafts/drafts.ts'
import { findDraft } from '../../writing/drafts/queries.server.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import { findEditable } from '../../writing/publish/queries.server.ts'
import { makePlan } from '../../writing/schedule/commands.server.ts'
import { listTargetSites } from '../../delivery/target-sites/queries.server.ts'
import { saveUpload } from '../../articles/pictures/commands.server.ts'
import { findRoomTaken } from '../../articles/pictures/queries.server.ts'
import { changeMany } from '../../newsroom/board/commands.server.ts'
import { NO_FILTER } from '../../newsroom/board/board.ts'
import { findBoard, listSelected } from '../../newsroom/board/queries.server.ts'
import { findOrMakeLink } from '../../writing/sharing/commands.server.ts'
import { findShown } from '../../writing/sharing/queries.server.ts'
import type { Operator } from '../accounts.ts'
import { createAccount, isEmail } from '../sign-in/commands.server.ts'
import { findAccountByEmail, findSession } from '../sign-in/queries.server.ts'
import { requestDeletion } from '../settings/commands.server.ts'
import { changeAccount, leaveAccount, placeMember, removeMember } from './commands.server.ts'
import { listMembers, listOwnAccounts } from './queries.server.ts'

const usual = { ...env }

let ines: Operator
let theo: Operator

useQueue()
afterEach(() => Object.assign(env, usual))
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator('ines@example.com')
  theo = await makeOperator('theo@example.com')
})

/** Lets Theo act for the account of Ines. */
async function join(role: Role, siteIds: string[] | null = null): Promise<Operator> {
  const row = { accountId: ines.id, personId: theo.id, role, siteIds }
  await db
    .insertInto('members')
    .values(row)
    .onConflict((on) => on.columns(['accountId', 'personId']).doUpdateSet({ role, siteIds, endedAt: null }))
    .execute()
  return { ...theo, id: ines.id, member: { personId: theo.id, role, siteIds } }
}

const saveNew = (operator: Operator) =>
  saveDraft(operator, { id: uuidv7(), version: 0, text: { ...NO_TEXT, title: 'T' } })

const NOT_ALLOWED = { data: { isAllowed: false } }
const publishOn = async (siteIds: string[]) => {
  const published = await publishArticle(ines, makeDraft({ siteIds, title: siteIds.join() }))
  return (published.ok && published.summary.articleId) || ''
}
const planOn = async (siteIds: string[]) => {
  const text = { ...NO_TEXT, title: siteIds.join(), content: 'C', author: 'Ines', siteIds }
  const id = uuidv7()
  await saveDraft(ines, { id, version: 0, text })
  const dueAt = new Date(Date.now() + 3_600_000)
  const planned = await makePlan(ines, id, { kind: 'publish', dueAt, siteIds, varies: false })
  return (planned.ok && planned.articleId) || ''
}
const toSite = () => ({
  id: uuidv7(),
  name: 'N',
  url: `https://${uuidv7()}.example`,
  kind: 'hosted' as const,
})
const listIds = (operator: Operator, table: 'blogPosts' | 'drafts' | 'targetSites') =>
  readAs(operator, async (trx) => (await trx.selectFrom(table).select('id').execute()).map(({ id }) => id))

describe('a new account', () => {
  test('has one owner, also after a restore of a backup without members', async () => {
    expect(await listMembers(ines)).toMatchObject([{ personId: ines.id, role: 'owner', siteIds: null }])
  })
})

describe('a member', () => {
  test('acts for the account after changing to it, with a new secret, and in the role of the moment', async () => {
    await join('author')
    const session = await makeSession(theo)
    const changed = await changeAccount(session, ines.id)
    expect(changed).toMatchObject({ ok: true })
    const acting = (await reread(session)).acting
    expect(acting).toMatchObject({ id: ines.id, email: theo.email, member: { role: 'author' } })
    await placeMember(ines, theo.id, { role: 'contributor', siteIds: null })
    expect((await reread(session)).acting.member?.role).toBe('contributor')
    expect(await listOwnAccounts(theo.id)).toMatchObject([
      { id: theo.id },
      { id: ines.id, role: 'contributor' },
    ])
  })

  test('cannot change to an account of strangers', async () => {
    const session = await makeSession(theo)
    expect(await changeAccount(session, ines.id)).toEqual({ ok: false, reason: 'account-gone' })
    expect(await changeAccount(session, 'no id')).toEqual({ ok: false, reason: 'account-gone' })
  })

  test('sees neither the password nor the sessions of the person who made the account', async () => {
    await makeSession(ines)
    const values = { id: uuidv7(), userId: ines.id, accountId: ines.id, password: 'hash' }
    await db
      .insertInto('accounts')
      .values({ ...values, providerId: 'credential' })
      .execute()
    const owner = await join('owner')
    const seen = await readAs(owner, async (trx) => [
      ...(await trx.selectFrom('sessions').select('userId').execute()),
      ...(await trx.selectFrom('accounts').select('userId').execute()),
    ])
    expect(seen).toEqual([])
  })
})

describe('the articles that a member reaches', () => {
  test('are all for an editor, and the own ones for an author and a contributor', async () => {
    const hers = await makeArticle({ userId: ines.id })
    const author = await join('author')
    const published = await publishArticle(author, makeDraft({ title: 'By Theo' }))
    expect(published).toMatchObject({ ok: true })
    const his = (published.ok && published.summary.articleId) || ''
    expect(await listIds(author, 'blogPosts')).toEqual([his])
    expect(await findEditable(author, hers.id)).toBeUndefined()
    expect(await listIds(await join('contributor'), 'blogPosts')).toEqual([his])
    const seen = await listIds(await join('editor'), 'blogPosts')
    expect(seen.toSorted()).toEqual([hers.id, his].toSorted())
  })

  test('are those on the named sites, and no other site is offered', async () => {
    const [named, other] = [await makeSite('named.example'), await makeSite('other.example')]
    const editor = await join('editor', [named])
    const [alone, both] = [await publishOn([named]), await publishOn([named, other])]
    await publishOn([other, MAIN_SITE_ID])
    const planned = await planOn([named])
    await planOn([other])
    const seen = new Set(await listIds(editor, 'blogPosts'))
    expect([seen.has(alone), seen.has(both), seen.has(planned)]).toEqual([true, true, true])
    const { rows } = await sql`
      select from blog_posts where id = any(${[...seen]}::uuid[]) and coalesce(origin_id, id) not in (${alone}, ${both}, ${planned})
    `.execute(db)
    expect(rows).toEqual([])
    expect((await listTargetSites(editor)).map(({ id }) => id)).toEqual([named])
    expect(await publishArticle(editor, makeDraft({ siteIds: [other] }))).toMatchObject({
      reason: 'site-unavailable',
    })
    const change = (id: string) =>
      writeAs(editor, (trx) =>
        trx.updateTable('blogPosts').set({ title: 'Changed' }).where('id', '=', id).returning('id').execute(),
      )
    expect(await change(both)).toEqual([]) // it stands on a site of others, too
    expect(await change(alone)).toHaveLength(1)
  })

  test('belong to the person who began the draft, whoever publishes it', async () => {
    const contributor = await join('contributor')
    const draft = makeDraft({ title: 'By Theo' })
    await saveDraft(contributor, { id: draft.draftId, version: 0, text: { ...NO_TEXT, title: draft.title } })
    expect(await findDraft(ines, draft.draftId)).toBeDefined()
    await expect(publishArticle(contributor, draft)).rejects.toMatchObject(NOT_ALLOWED)
    const published = await publishArticle(ines, { ...draft, draftVersion: 1 })
    const id = (published.ok && published.summary.articleId) || ''
    expect(await listIds(contributor, 'blogPosts')).toEqual([id])
  })

  test('get no working copy from a person who does not reach them', async () => {
    const hers = await makeArticle({ userId: ines.id })
    const author = await join('author')
    const save = { id: hers.id, version: 0, text: { ...NO_TEXT, title: 'Planted' } }
    expect(await saveDraft(author, save)).toEqual({ ok: false, reason: 'gone' })
    const named = await makeSite('named.example')
    const editor = await join('editor', [named])
    const text = { ...save.text, siteIds: [named] }
    expect(await saveDraft(editor, { ...save, text })).toEqual({ ok: false, reason: 'gone' })
    const row = { id: hers.id, userId: ines.id, version: 1, text: JSON.stringify(text) }
    const planted = writeAs(editor, (trx) => trx.insertInto('drafts').values(row).execute())
    await expect(planted).rejects.toMatchObject(NOT_ALLOWED)
    expect(await findDraft(ines, hers.id)).toBeUndefined()
  })

  test('are not taken by their draft: a person neither saves nor publishes under the id of it', async () => {
    const draft = makeDraft({ title: 'By Ines' })
    const save = { id: draft.draftId, version: 0, text: { ...NO_TEXT, title: 'By Ines' } }
    await saveDraft(ines, save)
    const author = await join('author')
    expect(await saveDraft(author, save)).toEqual({ ok: false, reason: 'gone' })
    expect(await publishArticle(author, draft)).toMatchObject({ reason: 'not-stored' })
    expect(await publishArticle(ines, { ...draft, draftVersion: 1 })).toMatchObject({ ok: true })
  })

  test('are all that the board of the person finds, counts and selects', async () => {
    await makeArticle({ userId: ines.id, title: 'Secret harbour', content: 'A word of Ines' })
    const author = await join('author')
    for (const q of ['', 'Secret', 'word of Ines']) {
      expect(await findBoard(author, { ...NO_FILTER, q })).toMatchObject({ found: 0, total: 0, rows: [] })
      expect(await listSelected(author, { ...NO_FILTER, q })).toEqual([])
      expect(await findBoard(await join('editor'), { ...NO_FILTER, q })).toMatchObject({ found: 1, total: 1 })
      await join('author')
    }
  })

  test('name no other site, and keep their working copy from a person who cannot delete them', async () => {
    const [named, other] = [await makeSite('named.example'), await makeSite('other.example')]
    const id = await publishOn([named, other])
    const editable = await findEditable(ines, id)
    const text = { ...NO_TEXT, ...(editable && toDraftText(editable.typed)), title: 'Newer' }
    const base = { version: editable?.version ?? '', text }
    expect(await saveDraft(ines, { id, version: 0, text, base })).toMatchObject({ ok: true })
    const editor = await join('editor', [named])
    const board = await findBoard(editor, NO_FILTER)
    expect(board.rows.map((row) => Object.keys({ ...row.dots, ...row.places }))).toEqual([[named]])
    expect(await changeMany(editor, [id], { kind: 'delete' })).toMatchObject({ counts: { refused: 1 } })
    expect((await findDraft(ines, id))?.text.title).toBe('Newer')
  })

  test('are shown by a shared link while the person who made it reaches them', async () => {
    const id = uuidv7()
    await saveDraft(ines, { id, version: 0, text: { ...NO_TEXT, title: 'By Ines' } })
    const made = await findOrMakeLink(await join('editor'), id)
    const token = ('url' in made && made.url.split('/').at(-1)) || ''
    expect(await findShown(token)).toMatchObject({ text: { title: 'By Ines' } })
    await placeMember(ines, theo.id, { role: 'author', siteIds: null })
    expect(await findShown(token)).toBeUndefined()
  })
})

test('a file that a person of other sites has added before is the same picture, and takes room once', async () => {
  const file = await takePicture({ width: 40, height: 30, format: 'png' })
  const add = (operator: Operator) => saveUpload(operator, () => Promise.resolve(file))
  const added = await add(ines)
  const editor = await join('editor', [await makeSite('named.example')])
  expect(await add(editor)).toEqual(added)
  expect(await findRoomTaken(editor)).toMatchObject({ pictures: 1 })
})

describe('the database refuses what the role does not include', () => {
  test.each<[Role, string, boolean]>([
    ['owner', 'site', true],
    ['editor', 'site', false],
    ['editor', 'city', true],
    ['author', 'city', false],
    ['author', 'tag', false],
    ['contributor', 'article', false],
    ['author', 'article', true],
  ])('%s, a new %s: %s', async (role, what, isAllowed) => {
    const member = await join(role)
    const userId = ines.id
    const write = writeAs(member, async (trx) => {
      if (what === 'site')
        await trx
          .insertInto('targetSites')
          .values({ ...toSite(), ownerId: userId })
          .execute()
      if (what === 'city')
        await trx
          .insertInto('cities')
          .values({ id: uuidv7(), userId, name: 'N', state: 'S', slug: uuidv7() })
          .execute()
      if (what === 'tag') await trx.insertInto('tags').values({ userId, tagKey: 'travel' }).execute()
      if (what === 'article')
        await sql`insert into blog_posts (id, user_id, title, slug, content, content_html, excerpt, reading_minutes, author)
          values (${uuidv7()}, ${userId}, 'T', ${uuidv7()}, '', '', '', 1, 'A')`.execute(trx)
    })
    if (isAllowed) await write
    else await expect(write).rejects.toMatchObject(NOT_ALLOWED)
  })

  test('once the role was taken, also within a request that began before', async () => {
    const editor = await join('editor')
    await placeMember(ines, theo.id, { role: 'author', siteIds: null })
    const write = writeAs(editor, (trx) => trx.selectFrom('blogPosts').select('id').execute())
    await expect(write).rejects.toMatchObject(NOT_ALLOWED)
  })
})

test('a person who saves too often does not keep the others from saving', async () => {
  Object.assign(env, { RATE_LIMITS: 'on' })
  const contributor = await join('contributor')
  const outcomes = []
  for (let count = 0; count < 11; count += 1) outcomes.push(await saveNew(contributor))
  expect(outcomes.at(-1)).toMatchObject({ reason: 'too-many-saves' })
  expect(await saveNew(ines)).toMatchObject({ ok: true })
})

describe('people of an account', () => {
  test('two owners who remove each other at once: one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const second = await join('owner')
      const outcomes = await Promise.all([
        removeMember(ines, theo.id, { isFresh: true }),
        removeMember(second, ines.id, { isFresh: true }),
      ])
      expect(outcomes.filter((refused) => refused === undefined)).toHaveLength(1)
      const owners = (await listMembers({ ...theo, id: ines.id })).filter(
        ({ role, endedAt }) => role === 'owner' && endedAt === null,
      )
      expect(owners).toHaveLength(1)
      await emptyStore()
      ines = await makeOperator('ines@example.com')
      theo = await makeOperator('theo@example.com')
    }
  })

  test('an owner removes another owner, or gives another role, only with a fresh proof', async () => {
    await join('owner')
    const editor = { role: 'editor' as const, siteIds: null }
    const refused = { ok: false, reason: 'not-fresh' }
    expect([await removeMember(ines, theo.id), await placeMember(ines, theo.id, editor)]).toEqual([
      refused,
      refused,
    ])
    expect((await listMembers(ines))[1]).toMatchObject({ role: 'owner', endedAt: null })
    expect(await placeMember(ines, theo.id, { ...editor, isFresh: true })).toBeUndefined()
    await join('owner')
    expect(await removeMember(ines, theo.id, { isFresh: true })).toBeUndefined()
  })

  test('a person whose site was removed gets another role without all other sites', async () => {
    const siteIds = [uuidv7()]
    await join('author', siteIds)
    expect(await placeMember(ines, theo.id, { role: 'editor', siteIds })).toBeUndefined()
    expect((await listMembers(ines))[1]).toMatchObject({ role: 'editor', siteIds })
    const other = await placeMember(ines, theo.id, { role: 'editor', siteIds: [uuidv7()] })
    expect(other).toEqual({ ok: false, reason: 'site-unknown' })
  })

  test('the last owner can neither leave nor be given another role', async () => {
    expect(await leaveAccount(ines, ines.id)).toEqual({ ok: false, reason: 'last-owner' })
    expect(await removeMember(ines, ines.id)).toEqual({ ok: false, reason: 'last-owner' })
    const placed = await placeMember(ines, ines.id, { role: 'editor', siteIds: null })
    expect(placed).toEqual({ ok: false, reason: 'last-owner' })
  })

  test('a person who is removed is signed out of the account alone, and what was typed stays', async () => {
    const author = await join('author')
    const [here, elsewhere] = [await makeSession(theo), await makeSession(theo)]
    await changeAccount(here, ines.id)
    const id = uuidv7()
    await saveDraft(author, { id, version: 0, text: { ...NO_TEXT, title: 'Half a sentence' } })
    await removeMember(ines, theo.id)
    await expect(reread(here)).rejects.toThrow('The session has ended.')
    expect((await reread(elsewhere)).acting.id).toBe(theo.id)
    const late = saveDraft(author, { id, version: 1, text: { ...NO_TEXT, title: 'A sentence' } })
    await expect(late).rejects.toMatchObject(NOT_ALLOWED)
    expect((await findDraft(ines, id))?.text.title).toBe('Half a sentence')
    expect(await listMembers(ines)).toMatchObject([
      { role: 'owner' },
      { name: 'theo', endedAt: expect.any(Date) },
    ])
  })

  test('the person who made an account leaves it to another owner, and keeps address and password', async () => {
    const article = await makeArticle({ userId: ines.id })
    const values = { id: uuidv7(), userId: ines.id, accountId: ines.id, password: 'hash' }
    await db
      .insertInto('accounts')
      .values({ ...values, providerId: 'credential' })
      .execute()
    const owner = await join('owner')
    const before = await makeSession(ines)
    expect(await leaveAccount(ines, ines.id)).toBeUndefined()
    await expect(reread(before)).rejects.toThrow('The session has ended.')
    expect(await listIds(owner, 'blogPosts')).toEqual([article.id])
    const { rows } = await sql<{ id: string; userId: string }>`
      select users.id, user_id from users join accounts on user_id = users.id where email = 'ines@example.com'
    `.execute(db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.id).not.toBe(ines.id)
    expect(await listOwnAccounts(rows[0]?.id ?? '')).toMatchObject([{ id: rows[0]?.id, role: 'owner' }])
    const account = await db.selectFrom('users').select('email').where('id', '=', ines.id).executeTakeFirst()
    expect(isEmail(account?.email ?? '')).toBe(false) // nobody can take it by signing up before
    expect((await listMembers(owner)).map(({ name, endedAt }) => [name, endedAt !== null])).toEqual([
      ['theo', false],
      ['ines', true],
    ])
  })

  test('an account with other people is not deleted, and a last owner elsewhere stays', async () => {
    await join('author')
    const request = { password: 'any', keepsArticles: false }
    expect(await requestDeletion(ines, request)).toEqual({ ok: false, reason: 'has-members' })
  })

  test('of two last owners who ask to be deleted at once, one stays', async () => {
    const password = 'a long enough password'
    const owners = []
    for (const email of ['one@example.com', 'two@example.com']) {
      await createAccount({ email, password })
      const person = await findAccountByEmail(email)
      const owner = { id: person?.id ?? '', email, name: email }
      await db
        .insertInto('members')
        .values({ accountId: ines.id, personId: owner.id, role: 'owner' })
        .execute()
      owners.push(owner)
    }
    await leaveAccount(ines, ines.id)
    const request = { password, keepsArticles: false }
    const outcomes = await Promise.all(owners.map((owner) => requestDeletion(owner, request)))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes).toContainEqual({ ok: false, reason: 'last-owner' })
  })
})

test('a session whose person has left the account is no session', async () => {
  await join('editor')
  const session = await makeSession(theo)
  await changeAccount(session, ines.id)
  await db
    .updateTable('members')
    .set({ endedAt: new Date() })
    .where('personId', '=', theo.id)
    .where('accountId', '=', ines.id)
    .execute()
  await expect(reread(session)).rejects.toThrow('The session has ended.')
  expect(await findSession(new Request('http://localhost:3000/'))).toBeUndefined()
})
