// @store both
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { assert, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeOperator } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import type { Operator } from '../accounts.ts'
import { findSessionById, type Session } from '../sign-in/queries.server.ts'
import {
  createApiSession,
  endApiSession,
  refreshClient,
  renewClient,
  signOutClient,
} from './commands.server.ts'
import { findTokenSession, listApiSessions } from './queries.server.ts'
import { exchangeRefreshToken, pruneRefreshTokens } from './refresh-tokens.server.ts'

let operator: Operator
let browser: Session

beforeEach(async () => {
  await emptyStore()
  operator = await makeOperator()
  browser = await makeBrowserSession(operator)
})

async function makeBrowserSession(of: Operator): Promise<Session> {
  const id = uuidv7()
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insertInto('sessions').values({ id, userId: of.id, token: id, expiresAt }).execute()
  const session = await findSessionById(id)
  assert(session)
  return session
}

async function makeToken(name = 'A script', session = browser): Promise<string> {
  const made = await createApiSession(session, { name, scopes: null, siteIds: null })
  if (!made.ok) throw new Error(made.reason)
  return made.refreshToken
}

async function refresh(token: string) {
  const refreshed = await refreshClient(token)
  if (!refreshed.ok) throw new Error(refreshed.reason)
  return refreshed
}

const later = (by: string) => sql`update refresh_tokens set used_at = used_at - ${by}::interval`.execute(db)
const listTokens = () => db.selectFrom('refreshTokens').selectAll().execute()

describe('refreshing', () => {
  test('returns an access token for the same session and the next refresh token', async () => {
    const token = await makeToken()
    const { session, tokens } = await refresh(token)
    expect(session).toMatchObject({ operator, aal: 'aal1' })
    expect(tokens.refreshToken).not.toBe(token)
    expect(await findTokenSession(tokens.accessToken)).toMatchObject({
      ok: true,
      session: { id: session.id },
    })
    const next = await refresh(tokens.refreshToken)
    expect(next.session.id).toBe(session.id)
  })

  test('stores nothing that can be used as a token', async () => {
    const token = await makeToken()
    const { tokens } = await refresh(token)
    const rows = JSON.stringify([await listTokens(), await db.selectFrom('sessions').selectAll().execute()])
    for (const secret of [token, tokens.refreshToken, tokens.accessToken]) expect(rows).not.toContain(secret)
  })

  test('with one token many times at the same time exchanges it once, with the same next one for all', async () => {
    const token = await makeToken()
    const all = await Promise.all(Array.from({ length: 20 }, () => refreshClient(token)))
    const [next, ...others] = new Set(all.map((one) => one.ok && one.tokens.refreshToken))
    assert(next)
    expect(others).toEqual([])
    const rows = await listTokens()
    expect(rows).toHaveLength(2)
    expect(rows.filter(({ usedAt }) => usedAt === null)).toHaveLength(1)
    expect((await refreshClient(next)).ok).toBe(true)
  })

  test('with a used token returns the same next one within 10 seconds, and ends the session later', async () => {
    const token = await makeToken()
    const { tokens, session } = await refresh(token)
    expect((await refresh(token)).tokens.refreshToken).toBe(tokens.refreshToken)
    await later('11 seconds')
    expect(await refreshClient(token)).toEqual({ ok: false, reason: 'reused' })
    expect(await findSessionById(session.id)).toBeUndefined()
    expect(await refreshClient(tokens.refreshToken)).toEqual({ ok: false, reason: 'unknown' })
    expect(await findTokenSession(tokens.accessToken)).toMatchObject({ ok: false, reason: 'session-ended' })
    expect(await listTokens()).toEqual([])
  })

  test('with a used token ends the session immediately if the next one was used', async () => {
    const token = await makeToken()
    const { tokens } = await refresh(token)
    await refresh(tokens.refreshToken)
    expect(await refreshClient(token)).toEqual({ ok: false, reason: 'reused' })
    expect(await listApiSessions(operator)).toEqual([])
  })

  test('ends only the family of the reused token', async () => {
    const [one, other] = [await makeToken('One'), await makeToken('Other')]
    await refresh(one)
    await later('11 seconds')
    expect((await refreshClient(one)).ok).toBe(false)
    expect((await refreshClient(other)).ok).toBe(true)
    expect(await findSessionById(browser.id)).toBeDefined()
  })

  test.each(['', 'x', "' or true --", '\u0000'])(
    'with text that is not a token is refused: %j',
    async (token) => {
      await makeToken()
      expect(await refreshClient(token)).toEqual({ ok: false, reason: 'unknown' })
    },
  )

  test('keeps a session for 30 days after each refresh, and no longer', async () => {
    const token = await makeToken()
    await sql`update sessions set created_at = now() - interval '80 days', expires_at = now() + interval '1 minute' where kind = 'api'`.execute(
      db,
    )
    const { tokens } = await refresh(token)
    const { expiresAt } = await db
      .selectFrom('sessions')
      .select('expiresAt')
      .where('kind', '=', 'api')
      .executeTakeFirstOrThrow()
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
    await sql`update sessions set expires_at = now() - interval '1 second' where kind = 'api'`.execute(db)
    expect(await refreshClient(tokens.refreshToken)).toEqual({ ok: false, reason: 'unknown' })
    expect(await findTokenSession(tokens.accessToken)).toMatchObject({ ok: false, reason: 'session-ended' })
  })

  test('deletes used tokens after 30 days', async () => {
    const token = await makeToken()
    await refresh(token)
    await pruneRefreshTokens()
    expect(await listTokens()).toHaveLength(2)
    await later('31 days')
    await pruneRefreshTokens()
    expect(await listTokens()).toHaveLength(1)
    expect(await refreshClient(token)).toEqual({ ok: false, reason: 'unknown' })
  })

  test('in a transaction that fails exchanges nothing', async () => {
    const token = await makeToken()
    const failing = write(async (trx) => {
      await exchangeRefreshToken(trx, token)
      throw new Error('the store went away')
    })
    await expect(failing).rejects.toThrow('went away')
    expect((await refreshClient(token)).ok).toBe(true)
  })
})

describe('a session of the API', () => {
  test('is listed to its owner alone, with its name and times', async () => {
    await makeToken('Nightly import')
    const stranger = await makeOperator()
    expect(await listApiSessions(stranger)).toEqual([])
    expect(await listApiSessions(operator)).toEqual([
      {
        id: expect.any(String),
        directScopes: null,
        expiresAt: expect.any(Date),
        scopes: null,
        siteIds: null,
        endings: [],
        name: 'Nightly import',
        createdAt: expect.any(Date),
        lastSeenAt: expect.any(Date),
        isUnused: true,
      },
    ])
  })

  test('can be ended by its owner alone, and its tokens are refused immediately', async () => {
    const { tokens, session } = await refresh(await makeToken())
    await endApiSession(await makeOperator(), session.id)
    expect((await findTokenSession(tokens.accessToken)).ok).toBe(true)
    await endApiSession(operator, session.id)
    expect(await findTokenSession(tokens.accessToken)).toMatchObject({ ok: false, reason: 'session-ended' })
    expect((await refreshClient(tokens.refreshToken)).ok).toBe(false)
  })

  test('is ended by its id; the id of a browser’s session ends nothing', async () => {
    await endApiSession(operator, browser.id)
    expect(await findSessionById(browser.id)).toBeDefined()
  })

  test('has the level of the session that made it, and raising it does not raise its older tokens', async () => {
    await sql`update sessions set aal = 'aal2' where id = ${browser.id}`.execute(db)
    const strong = await refresh(await makeToken())
    expect(strong.session.aal).toBe('aal2')
    await sql`update sessions set aal = 'aal1'`.execute(db)
    expect(await findTokenSession(strong.tokens.accessToken)).toMatchObject({ session: { aal: 'aal1' } })
    const weak = await refresh(strong.tokens.refreshToken)
    await sql`update sessions set aal = 'aal2'`.execute(db)
    expect(await findTokenSession(weak.tokens.accessToken)).toMatchObject({ session: { aal: 'aal1' } })
  })

  test('that was raised gets new tokens, and its former refresh tokens are refused', async () => {
    const before = await refresh(await makeToken())
    await sql`update sessions set aal = 'aal2' where id = ${before.session.id}`.execute(db)
    const after = await renewClient(before.session.id)
    expect(await findTokenSession(after.tokens.accessToken)).toMatchObject({ session: { aal: 'aal2' } })
    expect(await refreshClient(before.tokens.refreshToken)).toEqual({ ok: false, reason: 'unknown' })
    expect((await refreshClient(after.tokens.refreshToken)).ok).toBe(true)
  })

  test('ends when its client signs out; a token that is not ours ends nothing', async () => {
    const { tokens } = await refresh(await makeToken())
    await signOutClient(`${tokens.accessToken.slice(0, -4)}AAAA`)
    expect((await findTokenSession(tokens.accessToken)).ok).toBe(true)
    await signOutClient(tokens.accessToken)
    expect((await findTokenSession(tokens.accessToken)).ok).toBe(false)
  })

  test('is one of at most 20, even if more are made at the same time', async () => {
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        createApiSession(browser, { name: `Client ${index}`, scopes: null, siteIds: null }),
      ),
    )
    expect(made.filter(({ ok }) => ok)).toHaveLength(20)
    expect(await listApiSessions(operator)).toHaveLength(20)
  })
})
