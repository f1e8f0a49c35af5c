// Who may make an account, by SIGN_UP and the address of the site, and the link to the first account.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkSignUp } from '../app/features/accounts/sign-in/check-sign-up.server.ts'
import { createAccount, signUp, signUpFirst } from '../app/features/accounts/sign-in/commands.server.ts'
import { findSiteOwnerId, listAccounts } from '../app/features/accounts/sign-in/queries.server.ts'
import { createFirstLink, findSignUpRule } from '../app/features/accounts/sign-in/who-signs-up.server.ts'
import { findPublicApiKey } from '../app/features/accounts/tokens/queries.server.ts'
import { env } from '../app/platform/env.server.ts'
import { pool } from '../app/platform/store/database.server.ts'
import { emptyStore } from './support/fixtures.ts'
import { useQueue } from './support/queue.ts'
import { type TestServer, startServer, toCookie } from './support/server.ts'

const PASSWORD = 'a long enough password'
const usual = { ...env }
const visitor = { clientAddress: '127.0.0.1' }

/** Sets whether the store had accounts before there was the rule, as migration 0069 does. */
const keepOpen = (isKept: boolean) => pool.query('update installation set keeps_sign_up_open = $1', [isKept])

/** As `https://news.example` without SIGN_UP. */
function becomePublic(): void {
  Object.assign(env, { SITE_URL: 'https://news.example', SIGN_UP: undefined })
}

async function makeFirstLink(): Promise<string> {
  const link = await createFirstLink()
  return new URL(link ?? 'https://none.example').searchParams.get('first') ?? ''
}

describe('on a public address', () => {
  useQueue()
  beforeEach(async () => {
    await emptyStore()
    await pool.query('delete from verifications')
    becomePublic()
  })
  afterEach(async () => {
    Object.assign(env, usual)
    await keepOpen(false)
  })

  test('only people with an invitation may sign up', async () => {
    expect(await findSignUpRule()).toBe('invited')
    expect(await signUp(visitor, { email: 'new@example.com', password: PASSWORD })).toEqual({
      ok: false,
      reason: 'sign-up-invited',
    })
    expect(await listAccounts()).toEqual([])
    expect(await checkSignUp()).toMatchObject({ state: 'ok', found: expect.stringContaining('invitation') })
  })

  test('a store that had accounts before stays open, and the doctor warns', async () => {
    await keepOpen(true)
    expect(await signUp(visitor, { email: 'new@example.com', password: PASSWORD })).toMatchObject({
      ok: true,
    })
    expect(await checkSignUp()).toMatchObject({ state: 'warning' })
    env.SIGN_UP = 'invited'
    expect(await findSignUpRule()).toBe('invited')
  })

  test('the link makes one account, also if it and another one are used at once', async () => {
    const tokens = [await makeFirstLink(), await makeFirstLink()]
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        signUpFirst(visitor, {
          email: `owner-${number}@example.com`,
          password: PASSWORD,
          token: tokens[number % 2] ?? '',
        }),
      ),
    )
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
    const [account, ...others] = await listAccounts()
    expect(others).toEqual([])
    expect(await findSiteOwnerId()).toBe(account?.id)
    expect(await createFirstLink()).toBeUndefined()
    const { rows } = await pool.query('select from verifications')
    expect(rows).toEqual([])
  })

  test('the link is worth nothing beside an account, after seven days, or with another secret', async () => {
    const token = await makeFirstLink()
    const use = (secret: string) =>
      signUpFirst(visitor, { email: 'stranger@example.com', password: PASSWORD, token: secret })
    expect(await use(`${token}x`)).toMatchObject({ reason: 'first-link-used' })
    await pool.query(`update verifications set expires_at = now() - interval '1 second'`)
    expect(await use(token)).toMatchObject({ reason: 'first-link-used' })
    const later = await makeFirstLink()
    await createAccount({ email: 'owner@example.com', password: PASSWORD })
    expect(await use(later)).toMatchObject({ reason: 'first-link-used' })
    expect(await listAccounts()).toHaveLength(1)
  })

  test('the store has only the hash of the link', async () => {
    const token = await makeFirstLink()
    const { rows } = await pool.query('select * from verifications')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('the first start on a public address', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ SITE_URL: 'https://news.example', DEMO: 'off' })
  })
  afterAll(() => server.end())

  test('prints a link that makes the owner and signs in', async () => {
    await expect.poll(() => server.output()).toContain('strangers may not sign up here')
    const [, path = ''] = /https:\/\/news\.example(\/auth\S+)/.exec(server.output()) ?? []
    const offered = 'aria-controls="sign-up"'
    const plain = await server.ask('/auth?tab=sign-up')
    expect(plain.body).toContain('needs an invitation')
    expect(plain.body).not.toContain('name="password"')
    expect((await server.ask(path)).body).toContain('This is the first account')
    const form = { intent: 'sign-up', email: 'owner@example.com', password: PASSWORD }
    expect((await server.ask('/auth', { form })).body).toContain('needs an invitation')
    const headers = { apikey: findPublicApiKey() }
    const program = await server.ask('/auth/v1/signup', { json: form, headers })
    expect([program.status, program.body.includes('needs an invitation')]).toEqual([400, true])
    const made = await server.ask(path, { form })
    expect([made.status, toCookie(made).includes('session=')]).toEqual([302, true])
    expect((await server.ask(path, { form: { ...form, email: 'second@example.com' } })).body).toContain(
      'This link was used',
    )
    expect((await server.ask(path)).body).not.toContain(offered)
  })
})
