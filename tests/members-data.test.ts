// @store server
// The data of a person against that of an account of several people, and what ends when a person is removed.
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { assert, beforeEach, expect, test } from 'vitest'
import type { Operator } from '../app/features/accounts/accounts.ts'
import {
  changeAccount,
  leaveAccount,
  removeMember,
} from '../app/features/accounts/members/commands.server.ts'
import { invitePerson } from '../app/features/accounts/members/invite.server.ts'
import { findInvitation } from '../app/features/accounts/members/queries.server.ts'
import { note } from '../app/features/accounts/record/commands.server.ts'
import { findRecord } from '../app/features/accounts/record/queries.server.ts'
import { parseRecordFilter } from '../app/features/accounts/record/record.ts'
import { keepAccount, requestDeletion } from '../app/features/accounts/settings/commands.server.ts'
import { findDeletion } from '../app/features/accounts/settings/queries.server.ts'
import { createAccount } from '../app/features/accounts/sign-in/commands.server.ts'
import { findAccountByEmail, findSessionById } from '../app/features/accounts/sign-in/queries.server.ts'
import { createApiSession } from '../app/features/accounts/tokens/commands.server.ts'
import { findTokenSession } from '../app/features/accounts/tokens/queries.server.ts'
import { createServerToken } from '../app/features/accounts/tokens/server-tokens.server.ts'
import { exportAccount } from '../app/features/moving-in/formats/export-account.server.ts'
import { saveDraft } from '../app/features/writing/drafts/commands.server.ts'
import { NO_TEXT } from '../app/features/writing/drafts/drafts.ts'
import { findOrMakeLink } from '../app/features/writing/sharing/commands.server.ts'
import { findShown } from '../app/features/writing/sharing/queries.server.ts'
import { db } from '../app/platform/store/database.server.ts'
import { emptyStore, makeOperator, makeSession, makeSite, reread } from './support/fixtures.ts'
import { useQueue } from './support/queue.ts'

const PASSWORD = 'a long enough password'

let ines: Operator
/** Theo, for the account of Ines, which he owns, too. */
let theo: Operator
let theoId: string

useQueue()
beforeEach(async () => {
  await emptyStore()
  await makeOperator('owner@example.com') // owns the site
  ines = await makeOperator('ines@example.com')
  await createAccount({ email: 'theo@example.com', password: PASSWORD })
  theoId = (await findAccountByEmail('theo@example.com'))?.id ?? ''
  const row = { accountId: ines.id, personId: theoId, role: 'owner' as const, siteIds: null }
  await db.insertInto('members').values(row).execute()
  theo = { id: ines.id, email: 'theo@example.com', name: 'theo', member: { ...row } }
})

const asPerson = (): Operator => ({ id: theoId, email: theo.email, name: theo.name })

const read = async (operator: Operator, isPersonal: boolean) =>
  new Response(await exportAccount(operator, { isPersonal })).text()

test('a person’s export has what other accounts know of the person, and nothing that is theirs', async () => {
  await saveDraft(theo, { id: uuidv7(), version: 0, text: { ...NO_TEXT, title: 'For the account' } })
  await note(db, theo, ['published', 'A title of the account'])
  const mine = await read(asPerson(), true)
  expect(mine).toContain(`"accountId":"${ines.id}"`)
  expect(mine).toContain('"act":"published"')
  for (const text of ['For the account', 'A title of the account', 'ines@example.com'])
    expect(mine).not.toContain(text)
})

test('the lines of the record follow the person who leaves the own account, and stay as they are', async () => {
  await note(db, ines, ['published', 'A title of the account'])
  await leaveAccount(ines, ines.id)
  const { id } = (await findAccountByEmail('ines@example.com')) ?? expect.fail()
  expect(id).not.toBe(ines.id)
  const { lines } = await findRecord(theo, parseRecordFilter(new URLSearchParams({ person: id })), 1)
  expect(lines.map(({ who, act }) => `${who} ${act}`)).toEqual(['ines left', 'ines published'])
  const hers = await read({ id, email: 'ines@example.com', name: 'ines' }, true)
  expect(hers).toContain('"act":"published"')
  expect(hers).not.toContain('A title of the account')
  const change = db.transaction().execute(async (trx) => {
    await sql`select set_config('app.moving_person', ${`${id} ${theoId}`}, true)`.execute(trx)
    await sql`update record_lines set person_id = ${theoId}, who = 'Theo' where person_id = ${id}`.execute(
      trx,
    )
  })
  await expect(change).rejects.toThrow('The record is kept as it is.')
})

test('an account’s export has its texts and people, and no sessions, factors or other accounts of them', async () => {
  await saveDraft(theo, { id: uuidv7(), version: 0, text: { ...NO_TEXT, title: 'For the account' } })
  await makeSession(ines)
  await db
    .insertInto('factors')
    .values({
      id: uuidv7(),
      userId: ines.id,
      factorType: 'totp',
      status: 'verified',
      friendlyName: 'Her phone',
    } as never)
    .execute()
  const other = await makeOperator()
  await db.insertInto('members').values({ accountId: other.id, personId: ines.id, role: 'editor' }).execute()
  const all = await read(theo, false)
  for (const text of ['For the account', 'ines@example.com', 'theo@example.com']) expect(all).toContain(text)
  for (const text of ['Her phone', '"sessions"', '"factors"', other.id]) expect(all).not.toContain(text)
})

test('a person who is removed has no session, token or link of the account any more', async () => {
  const session = await makeSession(asPerson())
  const moved = await changeAccount(session, ines.id)
  assert(moved.ok)
  const acting = { ...(await reread(session)), operator: asPerson() }
  const [client, server] = [
    await createApiSession(acting, { name: 'Desk', scopes: null, siteIds: null }),
    await createServerToken(acting, { name: 'Build', days: 30, scopes: null, siteIds: null }),
  ]
  assert(client.ok && server.ok)
  expect(await findTokenSession(server.token)).toMatchObject({ ok: true })
  const id = uuidv7()
  await saveDraft(theo, { id, version: 0, text: { ...NO_TEXT, title: 'Half a sentence' } })
  const made = await findOrMakeLink(theo, id)
  const link = ('url' in made && made.url.split('/').at(-1)) || ''
  expect(await findShown(link)).toBeDefined()
  const invited = await invitePerson(theo, { email: '', placed: { role: 'editor', siteIds: null } })
  const invitation = (invited.ok && invited.link?.split('/').at(-1)) || ''
  const elsewhere = await makeSession(asPerson())

  expect(await removeMember(ines, theoId, { isFresh: true })).toBeUndefined()
  expect(await findSessionById(session.id)).toBeUndefined()
  expect(await db.selectFrom('sessions').select('id').where('accountId', '=', ines.id).execute()).toEqual([])
  expect(await findTokenSession(server.token)).toMatchObject({ ok: false })
  expect(await findShown(link)).toBeUndefined()
  expect(await findInvitation(invitation)).toBeUndefined()
  expect((await reread(elsewhere)).acting.id).toBe(theoId)
})

test('an account that the person who made it has left is deleted by its last owner, or kept', async () => {
  await makeSite('kept.example')
  const wish = { password: PASSWORD, keepsArticles: false }
  expect(await requestDeletion(theo, wish)).toMatchObject({ reason: 'has-members' })
  await leaveAccount(ines, ines.id)
  expect(await requestDeletion(asPerson(), wish)).toMatchObject({ reason: 'last-owner' })
  expect(await requestDeletion(theo, { ...wish, password: 'not this' })).toMatchObject({ ok: false })
  const [here, elsewhere] = [await makeSession(asPerson()), await makeSession(asPerson())]
  await changeAccount(here, ines.id)
  expect(await requestDeletion(theo, wish)).toEqual({ ok: true })
  expect(await findSessionById(here.id)).toBeUndefined()
  expect(await findSessionById(elsewhere.id)).toBeDefined()
  expect(await findDeletion(theo)).not.toBeNull()
  await keepAccount(theo)
  expect(await findDeletion(theo)).toBeNull()
})

test('an editor deletes no account', async () => {
  const editor = { ...theo, member: { personId: theoId, role: 'editor' as const, siteIds: null } }
  await expect(requestDeletion(editor, { password: PASSWORD, keepsArticles: false })).rejects.toMatchObject({
    data: { isAllowed: false },
  })
})
