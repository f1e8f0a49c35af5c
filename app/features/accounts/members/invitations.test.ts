// @store both
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeOperator, makeSession, reread } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../accounts.ts'
import { listAccounts } from '../sign-in/queries.server.ts'
import { listRecord } from '../record/queries.server.ts'
import { parseRecordFilter } from '../record/record.ts'
import { acceptInvitation, acceptOwnership, signUpInvited } from './accept.server.ts'
import { placeMember, removeMember } from './commands.server.ts'
import { invitePerson, offerOwnership, withdrawInvitation } from './invite.server.ts'
import { mailInvitationJob } from './jobs.server.ts'
import { parsePlaced, type Placed } from './members.ts'
import { findInvitation, listInvitations, listMembers, listOffers } from './queries.server.ts'

const PASSWORD = 'a long enough password'
const AUTHOR: Placed = { role: 'author', siteIds: null }
const usual = { ...env }

let ines: Operator
let theo: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator('ines@example.com')
  theo = await makeOperator('theo@example.com')
})
afterEach(() => Object.assign(env, { SMTP_URL: undefined, ...usual }))

async function makeLink(placed = AUTHOR): Promise<string> {
  const invited = await invitePerson(ines, { email: '', placed })
  return (invited.ok && invited.link?.split('/').at(-1)) || ''
}

const toVisitor = () => ({
  request: new Request('http://localhost:3000/invite'),
  clientAddress: '127.0.0.1',
  session: null,
})
const signUp = (token: string, email: string) =>
  signUpInvited(toVisitor(), { token, email, password: PASSWORD, name: 'New' })
const listRoles = async () => (await listMembers(ines)).map(({ name, role }) => `${name} ${role}`)

async function offerTo(handsOver: boolean): Promise<string> {
  await acceptInvitation(await makeSession(theo), await makeLink())
  await offerOwnership({ operator: ines, isFresh: true }, { personId: theo.id, handsOver })
  return (await listOffers(theo.id))[0]?.id ?? ''
}

const dueIn = (days: number | null, { id } = ines) =>
  sql`update users set deletion_due_at = now() + make_interval(days => ${days}) where id = ${id}`.execute(db)

const listActs = async () => {
  const lines = []
  for await (const part of listRecord(ines, parseRecordFilter(new URLSearchParams()))) lines.push(...part)
  return lines.map(({ who, act, about }) => `${who} ${act} ${about ?? ''}`.trim())
}

describe('an invitation by a link', () => {
  test('lets somebody with an account join in the stated role, once', async () => {
    const token = await makeLink()
    expect(await findInvitation(token)).toMatchObject({ accountId: ines.id, role: 'author', siteNames: null })
    const session = await makeSession(theo)
    expect(await acceptInvitation(session, token)).toMatchObject({ ok: true })
    expect((await reread(session)).acting).toMatchObject({ id: ines.id, member: { role: 'author' } })
    expect(await findInvitation(token)).toBeUndefined()
    const late = await acceptInvitation(await makeSession(await makeOperator()), token)
    expect(late).toEqual({ ok: false, reason: 'invitation-gone' })
  })

  test('used by many at once lets one of them in', async () => {
    const token = await makeLink()
    const sessions = await Promise.all(
      Array.from({ length: 8 }, async () => makeSession(await makeOperator())),
    )
    const joined = await Promise.all(sessions.map((session) => acceptInvitation(session, token)))
    expect(joined.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await listMembers(ines)).toHaveLength(2)
  })

  test('makes one account, also where nobody else may sign up', async () => {
    env.SIGN_UP = 'invited'
    const token = await makeLink()
    const made = await Promise.all(
      ['one@example.com', 'two@example.com'].map((email) => signUp(token, email)),
    )
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await listAccounts()).toHaveLength(3)
    expect(await listRoles()).toEqual(['ines owner', 'New author'])
  })

  test('makes no account where nobody may, and lets an account join there', async () => {
    env.SIGN_UP = 'closed'
    const token = await makeLink()
    expect(await signUp(token, 'new@example.com')).toMatchObject({ reason: 'sign-up-closed' })
    expect(await acceptInvitation(await makeSession(theo), token)).toMatchObject({ ok: true })
  })

  test('is kept for one address until a mail has confirmed it, and tells of no account', async () => {
    env.SMTP_URL = 'smtp://127.0.0.1:1'
    const token = await makeLink()
    expect(await signUp(token, theo.email)).toEqual({ ok: true, cookies: undefined })
    expect(await listAccounts()).toHaveLength(2)
    expect(await signUp(token, 'other@example.com')).toMatchObject({ reason: 'invitation-gone' })
    expect(await acceptInvitation(await makeSession(theo), token)).toMatchObject({ ok: true })
    const next = await makeLink()
    expect(await signUp(next, 'new@example.com')).toEqual({ ok: true, cookies: undefined })
    expect(await listAccounts()).toHaveLength(3)
    expect(await listMembers(ines)).toHaveLength(2) // the new one joins after the mail
  })

  test('ends after seven days, when it is withdrawn, and with its inviter', async () => {
    const [old, withdrawn] = [await makeLink(), await makeLink()]
    const [newest] = await listInvitations(ines)
    expect(await withdrawInvitation(ines, newest?.id ?? '')).toBeUndefined()
    await sql`update invitations set ends_at = now() where withdrawn_at is null`.execute(db)
    const session = await makeSession(theo)
    for (const token of [old, withdrawn, 'no secret'])
      expect(await acceptInvitation(session, token)).toMatchObject({ reason: 'invitation-gone' })
    await acceptInvitation(session, await makeLink())
    const offer = await offerOwnership(
      { operator: ines, isFresh: true },
      { personId: theo.id, handsOver: false },
    )
    expect(offer).toEqual({ ok: true })
    const [offered] = await listOffers(theo.id)
    await acceptOwnership({ operator: theo, isFresh: true }, offered?.id ?? '')
    const owner = {
      ...theo,
      id: ines.id,
      member: { personId: theo.id, role: 'owner' as const, siteIds: null },
    }
    await invitePerson(owner, { email: '', placed: AUTHOR })
    expect(await listInvitations(ines)).toHaveLength(1)
    await removeMember(ines, theo.id, { isFresh: true })
    expect(await listInvitations(ines)).toEqual([])
  })

  test('is worth nothing while its account is about to be deleted', async () => {
    const token = await makeLink()
    await dueIn(7)
    const session = await makeSession(theo)
    expect(await findInvitation(token)).toBeUndefined()
    expect(await acceptInvitation(session, token)).toMatchObject({ reason: 'invitation-gone' })
    await dueIn(null)
    expect(await acceptInvitation(session, token)).toMatchObject({ ok: true })
  })

  test('is stored as a hash alone', async () => {
    const token = await makeLink()
    const { rows } = await sql`select * from invitations`.execute(db)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each([
    ['owner', undefined],
    ['admin', undefined],
    ['author', AUTHOR],
  ])('cannot be for the role %s', (role, placed) => expect(parsePlaced(role, [])).toEqual(placed))
})

test('the secret of a mailed invitation is made when its mail is sent', async () => {
  await invitePerson(ines, { email: 'new@example.com', placed: AUTHOR })
  const [waiting] = await listInvitations(ines)
  expect(waiting).toMatchObject({ email: 'new@example.com', isWaiting: true })
  const { rows } = await sql<{
    data: object
  }>`select data from pgboss.job where name = 'mail-invitation'`.execute(db)
  expect(rows.map(({ data }) => Object.keys(data))).toEqual([['id']])
  await mailInvitationJob.work({ id: waiting?.id })
  expect(await listInvitations(ines)).toMatchObject([{ isWaiting: false }])
})

test('many accounts together send few mails to one address', async () => {
  Object.assign(env, { RATE_LIMITS: 'on' })
  const invite = (operator: Operator) => invitePerson(operator, { email: 'new@example.com', placed: AUTHOR })
  for (let count = 0; count < 5; count += 1) expect(await invite(ines)).toMatchObject({ ok: true })
  expect(await invite(theo)).toEqual({ ok: false, reason: 'address-too-often' })
  expect(await invitePerson(theo, { email: '', placed: AUTHOR })).toMatchObject({ ok: true })
})

describe('the ownership', () => {
  test('is handed over when the other person accepts it', async () => {
    const id = await offerTo(true)
    const token = await makeLink({ role: 'editor', siteIds: null })
    expect(await listRoles()).toEqual(['ines owner', 'theo author'])
    expect(await acceptOwnership({ operator: theo, isFresh: true }, id)).toEqual({ ok: true })
    expect(await listRoles()).toEqual(['theo owner', 'ines editor'])
    expect(await findInvitation(token)).toBeUndefined() // from a person who may not invite any more
    const { rows } =
      await sql`select from members where person_id = account_id and account_id = ${ines.id}`.execute(db)
    expect(rows).toEqual([]) // no screen about the own account shows this one
    expect(await acceptOwnership({ operator: theo, isFresh: true }, id)).toMatchObject({ ok: false })
  })

  test('needs a recent proof of both', async () => {
    const id = await offerTo(false)
    const wish = { personId: theo.id, handsOver: false }
    expect(await offerOwnership({ operator: ines, isFresh: false }, wish)).toMatchObject({
      reason: 'not-fresh',
    })
    expect(await acceptOwnership({ operator: theo, isFresh: false }, id)).toMatchObject({
      reason: 'not-fresh',
    })
    expect(await listRoles()).toEqual(['ines owner', 'theo author'])
  })

  test('cannot be accepted by a person whose own account is about to be deleted', async () => {
    const id = await offerTo(true)
    await dueIn(7, theo)
    const accept = () => acceptOwnership({ operator: theo, isFresh: true }, id)
    expect(await accept()).toEqual({ ok: false, reason: 'about-to-go' })
    await dueIn(null, theo)
    expect(await accept()).toEqual({ ok: true })
  })

  test('cannot be accepted by somebody else, or from a person who does not own it any more', async () => {
    const id = await offerTo(false)
    const other = await makeOperator()
    expect(await acceptOwnership({ operator: other, isFresh: true }, id)).toMatchObject({ ok: false })
    await acceptOwnership({ operator: theo, isFresh: true }, id)
    await acceptInvitation(await makeSession(other), await makeLink())
    const owner = {
      ...theo,
      id: ines.id,
      member: { personId: theo.id, role: 'owner' as const, siteIds: null },
    }
    await offerOwnership({ operator: owner, isFresh: true }, { personId: other.id, handsOver: false })
    const [offer] = await listOffers(other.id)
    await sql`update members set role = 'editor' where person_id = ${theo.id} and account_id = ${ines.id}`.execute(
      db,
    )
    expect(await acceptOwnership({ operator: other, isFresh: true }, offer?.id ?? '')).toMatchObject({
      ok: false,
    })
  })
})

describe('the record', () => {
  test('has a line for each change of the people, with its person', async () => {
    await acceptInvitation(await makeSession(theo), await makeLink())
    await placeMember(ines, theo.id, { role: 'editor', siteIds: null })
    await removeMember(ines, theo.id)
    expect(await listActs()).toEqual([
      'ines person-removed theo',
      'ines role-changed theo: editor',
      'theo joined author',
      'ines invited by a link: author',
    ])
  })

  test('is not changed by anybody within a year, and goes with its account', async () => {
    await makeLink()
    const change = sql`update record_lines set who = 'Nobody'`
    const removal = sql`delete from record_lines`
    for (const statement of [change, removal]) {
      await expect(statement.execute(db)).rejects.toThrow('The record is kept as it is.')
      await expect(readAs(ines, (trx) => statement.execute(trx))).rejects.toThrow('permission denied')
    }
    expect(await listActs()).toHaveLength(1)
    await db.deleteFrom('users').where('id', '=', ines.id).execute()
    expect((await sql`select from record_lines`.execute(db)).rows).toEqual([])
  })
})
