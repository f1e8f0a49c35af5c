// @store both
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { createAccount, makeOwner, signIn, signUp } from './commands.server.ts'
import { findDevice } from './device.server.ts'
import { hashPassword } from './password.server.ts'
import { findAccountByEmail, findSiteOwnerId, listAccounts } from './queries.server.ts'
import { createSession } from './sessions.server.ts'

const PASSWORD = 'a long enough password'

useQueue()
beforeEach(async () => {
  await emptyStore()
  await sql`delete from pgboss.job`.execute(db)
})

const toVisitor = (cookie = '') => ({
  request: new Request('http://localhost:3000/auth', { headers: { cookie } }),
  clientAddress: '127.0.0.1',
  session: null,
})
const enter = (email: string, password = PASSWORD) => signIn(toVisitor(), { email, password })

const cookieOf = (entered: Awaited<ReturnType<typeof signIn>>) =>
  (entered.ok && entered.cookies.find((cookie) => cookie.startsWith('device='))?.split(';', 1)[0]) || ''

describe('signing up', () => {
  test('twenty times at the same time with one address makes one account, with one of the passwords', async () => {
    const passwords = Array.from({ length: 20 }, (_, number) => `${PASSWORD} ${number}`)
    const made = await Promise.all(
      passwords.map((password) => signUp(toVisitor(), { email: 'ines@example.com', password })),
    )
    expect(new Set(made.map(({ ok }) => ok))).toEqual(new Set([true]))
    expect(await listAccounts()).toHaveLength(1)
    const entered = await Promise.all(passwords.map((password) => enter('ines@example.com', password)))
    expect(entered.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('enqueues one mail, with and without an account of the address', async () => {
    await createAccount({ email: 'known@example.com', password: PASSWORD })
    for (const email of ['known@example.com', 'new@example.com'])
      await signUp(toVisitor(), { email, password: PASSWORD })
    const { rows } = await sql<{ data: { wish: string; email: string } }>`
      select data from pgboss.job where name = 'mail-account' order by created_on`.execute(db)
    expect(rows.map(({ data }) => `${data.wish} ${data.email}`)).toEqual([
      'signed-up known@example.com',
      'signed-up new@example.com',
    ])
  })

  test.each([
    '',
    'ines',
    'ines@',
    '@example.com',
    'a b@example.com',
    'a@example.com\nbcc: b@example.com',
    `${'a'.repeat(250)}@b.co`,
  ])('refuses what is not an email address: %j', async (email) => {
    const refused = await signUp(toVisitor(), { email, password: PASSWORD })
    expect(refused).toEqual({ ok: false, reason: 'email-wrong' })
    expect(await listAccounts()).toEqual([])
  })
})

test('a password that changes during signing in opens no session', async () => {
  await createAccount({ email: 'ines@example.com', password: PASSWORD })
  const checked = await findAccountByEmail('ines@example.com')
  await db
    .updateTable('accounts')
    .set({ password: await hashPassword('quite another password') })
    .execute()
  const visit = { userAgent: null, ipAddress: '127.0.0.1' }
  expect(checked && (await createSession(checked, visit))).toBeUndefined()
  const current = await findAccountByEmail('ines@example.com')
  expect(current && (await createSession(current, visit))).toBeDefined()
  expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1)
})

test('a device is known for the accounts that signed in on it, and for no other', async () => {
  for (const email of ['ines@example.com', 'theo@example.com'])
    await createAccount({ email, password: PASSWORD })
  const first = cookieOf(await enter('ines@example.com'))
  const second = cookieOf(await signIn(toVisitor(first), { email: 'theo@example.com', password: PASSWORD }))
  const known = async (cookie: string, email: string) =>
    (await findDevice(toVisitor(cookie).request, email)) !== undefined
  expect(await known(first, 'ines@example.com')).toBe(true)
  expect(await known(first, 'theo@example.com')).toBe(false)
  expect(await known(second, 'ines@example.com')).toBe(true)
  expect(await known(second, 'theo@example.com')).toBe(true)
  for (const cookie of ['', 'device=', 'device=x', first.replace(/.$/, '_'), 'device=eyJpZCI6IngifQ%3D%3D'])
    expect(await known(cookie, 'ines@example.com')).toBe(false)
})

test('the owner of the site is an account that exists', async () => {
  await createAccount({ email: 'ines@example.com', password: PASSWORD })
  await createAccount({ email: 'theo@example.com', password: PASSWORD })
  const [ines, theo] = await listAccounts()
  await db
    .updateTable('installation')
    .set({ ownerId: ines?.id ?? null })
    .execute()
  expect(await makeOwner('nobody@example.com')).toBe(false)
  expect(await findSiteOwnerId()).toBe(ines?.id)
  expect(await makeOwner('THEO@example.com')).toBe(true)
  expect(await findSiteOwnerId()).toBe(theo?.id)
})
